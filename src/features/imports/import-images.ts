/** Imports the images of records by URL. Runs after the records are written, so that images do not take their IDs. */

import { toPlainText } from '../../base/text/sanitize.ts'
import { isMediaKey } from '../../calendar/images/image.ts'
import { removeFilesOfFailedWrite } from '../../calendar/images/image-files.ts'
import { findMediaBySource, listMediaKeys, setImage } from '../../calendar/images/image-store.ts'
import { addToLibrary } from '../../calendar/images/media-library.ts'
import { findMediaByFile, type PendingImage, storeFetchedImage } from '../../calendar/images/write-with-images.ts'
import { findKinds } from '../../calendar/posts/post-store.ts'
import type { Services } from '../../calendar/services.ts'
import { parseImageUrl } from '../../kernel/common-fields.ts'
import { MAX_INTEGER } from '../../kernel/field.ts'
import type { PostKind } from '../../kernel/post.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import {
  createImageFailure,
  createImageFetcher,
  describeRejection,
  type FetchedImage,
  type FetchImage,
  type ImageFailure,
} from './fetch-images.ts'
import { isRawRecord } from './formats/record-reader.ts'
import type { RecordEntry } from './report.ts'

export interface ImageCounts {
  readonly fetched: number
  /** Already in the library, by an earlier import or an upload. */
  readonly known: number
  /** Not fetched because fetching images is turned off. */
  readonly skipped: number
  readonly failed: number
}

/** A record that shows an image. */
interface ImageReference {
  readonly kind: PostKind
  readonly id: number
  readonly where: string
}

/** An image of the source with the records that show it. */
interface RecordedImage {
  readonly url: string
  /** ID on the source site. */
  readonly id: number | undefined
  readonly author: number
  readonly alt_text?: string
  readonly caption?: string
  readonly references: ImageReference[]
}

export interface ImageCollector {
  readonly add: (kind: PostKind, entry: RecordEntry) => void
  readonly all: () => readonly RecordedImage[]
}

/** Collects the images of records as these are written. */
export function createImageCollector(): ImageCollector {
  const images = new Map<string, RecordedImage>()
  return {
    add: (kind, { raw, where }) => {
      const image = raw['image']
      const url = isRawRecord(image) ? image['url'] : image
      if (typeof url !== 'string' || url === '') return
      const known = images.get(url) ?? {
        url,
        id: readId(image),
        author: Number(readId(raw['author'])) || 0,
        alt_text: readImageText(image, 'alt_text'),
        caption: readImageText(image, 'caption'),
        references: [],
      }
      images.set(url, known)
      known.references.push({ kind, id: Number(raw['id']), where })
    },
    all: () => [...images.values()],
  }
}

/** Reads an ID, or the ID of an embedded record. */
function readId(value: unknown): number | undefined {
  const id = Number(isRawRecord(value) ? value['id'] : value)
  return Number.isInteger(id) && id > 0 && id <= MAX_INTEGER ? id : undefined
}

/** List responses have no texts of images; `wp/v2/media` and exports of WordPress have them. */
function readImageText(image: unknown, name: 'alt_text' | 'caption'): string {
  const text = isRawRecord(image) ? image[name] : undefined
  return typeof text === 'string' && text.isWellFormed() ? toPlainText(text.replaceAll('\0', '')) : ''
}

interface ImageImportOptions {
  readonly observer: {
    readonly problem: (text: string, where: string) => void
    readonly imageProgress?: (done: number, total: number) => void
  }
  readonly fetchesImages: boolean
}

/** Images fetched in parallel. Decoding is sequential. */
const CONCURRENT_FETCHES = 4

/**
 * Adds every image once and reports failures. Images keep their IDs if these are free. A record without an image in the
 * source keeps its current image.
 */
export async function importImages(
  services: Services,
  images: readonly RecordedImage[],
  { observer, fetchesImages }: ImageImportOptions,
): Promise<ImageCounts> {
  const counts = { fetched: 0, known: 0, skipped: 0, failed: 0 }
  const fetch = createImageFetcher(services)
  for (let done = 0; done < images.length; done += CONCURRENT_FETCHES) {
    const group = images.slice(done, done + CONCURRENT_FETCHES)
    for (const resolved of await Promise.all(
      group.map((image) => resolveImage(services, image, fetchesImages && fetch)),
    )) {
      const outcome = await saveImage(services, resolved)
      counts[outcome.kind] += 1
      if (outcome.kind === 'failed')
        observer.problem(describeFailure(resolved.image, outcome.reason), getLocation(resolved.image))
    }
    observer.imageProgress?.(Math.min(done + CONCURRENT_FETCHES, images.length), images.length)
  }
  return counts
}

const getLocation = ({ references: [first] }: RecordedImage): string => first?.where ?? ''

function describeFailure(image: RecordedImage, reason: string): string {
  const { url, references } = image
  const [first, ...others] = references
  const records = others.length > 0 ? ` and ${others.length} more` : ''
  return `${getLocation(image)}: ${first?.kind} ${first?.id}${records}: image ${url}: ${reason}`
}

type ImageOutcome = ImageFailure | { readonly kind: Exclude<keyof ImageCounts, 'failed'> }

/** State of an image before anything is written. */
type ResolvedImage = { readonly image: RecordedImage } & (
  | ImageFailure
  | { readonly kind: 'skipped' }
  | { readonly kind: 'known'; readonly id: number }
  | FetchedImage
)

async function resolveImage(
  { database }: Services,
  image: RecordedImage,
  fetch: FetchImage | false,
): Promise<ResolvedImage> {
  const url = parseImageUrl(image.url)
  if (url === undefined) return { image, ...createImageFailure('it is not an http or https URL') }
  const id = await findExistingImage(database.read, url)
  if (id !== undefined) return { image, kind: 'known', id }
  return fetch ? { image, ...(await fetch(url)) } : { image, kind: 'skipped' }
}

/** Keys of our own files contain 64 random bits, so they identify an image on any host. */
const OWN_KEY_PATTERN = /\/uploads\/(\d{4}\/\d{2}\/[a-z0-9-]+-[0-9a-f]{16}(?:-\d+x\d+)?\.\w+)$/

async function findExistingImage(db: Reader, url: string): Promise<number | undefined> {
  const key = OWN_KEY_PATTERN.exec(url)?.[1]
  const own = key !== undefined && isMediaKey(key) ? await findMediaByFile(db, key) : undefined
  return own ?? findMediaBySource(db, url)
}

/** Adds a new image to the library and assigns it to its records. */
async function saveImage(services: Services, resolved: ResolvedImage): Promise<ImageOutcome> {
  if (resolved.kind === 'failed' || resolved.kind === 'skipped') return resolved
  if (resolved.kind === 'known') {
    await services.database.transaction((tx) => setRecordImages(tx, services, resolved.image, resolved.id))
    return resolved
  }
  const staged = await storeFetchedImage(services, resolved.url, resolved.bytes)
  if ('failure' in staged) return createImageFailure(describeRejection(staged))
  await saveStagedImage(services, staged, async (tx) => {
    await setRecordImages(tx, services, resolved.image, await addImage(tx, services, resolved.image, staged))
  })
  return resolved
}

/** Adds an image that belongs to no record yet, unless the library already has it. */
export async function importImage(
  services: Services,
  { url, author }: Pick<RecordedImage, 'url' | 'author'>,
  fetch: FetchImage | false,
): Promise<{ readonly id: number } | ImageFailure | { readonly kind: 'skipped' }> {
  const resolved = await resolveImage(services, { url, author, alt_text: '', id: undefined, references: [] }, fetch)
  if (resolved.kind === 'failed' || resolved.kind === 'skipped') return resolved
  if (resolved.kind === 'known') return { id: resolved.id }
  const staged = await storeFetchedImage(services, resolved.url, resolved.bytes)
  if ('failure' in staged) return createImageFailure(describeRejection(staged))
  return { id: await saveStagedImage(services, staged, (tx) => addImage(tx, services, resolved.image, staged)) }
}

/** Deletes the files of an image whose transaction fails. */
async function saveStagedImage<T>(
  services: Services,
  staged: PendingImage,
  write: (tx: Writer) => Promise<T>,
): Promise<T> {
  try {
    return await services.database.transaction(write)
  } catch (error) {
    await removeFilesOfFailedWrite(services, listMediaKeys(staged.stored), error)
    throw error
  }
}

async function addImage(tx: Writer, services: Services, image: RecordedImage, staged: PendingImage): Promise<number> {
  const { id: recordedId, author, alt_text = '', caption = '' } = image
  const isFree = recordedId !== undefined && !(await findKinds(tx, [recordedId])).has(recordedId)
  const origin = { name: staged.name, source_url: staged.source, ...(isFree && { id: recordedId }) }
  const { id } = await addToLibrary(tx, services, staged.stored, { ...origin, author, alt_text, caption })
  if (isFree) await services.database.engine.resetSequence(tx, 'object_ids')
  return id
}

/** Records per statement. */
const BATCH_SIZE = 250

async function setRecordImages(
  tx: Writer,
  { now }: Services,
  { references }: RecordedImage,
  image: number,
): Promise<void> {
  for (const kind of ['event', 'venue', 'organizer'] as const) {
    const ids = references.filter((reference) => reference.kind === kind).map(({ id }) => id)
    for (const batch of splitIntoBatches(ids, BATCH_SIZE)) {
      const changed = await setImage(tx, kind, batch, image)
      await recordChanges(
        tx,
        changed.map(({ id, before }) => ({ kind, id, op: 'update', at: now(), fields: { image: [before, image] } })),
      )
    }
  }
}
