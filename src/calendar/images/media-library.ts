/** Media library: add, edit, delete and list images. */

import { toPlainText } from '../../base/text/sanitize.ts'
import { createSlugStem, findFreeSlug, slugify } from '../../base/text/slug.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { toPositiveInteger } from '../../kernel/field.ts'
import type { Viewer } from '../../kernel/user.ts'
import { mayRead } from '../../kernel/visibility.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Database, Reader, Writer } from '../../storage/types.ts'
import { allocateId, claimIds } from '../posts/post-store.ts'
import type { ListResult } from '../posts/read-posts.ts'
import { recordMediaFields } from '../posts/recorded-fields.ts'
import { findPostOwners } from '../posts/resolve-references.ts'
import { retryTransaction } from '../retry-transaction.ts'
import type { Services } from '../services.ts'
import { type MediaWrite, requireEditableMedia } from './edit-media.ts'
import { type Media, NOT_DERIVED, UNEDITED } from './image.ts'
import type { RejectedImage } from './image-decoder.ts'
import type { MediaInput } from './image-fields.ts'
import {
  type ImageSource,
  removeExtension,
  removeFiles,
  removeFilesOfFailedWrite,
  type StoredImage,
  storeImage,
} from './image-files.ts'
import type { MediaPlan } from './image-query.ts'
import { deleteMedia, findMedia, findMediaIds, findTakenMediaSlugs, insertMedia, listMediaKeys } from './image-store.ts'
import { replaceImage } from './image-use.ts'
import { mayEditMedia } from './media-access.ts'
import { createMediaTimes, recordImageUses } from './media-changes.ts'

/** Metadata of a new image. */
interface MediaOrigin extends Partial<MediaInput> {
  /** File name. */
  readonly name: string
  readonly source_url?: string
  /** A chosen id, which must be free. */
  readonly id?: number
}

interface NewMedia extends MediaOrigin {
  /** Id of the user who owns the image. */
  readonly author: number
}

/** Adds an image whose files are stored. The title defaults to the file name. */
export async function addToLibrary(
  tx: Writer,
  services: Services,
  stored: StoredImage,
  { author, ...origin }: NewMedia,
): Promise<Media> {
  const title = origin.title || createTitle(origin.name)
  const base = slugify(title) || 'picture'
  const times = createMediaTimes(services)
  const media: Media = {
    ...stored,
    id: await claimMediaId(tx, origin.id),
    author,
    slug: findFreeSlug(base, await findTakenMediaSlugs(tx, createSlugStem(base))),
    title,
    caption: origin.caption ?? '',
    alt_text: origin.alt_text ?? '',
    source_url: origin.source_url ?? '',
    post: origin.post ?? 0,
    ...UNEDITED,
    ...NOT_DERIVED,
    date: times.modified,
    date_utc: times.modified_utc,
    ...times,
  }
  await insertMedia(tx, media)
  const fields = diffFields(undefined, recordMediaFields(media))
  await recordChange(tx, { kind: 'media', id: media.id, op: 'create', at: media.date_utc, fields })
  return media
}

async function claimMediaId(tx: Writer, requestedId: number | undefined): Promise<number> {
  if (requestedId === undefined) return allocateId(tx, 'media')
  await claimIds(tx, 'media', [requestedId])
  return requestedId
}

/** File name without extension; without NUL, which PostgreSQL rejects, and cut at whole characters. */
function createTitle(name: string): string {
  const title = toPlainText(removeExtension(name).slice(0, MAX_NAME_LENGTH).replaceAll('\0', ''))
  return Array.from(title).slice(0, MAX_TITLE_LENGTH).join('').toWellFormed()
}

const MAX_NAME_LENGTH = 2000
const MAX_TITLE_LENGTH = 200

/** Stores an uploaded file and adds it to the library. */
export async function uploadMedia(
  services: Services,
  viewer: Viewer,
  source: ImageSource,
  origin: MediaOrigin,
): Promise<Media | RejectedImage> {
  const stored = await storeImage(services, source, origin.name)
  if ('failure' in stored) return stored
  try {
    return await retryTransaction(services, (tx) =>
      addToLibrary(tx, services, stored, { ...origin, author: viewer.id }),
    )
  } catch (error) {
    await removeFilesOfFailedWrite(services, listMediaKeys(stored), error)
    throw error
  }
}

/** Deletes an image with its files permanently, and clears it in the records that use it. */
export async function removeMedia(
  services: Services,
  { viewer, precondition }: MediaWrite,
  media: Media,
): Promise<void> {
  const write = async (tx: Writer) => {
    const current = await requireEditableMedia(tx, media, viewer)
    await deleteImage(tx, services, current)
    return current
  }
  const removed = await retryTransaction(services, write, precondition)
  await removeFiles(services, listMediaKeys(removed))
}

/** Deletes an image without its files, and clears it in the records that use it. */
export async function deleteImage(tx: Writer, services: Services, media: Media): Promise<void> {
  const times = createMediaTimes(services)
  const at = times.modified_utc
  const cleared = await replaceImage(tx, { image: media.id, replacement: 0, ...times })
  await recordImageUses(tx, cleared, { at, fields: { image: [media.id, 0] } })
  await deleteMedia(tx, media.id)
  const fields = diffFields(recordMediaFields(media), undefined)
  await recordChange(tx, { kind: 'media', id: media.id, op: 'delete', at, fields })
}

/** Finds the image of the path parameter `id`. */
export async function findMediaById(
  { read }: Database,
  { id }: Readonly<Record<string, string>>,
): Promise<Media | undefined> {
  const mediaId = toPositiveInteger(id)
  return mediaId === undefined ? undefined : (await findMedia(read, [mediaId]))[0]
}

/** Removes parents that the viewer may not read, and originals of images that the viewer may not edit. */
export async function redactMedia(db: Reader, viewer: Viewer, mediaList: readonly Media[]): Promise<Media[]> {
  const posts = [...new Set(mediaList.map(({ post }) => post).filter((post) => post !== 0))]
  const owners = await findPostOwners(db, [{ kind: 'post', ids: posts }])
  const readableIds = new Set(owners.filter((owner) => mayRead(viewer, owner)).map(({ id }) => id))
  return mediaList.map((media) => ({
    ...media,
    post: readableIds.has(media.post) ? media.post : 0,
    original: mayEditMedia(viewer, media) ? media.original : null,
  }))
}

export async function listMedia(db: Reader, viewer: Viewer, plan: MediaPlan): Promise<ListResult<Media>> {
  const { ids, total } = await findMediaIds(db, plan)
  const byId = new Map((await findMedia(db, ids)).map((media) => [media.id, media]))
  const records = ids.flatMap((id) => byId.get(id) ?? [])
  return { records: await redactMedia(db, viewer, records), total }
}
