/** Keeping a changed record: slug made unique, row, search text and change log, all in the caller's transaction. */
import type { Post, PostKind, PostOf } from '../calendar/post.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import { INVALID, invalid, problem } from '../calendar/problem.ts'
import { forbidden, type Viewer } from '../calendar/user.ts'
import { mayEdit } from '../calendar/visibility.ts'
import { type ChangeOperation, recordChange } from '../storage/changes.ts'
import type { Writer } from '../storage/database.ts'
import { findMedia } from '../storage/media.ts'
import { findIdByExternalId, findPost, insertPost, nextId, takenSlugs, updatePost } from '../storage/posts.ts'
import { indexText } from '../storage/search.ts'
import { freeSlug } from '../text/slug.ts'
import { clockOf, type Services } from './services.ts'

/** Circumstances of a write that names no picture by its address. */
export function circumstancesOf(services: Services, viewer: Viewer): Circumstances {
  const { currency } = services.site
  return {
    viewer,
    clock: clockOf(services),
    salt: () => services.random(8),
    pictures: new Map(),
    currency: currency.code,
  }
}

/** Inserts the record (`current` undefined) or replaces it, and returns it as kept. */
export async function savePost<K extends PostKind>(
  tx: Writer,
  kind: K,
  current: PostOf[K] | undefined,
  wished: PostOf[K],
): Promise<PostOf[K]> {
  await refuseLostImage(tx, current, wished)
  const id = current?.id ?? (await nextId(tx, kind))
  const record: PostOf[K] = { ...wished, id, slug: await uniqueSlug(tx, kind, current, { ...wished, id }) }
  if (record.external_id !== current?.external_id) await refuseTaken(tx, kind, record)
  if (current) await updatePost(tx, kind, record)
  else await insertPost(tx, kind, record)
  await indexText(tx, kind, record, current === undefined)
  await recordChange(tx, { kind, id, op: operation(current, record), at: record.modified_utc })
  return record
}

/** A picture may have been removed from the library since the request was checked. */
async function refuseLostImage(tx: Writer, current: Post | undefined, { image }: Post): Promise<void> {
  if (image === 0 || image === current?.image) return
  if ((await findMedia(tx, [image])).length === 0) throw invalid({ image: INVALID })
}

/** Which record has the external id is not told: the caller may not be allowed to see it. */
async function refuseTaken(tx: Writer, kind: PostKind, { id, external_id }: Post): Promise<void> {
  const holder = external_id === '' ? undefined : await findIdByExternalId(tx, kind, external_id)
  if (holder === undefined || holder === id) return
  throw invalid({ external_id: { kind: 'invalid', message: 'error.external_id_taken' } })
}

function operation(current: { status: string } | undefined, record: { status: string }): ChangeOperation {
  if (!current) return 'create'
  return record.status === 'trash' && current.status !== 'trash' ? 'trash' : 'update'
}

/** Drafts and pending records hold no slug, so theirs is not checked (contract 6.7). */
async function uniqueSlug<K extends PostKind>(
  tx: Writer,
  kind: K,
  current: PostOf[K] | undefined,
  wished: PostOf[K],
): Promise<string> {
  const { id, slug, status } = wished
  if (slug === '' || status === 'draft' || status === 'pending') return slug
  const isKept = current?.slug === slug && current.status !== 'draft' && current.status !== 'pending'
  return isKept ? slug : freeSlug(slug, await takenSlugs(tx, kind, slug, id))
}

const IN_TRASH = {
  event: 'event-is-in-trash',
  venue: 'venue-is-in-trash',
  organizer: 'organizer-is-in-trash',
} as const satisfies Record<PostKind, string>

/** A second DELETE is 410 (contract 9.6). */
export function refuseTrashed(kind: PostKind, { status }: { status: string }): void {
  if (status === 'trash') throw problem(IN_TRASH[kind])
}

/**
 * The record as it is now: somebody may have changed or removed it since the request found it. Throws `rest_forbidden`
 * when it is no longer the viewer's to change.
 */
export async function currentPost<K extends PostKind>(
  tx: Writer,
  kind: K,
  found: { readonly id: number },
  viewer: Viewer,
): Promise<PostOf[K]> {
  const current = await findPost(tx, kind, found.id)
  if (!current || !mayEdit(viewer, current)) throw forbidden(viewer)
  return current
}
