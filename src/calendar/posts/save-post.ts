/** Stores a record in the caller's transaction: unique slug, row, search text, change log and rendered fragment. */

import { runTogether } from '../../base/concurrency/run-together.ts'
import { findFreeSlug } from '../../base/text/slug.ts'
import { diffFields, type RecordedFields } from '../../kernel/change-record.ts'
import type { Post, PostByKind, PostKind } from '../../kernel/post.ts'
import { createInvalidParams, INVALID_VALUE, problem } from '../../kernel/problem.ts'
import type { Term } from '../../kernel/term.ts'
import { forbidden, type Viewer } from '../../kernel/user.ts'
import { mayEdit } from '../../kernel/visibility.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import type { ChangeOperation, Writer } from '../../storage/types.ts'
import { upsertWrittenFragment } from '../fragments/fragment-store.ts'
import type { RenderedFragment } from '../fragments/render-rows.ts'
import { findMedia } from '../images/image-store.ts'
import { indexPost } from '../lists/search-index.ts'
import { createCountChanges } from '../terms/term-store.ts'
import { allocateId, findIdByExternalId, findPost, findTakenSlugs, insertPost, updatePost } from './post-store.ts'
import { recordPostFields } from './recorded-fields.ts'

/** A stored record with its rendered fragment, so that neither needs to be read back. */
export interface WrittenPost<P> {
  readonly post: P
  /** Undefined when an existing record was reused without a change. */
  readonly row: RenderedFragment | undefined
  /** Terms of a new event, with counts that include it. */
  readonly terms?: readonly Term[]
}

/**
 * Checks what the record refers to, and assigns its id and slug. `current` is undefined for a new record. `storeRecord`
 * has to follow in the same transaction.
 */
export async function prepareRecord<K extends PostKind>(
  tx: Writer,
  kind: K,
  current: PostByKind[K] | undefined,
  desired: PostByKind[K],
): Promise<PostByKind[K]> {
  const [id, slug] = await runTogether([
    current ? Promise.resolve(current.id) : allocateId(tx, kind),
    createUniqueSlug(tx, kind, current, desired),
    assertImageExists(tx, current, desired),
    assertExternalIdFree(tx, kind, current, desired),
  ])
  return { ...desired, id, slug }
}

export interface PostChange<P> {
  /** Undefined for a new record. */
  readonly current: P | undefined
  readonly record: P
  /** Terms whose count changed. */
  readonly countedTerms?: readonly number[]
  /** Relations of an event for its history; of an update, those that are written. */
  readonly relations?: { readonly before: RecordedFields; readonly after: RecordedFields }
}

/** Writes the record with its search text, change log and fragment. */
export async function storeRecord<K extends PostKind>(
  tx: Writer,
  kind: K,
  { current, record, countedTerms = [], relations }: PostChange<PostByKind[K]>,
  row: RenderedFragment,
): Promise<void> {
  const at = record.modified_utc
  const before = current && { ...recordPostFields(kind, current), ...relations?.before }
  const fields = diffFields(before, { ...recordPostFields(kind, record), ...relations?.after })
  const change = { kind, id: record.id, op: chooseOperation(current, record), at, fields }
  await runTogether([
    current ? updatePost(tx, kind, record, current) : insertPost(tx, kind, record),
    indexPost(tx, kind, record, current),
    recordChanges(tx, [change, ...createCountChanges(countedTerms, at)]),
    upsertWrittenFragment(tx, row),
  ])
}

/** The image may have been deleted since the request was validated. */
export async function assertImageExists(tx: Writer, current: Post | undefined, { image }: Post): Promise<void> {
  if (image === 0 || image === current?.image) return
  if ((await findMedia(tx, [image])).length === 0) throw createInvalidParams({ image: INVALID_VALUE })
}

/** Does not reveal the other record, which the viewer may not be allowed to see. */
export async function assertExternalIdFree(
  tx: Writer,
  kind: PostKind,
  current: Post | undefined,
  { external_id }: Post,
): Promise<void> {
  if (external_id === '' || external_id === current?.external_id) return
  const ownerId = await findIdByExternalId(tx, kind, external_id)
  if (ownerId === undefined || ownerId === current?.id) return
  throw createInvalidParams({ external_id: { kind: 'invalid', message: 'error.external_id_taken' } })
}

function chooseOperation(current: { status: string } | undefined, record: { status: string }): ChangeOperation {
  if (!current) return 'create'
  return record.status === 'trash' && current.status !== 'trash' ? 'trash' : 'update'
}

/** Drafts and pending records reserve no slug, so theirs is not checked (wire-contract §6.7). */
async function createUniqueSlug<K extends PostKind>(
  tx: Writer,
  kind: K,
  current: PostByKind[K] | undefined,
  desired: PostByKind[K],
): Promise<string> {
  const { slug, status } = desired
  if (slug === '' || status === 'draft' || status === 'pending') return slug
  const isUnchanged = current?.slug === slug && current.status !== 'draft' && current.status !== 'pending'
  return isUnchanged ? slug : findFreeSlug(slug, await findTakenSlugs(tx, kind, slug, current?.id ?? 0))
}

const TRASHED_CODES = {
  event: 'event-is-in-trash',
  venue: 'venue-is-in-trash',
  organizer: 'organizer-is-in-trash',
} as const satisfies Record<PostKind, string>

/** A second DELETE returns 410 (wire-contract §9.6). */
export function assertNotTrashed(kind: PostKind, { status }: { status: string }): void {
  if (status === 'trash') throw problem(TRASHED_CODES[kind])
}

/** The input that restores a record from the trash to its former status. Throws `record-not-in-trash`. */
export function createRestoreInput({ status, trashed_from }: Pick<Post, 'status' | 'trashed_from'>) {
  if (status !== 'trash') throw problem('record-not-in-trash')
  return { status: trashed_from || 'draft' } as const
}

/**
 * Reads the record inside the transaction: it may have changed since the request found it. Throws `rest_forbidden` when
 * it was deleted or the viewer may not edit it any more.
 */
export async function requireCurrentPost<K extends PostKind>(
  tx: Writer,
  kind: K,
  found: { readonly id: number },
  viewer: Viewer,
): Promise<PostByKind[K]> {
  const current = await findPost(tx, kind, found.id)
  if (!current || !mayEdit(viewer, current)) throw forbidden(viewer)
  return current
}
