/** Pictures that a write names by address: fetched before its transaction, entered into the library inside it. */
import { fullSizeKey, isMediaKey, type Media } from '../calendar/media.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import { type Flaw, invalid } from '../calendar/problem.ts'
import type { PictureAddress } from '../calendar/shared-fields.ts'
import type { Viewer } from '../calendar/user.ts'
import type { FlawedImage } from '../media/image-decoder.ts'
import type { Reader, Writer } from '../storage/database.ts'
import { findMediaByKey, findMediaBySource, keysOf } from '../storage/media.ts'
import { addToLibrary } from './media.ts'
import { dropFiles, MOST_BYTES, removeFiles, type StoredPicture, storePicture } from './picture-files.ts'
import type { Services } from './services.ts'
import { transact } from './transact.ts'
import { circumstancesOf } from './write-post.ts'

export interface PictureWrite {
  readonly viewer: Viewer
  /** Address of this site, whose own pictures need no fetching. */
  readonly home: string
  readonly pictures: readonly PictureAddress[]
}

/** An image whose files are kept, but which is not in the library yet. */
export interface StagedImage {
  readonly url: string
  /** From where it was fetched; empty for a file that came with the request. */
  readonly source: string
  readonly stored: StoredPicture
  readonly name: string
}

/** A picture that is in the library, or whose files wait to be entered there. */
type Staged = { readonly url: string; readonly id: number } | StagedImage

/**
 * Runs a write in one transaction, with the pictures it names. Throws `rest_invalid_param` naming the field of one that
 * cannot be had; when it fails, no file stays that no record speaks of.
 */
export async function writeWithPictures<T>(
  services: Services,
  { viewer, home, pictures }: PictureWrite,
  work: (tx: Writer, circumstances: Circumstances) => Promise<T>,
): Promise<T> {
  const staged = await stagePictures(services, home, pictures)
  try {
    const { result, unneeded } = await transact(services, async (tx) => {
      const kept = await keepPictures(tx, services, viewer, staged)
      const numbers = new Map(kept.map(({ url, id }) => [url, id]))
      const result = await work(tx, { ...circumstancesOf(services, viewer), pictures: numbers })
      return { result, unneeded: kept.flatMap(({ unneeded }) => unneeded) }
    })
    await removeFiles(services, unneeded)
    return result
  } catch (error) {
    await dropFiles(services, staged.flatMap(filesOf), error)
    throw error
  }
}

const filesOf = (staged: Staged): string[] => ('stored' in staged ? keysOf(staged.stored) : [])

async function stagePictures(
  services: Services,
  home: string,
  wanted: readonly PictureAddress[],
): Promise<readonly Staged[]> {
  const distinct = [...new Map(wanted.map((one) => [one.url, one])).values()]
  const excess = distinct[MOST_PICTURES]
  if (excess) throw invalid({ [excess.field]: TOO_MANY })
  const staged: Staged[] = []
  try {
    for (const one of distinct) staged.push(await stage(services, home, one))
  } catch (error) {
    await dropFiles(services, staged.flatMap(filesOf), error)
    throw error
  }
  return staged
}

async function stage(services: Services, home: string, { field, url, file }: PictureAddress): Promise<Staged> {
  if (file) return stageFile(services, { field, url, file })
  const id = await knownPicture(services.database.read, home, url)
  if (id !== undefined) return { url, id }
  const fetched = await services.fetch(url, IMAGE_REQUEST)
  if ('failure' in fetched) throw invalid({ [field]: fetched.failure === 'too-large' ? TOO_LARGE : NOT_FETCHED })
  const staged = await stageFetched(services, url, fetched.bytes)
  if ('flaw' in staged) throw invalid({ [field]: describeImageFlaw(staged) })
  return staged
}

export const IMAGE_REQUEST = { accept: 'image/*', maxBytes: MOST_BYTES }

/** Keeps the files of an image, for the caller to enter into the library or to remove. */
export async function stageFetched(services: Services, url: string, bytes: Buffer): Promise<StagedImage | FlawedImage> {
  const name = nameOf(url)
  const stored = await storePicture(services, bytes, name)
  return 'flaw' in stored ? stored : { url, source: url, stored, name }
}

async function stageFile(services: Services, { field, url, file }: Required<PictureAddress>): Promise<Staged> {
  if (file.path === undefined) throw new Error('a file was used that its sender may not upload')
  const name = file.name ?? ''
  const stored = await storePicture(services, file.path, name)
  if ('flaw' in stored) throw invalid({ [field]: describeImageFlaw(stored) })
  return { url, source: '', stored, name }
}

type Facts = Extract<Flaw, { kind: 'invalid' }>

const flaw = (message: Facts['message'] & string, limits: Readonly<Record<string, number>> = {}): Flaw => ({
  kind: 'invalid',
  message,
  values: Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, String(limit)])),
})

/** Addresses in one write: each may keep it waiting for as long as a fetch may take. */
const MOST_PICTURES = 20
const TOO_MANY = flaw('error.too_many_images', { limit: MOST_PICTURES })
/** Why it could not be fetched is not told: it would say what there is in a network that only the server sees. */
const NOT_FETCHED = flaw('error.image_not_fetched')
const TOO_LARGE = flaw('error.image_too_large', { limit: MOST_BYTES })
const NOT_AN_IMAGE = flaw('error.image_not_a_picture')
const TOO_COSTLY = flaw('error.image_too_costly')

/** Why a file cannot be kept. */
export function describeImageFlaw(image: FlawedImage): Flaw {
  if (image.flaw !== 'too-many-pixels') return image.flaw === 'too-costly' ? TOO_COSTLY : NOT_AN_IMAGE
  return flaw('error.image_too_many_pixels', { limit: image.megapixels, side: image.side })
}

/** Fetched from there before, or served from there by ourselves, in any of its sizes. */
async function knownPicture(db: Reader, home: string, url: string): Promise<number | undefined> {
  const rest = url.startsWith(`${home}/`) ? url.slice(home.length) : ''
  const key = /^(?:\/wp-content)?\/uploads\/([^?]+)/.exec(rest)?.[1]
  if (key !== undefined && isMediaKey(key)) return findMediaByKey(db, fullSizeKey(key))
  return findMediaBySource(db, url)
}

/** The last part of the path, as a name. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

interface Kept {
  readonly url: string
  readonly id: number
  /** Files of a picture that somebody else entered first. */
  readonly unneeded: readonly string[]
}

async function keepPictures(
  tx: Writer,
  services: Services,
  viewer: Viewer,
  staged: readonly Staged[],
): Promise<readonly Kept[]> {
  const kept: Kept[] = []
  for (const one of staged) kept.push(await keep(tx, services, viewer, one))
  return kept
}

async function keep(tx: Writer, services: Services, viewer: Viewer, staged: Staged): Promise<Kept> {
  const { url } = staged
  if ('id' in staged) return { url, id: staged.id, unneeded: [] }
  const { source, stored, name } = staged
  const earlier = source === '' ? undefined : await findMediaBySource(tx, source)
  if (earlier !== undefined) return { url, id: earlier, unneeded: filesOf(staged) }
  const { id }: Media = await addToLibrary(tx, services, viewer, stored, { name, source_url: source })
  return { url, id, unneeded: [] }
}
