/** Media library: add, edit, delete and list images. */

import { toLocal } from '../../datetime/time-zone.ts'
import { mayEditMedia } from '../../domain/access/media-access.ts'
import { mayRead } from '../../domain/access/visibility.ts'
import { toPositiveInteger } from '../../domain/fields/field.ts'
import type { MediaInput } from '../../domain/fields/media-fields.ts'
import { diffFields } from '../../domain/history/history.ts'
import { recordMediaFields } from '../../domain/history/recorded-fields.ts'
import type { Media } from '../../domain/model/media.ts'
import { forbidden, type Viewer } from '../../domain/model/user.ts'
import { createInvalidParams, INVALID_VALUE } from '../../domain/problem.ts'
import type { MediaPlan } from '../../domain/query/media-query.ts'
import { toPlainText } from '../../html/sanitize.ts'
import type { RejectedImage } from '../../media/image-decoder.ts'
import { recordChange, recordChanges } from '../../storage/changes/change-log.ts'
import type { Database, Reader, Writer } from '../../storage/core/types.ts'
import {
  clearImage,
  deleteMedia,
  findMedia,
  findMediaIds,
  findTakenMediaSlugs,
  insertMedia,
  listMediaKeys,
  updateMedia,
} from '../../storage/stores/media.ts'
import { allocateId, claimIds } from '../../storage/stores/posts.ts'
import { createSlugStem, findFreeSlug, slugify } from '../../text/slug.ts'
import type { Precondition } from '../optimistic-lock.ts'
import type { ListResult } from '../read/read-posts.ts'
import { findPostOwners } from '../read/resolve-references.ts'
import { retryTransaction } from '../retry-transaction.ts'
import type { Services } from '../services.ts'
import {
  type ImageSource,
  removeExtension,
  removeFiles,
  removeFilesOfFailedWrite,
  type StoredImage,
  storeImage,
} from './image-files.ts'

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
  const times = createTimestamps(services)
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

function createTimestamps({ now, site }: Services): Pick<Media, 'modified' | 'modified_utc'> {
  const modified_utc = now()
  return { modified: toLocal(modified_utc, site.zone), modified_utc }
}

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

/**
 * Reads the image inside the transaction. Throws a 400 when it was deleted meanwhile, and `rest_forbidden` when the
 * viewer may not edit it.
 */
async function requireMedia(tx: Writer, { id }: Media, viewer: Viewer): Promise<Media> {
  const [media] = await findMedia(tx, [id])
  if (!media) throw createInvalidParams({ id: INVALID_VALUE })
  if (!mayEditMedia(viewer, media)) throw forbidden(viewer)
  return media
}

/** Who changes an image, and the revision that it must have. */
export interface MediaWrite {
  readonly viewer: Viewer
  readonly precondition: Precondition | undefined
}

/** A partial update: omitted fields keep their values. */
export function editMedia(
  services: Services,
  { viewer, precondition }: MediaWrite,
  media: Media,
  input: MediaInput,
): Promise<Media> {
  const write = async (tx: Writer) => {
    const current = await requireMedia(tx, media, viewer)
    const updated = { ...current, ...input, ...createTimestamps(services) }
    await updateMedia(tx, updated)
    const fields = diffFields(recordMediaFields(current), recordMediaFields(updated))
    await recordChange(tx, { kind: 'media', id: updated.id, op: 'update', at: updated.modified_utc, fields })
    return updated
  }
  return retryTransaction(services, write, precondition)
}

/** Deletes an image with its files permanently, and clears it in the records that use it. */
export async function removeMedia(
  services: Services,
  { viewer, precondition }: MediaWrite,
  media: Media,
): Promise<void> {
  const write = async (tx: Writer) => {
    const current = await requireMedia(tx, media, viewer)
    await deleteImage(tx, services, current)
    return current
  }
  const removed = await retryTransaction(services, write, precondition)
  await removeFiles(services, listMediaKeys(removed))
}

/** Deletes an image without its files, and clears it in the records that use it. */
export async function deleteImage(tx: Writer, services: Services, media: Media): Promise<void> {
  const times = createTimestamps(services)
  const cleared = await clearImage(tx, media.id, times)
  await deleteMedia(tx, media.id)
  const at = times.modified_utc
  const fields = { image: [media.id, 0] } as const
  await recordChanges(tx, [
    ...cleared.map(({ kind, id }) => ({ kind, id, op: 'update' as const, at, fields })),
    { kind: 'media', id: media.id, op: 'delete', at, fields: diffFields(recordMediaFields(media), undefined) },
  ])
}

/** Finds the image of the path parameter `id`. */
export async function findMediaById(
  { read }: Database,
  { id }: Readonly<Record<string, string>>,
): Promise<Media | undefined> {
  const mediaId = toPositiveInteger(id)
  return mediaId === undefined ? undefined : (await findMedia(read, [mediaId]))[0]
}

/** Clears the parent of images where the viewer may not read it. */
export async function hideUnreadableParents(db: Reader, viewer: Viewer, mediaList: readonly Media[]): Promise<Media[]> {
  const posts = [...new Set(mediaList.map(({ post }) => post).filter((post) => post !== 0))]
  const owners = await findPostOwners(db, [{ kind: 'post', ids: posts }])
  const readableIds = new Set(owners.filter((owner) => mayRead(viewer, owner)).map(({ id }) => id))
  return mediaList.map((media) => (readableIds.has(media.post) ? media : { ...media, post: 0 }))
}

export async function listMedia(db: Reader, viewer: Viewer, plan: MediaPlan): Promise<ListResult<Media>> {
  const { ids, total } = await findMediaIds(db, plan)
  const byId = new Map((await findMedia(db, ids)).map((media) => [media.id, media]))
  const records = ids.flatMap((id) => byId.get(id) ?? [])
  return { records: await hideUnreadableParents(db, viewer, records), total }
}
