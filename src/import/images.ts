/** Images that recorded records name by their addresses: fetched once the records are written, whose ids they must not take. */
import { addToLibrary } from '../actions/media.ts'
import { dropFiles } from '../actions/picture-files.ts'
import { type StagedImage, stageFetched } from '../actions/pictures.ts'
import type { Services } from '../actions/services.ts'
import { HIGHEST_INTEGER } from '../calendar/field.ts'
import { fullSizeKey, isMediaKey } from '../calendar/media.ts'
import type { PostKind } from '../calendar/post.ts'
import { pictureAddress } from '../calendar/shared-fields.ts'
import { recordChanges } from '../storage/changes.ts'
import type { Reader, Writer } from '../storage/database.ts'
import { findMediaByKey, findMediaBySource, keysOf, setImage } from '../storage/media.ts'
import { kindsOf } from '../storage/posts.ts'
import {
  createImageFetch,
  describeFlaw,
  type Failed,
  type FetchedImage,
  failed,
  type ImageFetch,
} from './image-fetch.ts'
import { isRaw } from './reader.ts'
import type { Entry } from './tally.ts'

export interface ImageCounts {
  readonly fetched: number
  /** Fetched by an earlier import, or uploaded here. */
  readonly known: number
  /** Not fetched since that was not wanted. */
  readonly skipped: number
  readonly failed: number
}

/** A record, and the image that it is to show. */
interface Reference {
  readonly kind: PostKind
  readonly id: number
  readonly where: string
}

/** An image with the records that show it. */
interface WantedImage {
  /** As recorded. */
  readonly url: string
  /** The id that it has where it was recorded. */
  readonly id: number | undefined
  readonly author: number
  readonly references: Reference[]
}

export interface ImageReferences {
  readonly add: (kind: PostKind, entry: Entry) => void
  readonly all: () => readonly WantedImage[]
}

/** Collects the images of records as these are written. */
export function createImageReferences(): ImageReferences {
  const wanted = new Map<string, WantedImage>()
  return {
    add: (kind, { raw, where }) => {
      const image = raw['image']
      const url = isRaw(image) ? image['url'] : image
      if (typeof url !== 'string' || url === '') return
      const known = wanted.get(url) ?? {
        url,
        id: idIn(image),
        author: Number(idIn(raw['author'])) || 0,
        references: [],
      }
      wanted.set(url, known)
      known.references.push({ kind, id: Number(raw['id']), where })
    },
    all: () => [...wanted.values()],
  }
}

/** The id of a record, or an id itself. */
function idIn(value: unknown): number | undefined {
  const id = Number(isRaw(value) ? value['id'] : value)
  return Number.isInteger(id) && id > 0 && id <= HIGHEST_INTEGER ? id : undefined
}

interface ImageImport {
  readonly watch: {
    readonly problem: (text: string) => void
    readonly imageProgress?: (done: number, total: number) => void
  }
  readonly fetchesImages: boolean
}

/** Images that are fetched at the same time. They are decoded one after the other. */
const TOGETHER = 4

/**
 * Every image is entered once, and an image that cannot be had is told. Images keep their ids where these are free. A record
 * without a recorded image keeps the one it has.
 */
export async function importImages(
  services: Services,
  images: readonly WantedImage[],
  { watch, fetchesImages }: ImageImport,
): Promise<ImageCounts> {
  const counts = { fetched: 0, known: 0, skipped: 0, failed: 0 }
  const fetch = createImageFetch(services)
  for (let done = 0; done < images.length; done += TOGETHER) {
    const group = images.slice(done, done + TOGETHER)
    for (const found of await Promise.all(group.map((image) => find(services, image, fetchesImages && fetch)))) {
      const outcome = await settle(services, found)
      counts[outcome.kind] += 1
      if (outcome.kind === 'failed') watch.problem(describeFailure(found.image, outcome.reason))
    }
    watch.imageProgress?.(Math.min(done + TOGETHER, images.length), images.length)
  }
  return counts
}

function describeFailure({ url, references: [first, ...others] }: WantedImage, reason: string): string {
  const records = others.length > 0 ? ` and ${others.length} more` : ''
  return `${first?.where}: ${first?.kind} ${first?.id}${records}: image ${url}: ${reason}`
}

type Outcome = Failed | { readonly kind: Exclude<keyof ImageCounts, 'failed'> }

/** What is known of an image before anything is written. */
type Found = { readonly image: WantedImage } & (
  | Failed
  | { readonly kind: 'skipped' }
  | { readonly kind: 'known'; readonly id: number }
  | FetchedImage
)

async function find({ database }: Services, image: WantedImage, fetch: ImageFetch | false): Promise<Found> {
  const url = pictureAddress(image.url)
  if (url === undefined) return { image, ...failed('it is not an http address') }
  const id = await findKnown(database.read, url)
  if (id !== undefined) return { image, kind: 'known', id }
  return fetch ? { image, ...(await fetch(url)) } : { image, kind: 'skipped' }
}

/** Names of our own files hold 64 random bits, so they tell an image whatever host it was served from. */
const OWN_KEY = /\/uploads\/(\d{4}\/\d{2}\/[a-z0-9-]+-[0-9a-f]{16}(?:-\d+x\d+)?\.\w+)$/

async function findKnown(db: Reader, url: string): Promise<number | undefined> {
  const key = OWN_KEY.exec(url)?.[1]
  const own = key !== undefined && isMediaKey(key) ? await findMediaByKey(db, fullSizeKey(key)) : undefined
  return own ?? findMediaBySource(db, url)
}

/** Enters an image into the library, where it is new, and has the records show it. */
async function settle(services: Services, found: Found): Promise<Outcome> {
  if (found.kind === 'failed' || found.kind === 'skipped') return found
  if (found.kind === 'known') {
    await services.database.transaction((tx) => showImage(tx, services, found.image, found.id))
    return found
  }
  const staged = await stageFetched(services, found.url, found.bytes)
  if ('flaw' in staged) return failed(describeFlaw(staged))
  try {
    await services.database.transaction(async (tx) => {
      await showImage(tx, services, found.image, await enter(tx, services, found.image, staged))
    })
    return found
  } catch (error) {
    await dropFiles(services, keysOf(staged.stored), error)
    throw error
  }
}

async function enter(tx: Writer, services: Services, image: WantedImage, staged: StagedImage): Promise<number> {
  const { id: wished, author } = image
  const isFree = wished !== undefined && !(await kindsOf(tx, [wished])).has(wished)
  const origin = { name: staged.name, source_url: staged.source, ...(isFree && { id: wished }) }
  const { id } = await addToLibrary(tx, services, { id: author, role: 'author' }, staged.stored, origin)
  if (isFree) await services.database.engine.resetSequence(tx, 'object_ids')
  return id
}

/** Records in a statement. */
const BATCH = 250

async function showImage(tx: Writer, { now }: Services, { references }: WantedImage, image: number): Promise<void> {
  for (const kind of ['event', 'venue', 'organizer'] as const) {
    const ids = references.filter((one) => one.kind === kind).map(({ id }) => id)
    for (let at = 0; at < ids.length; at += BATCH) {
      const changed = await setImage(tx, kind, ids.slice(at, at + BATCH), image)
      await recordChanges(
        tx,
        changed.map((id) => ({ kind, id, op: 'update', at: now() })),
      )
    }
  }
}
