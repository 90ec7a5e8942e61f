/** The library of pictures: adding, describing, removing, finding. */
import { positiveInteger } from '../calendar/field.ts'
import { type Media, type MediaInput, type MediaPlan, mayEditMedia } from '../calendar/media.ts'
import { INVALID, invalid } from '../calendar/problem.ts'
import { forbidden, type Viewer } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import type { FlawedImage } from '../media/image-decoder.ts'
import { recordChange, recordChanges } from '../storage/changes.ts'
import type { Database, Reader, Writer } from '../storage/database.ts'
import {
  clearImage,
  deleteMedia,
  findMedia,
  findMediaIds,
  insertMedia,
  keysOf,
  takenMediaSlugs,
  updateMedia,
} from '../storage/media.ts'
import { claimIds, nextId } from '../storage/posts.ts'
import { plainText } from '../text/html.ts'
import { freeSlug, slugify, slugStem } from '../text/slug.ts'
import { toLocal } from '../text/zone.ts'
import { ownersOf } from './mentions.ts'
import {
  dropFiles,
  type ImageSource,
  removeFiles,
  type StoredPicture,
  storePicture,
  withoutEnding,
} from './picture-files.ts'
import type { Page } from './read-posts.ts'
import type { Services } from './services.ts'
import { transact } from './transact.ts'

/** What a new picture is called, and where it came from. */
interface Origin extends Partial<MediaInput> {
  /** Name of its file. */
  readonly name: string
  readonly source_url?: string
  /** An id of its own choosing, which must be free. */
  readonly id?: number
}

/** Enters a picture whose files are kept. Its title is the name of the file when none is given. */
export async function addToLibrary(
  tx: Writer,
  services: Services,
  viewer: Viewer,
  stored: StoredPicture,
  origin: Origin,
): Promise<Media> {
  const title = origin.title || titleOf(origin.name)
  const base = slugify(title) || 'picture'
  const times = timesOf(services)
  const media: Media = {
    ...stored,
    id: await takeId(tx, origin.id),
    author: viewer.id,
    slug: freeSlug(base, await takenMediaSlugs(tx, slugStem(base))),
    title,
    caption: origin.caption ?? '',
    alt_text: origin.alt_text ?? '',
    source_url: origin.source_url ?? '',
    post: origin.post ?? 0,
    date: times.modified,
    date_utc: times.modified_utc,
    ...times,
  }
  await insertMedia(tx, media)
  await recordChange(tx, { kind: 'media', id: media.id, op: 'create', at: media.date_utc })
  return media
}

async function takeId(tx: Writer, id: number | undefined): Promise<number> {
  if (id === undefined) return nextId(tx, 'media')
  await claimIds(tx, 'media', [id])
  return id
}

/** What the file is called without its ending; NUL is in no text, and no character is cut apart. */
function titleOf(name: string): string {
  const title = plainText(withoutEnding(name).slice(0, LONGEST_NAME).replaceAll('\0', ''))
  return Array.from(title).slice(0, LONGEST_TITLE).join('').toWellFormed()
}

const LONGEST_NAME = 2000
const LONGEST_TITLE = 200

function timesOf({ now, site }: Services): Pick<Media, 'modified' | 'modified_utc'> {
  const modified_utc = now()
  return { modified: toLocal(modified_utc, site.zone), modified_utc }
}

/** Adds a file that somebody sent. */
export async function upload(
  services: Services,
  viewer: Viewer,
  source: ImageSource,
  origin: Origin,
): Promise<Media | FlawedImage> {
  const stored = await storePicture(services, source, origin.name)
  if ('flaw' in stored) return stored
  try {
    return await transact(services, (tx) => addToLibrary(tx, services, viewer, stored, origin))
  } catch (error) {
    await dropFiles(services, keysOf(stored), error)
    throw error
  }
}

/** The picture as it is now, when it is still the viewer's to change; 400 when somebody removed it meanwhile. */
async function present(tx: Writer, { id }: Media, viewer: Viewer): Promise<Media> {
  const [media] = await findMedia(tx, [id])
  if (!media) throw invalid({ id: INVALID })
  if (!mayEditMedia(viewer, media)) throw forbidden(viewer)
  return media
}

/** What is left out stays. */
export function describeMedia(services: Services, viewer: Viewer, found: Media, input: MediaInput): Promise<Media> {
  return transact(services, async (tx) => {
    const current = await present(tx, found, viewer)
    const media = { ...current, ...input, ...timesOf(services) }
    await updateMedia(tx, media)
    await recordChange(tx, { kind: 'media', id: media.id, op: 'update', at: media.modified_utc })
    return media
  })
}

/** Removes a picture with its files for good; records that showed it show none. */
export async function removeMedia(services: Services, viewer: Viewer, found: Media): Promise<void> {
  const media = await transact(services, async (tx) => {
    const current = await present(tx, found, viewer)
    const times = timesOf(services)
    const cleared = await clearImage(tx, current.id, times)
    await deleteMedia(tx, current.id)
    const at = times.modified_utc
    await recordChanges(tx, [
      ...cleared.map(({ kind, id }) => ({ kind, id, op: 'update' as const, at })),
      { kind: 'media', id: current.id, op: 'delete', at },
    ])
    return current
  })
  await removeFiles(services, keysOf(media))
}

/** The picture of a path's `id`. */
export async function findMediaById(
  { read }: Database,
  { id }: Readonly<Record<string, string>>,
): Promise<Media | undefined> {
  const number = positiveInteger(id)
  return number === undefined ? undefined : (await findMedia(read, [number]))[0]
}

/** Pictures without the records they belong to where the viewer may not know of those. */
export async function asSeenBy(db: Reader, viewer: Viewer, pictures: readonly Media[]): Promise<Media[]> {
  const posts = [...new Set(pictures.map(({ post }) => post).filter((post) => post !== 0))]
  const owners = await ownersOf(db, 'post', posts)
  const known = new Set(owners.filter((owner) => mayRead(viewer, owner)).map(({ id }) => id))
  return pictures.map((media) => (known.has(media.post) ? media : { ...media, post: 0 }))
}

export async function listMedia(db: Reader, viewer: Viewer, plan: MediaPlan): Promise<Page<Media>> {
  const { ids, total } = await findMediaIds(db, plan)
  const byId = new Map((await findMedia(db, ids)).map((media) => [media.id, media]))
  const records = ids.flatMap((id) => byId.get(id) ?? [])
  return { records: await asSeenBy(db, viewer, records), total }
}
