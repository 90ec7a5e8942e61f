/** Merges venues, organizers, categories or tags into one of them. */

import { removeTrashSuffix } from '../../base/text/slug.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import type { LinkedInputByKind } from '../../calendar/linked/apply-linked-input.ts'
import { updateLinked } from '../../calendar/linked/write-linked.ts'
import type { Precondition } from '../../calendar/optimistic-lock.ts'
import { deletePost } from '../../calendar/posts/delete-post.ts'
import { type ModificationTimes, replaceImageParent } from '../../calendar/posts/delete-rows.ts'
import { insertMergedRecords, type MergeableKind } from '../../calendar/posts/merged-records.ts'
import { type MovedReferences, moveLinkedReferences, moveTermReferences } from '../../calendar/posts/move-references.ts'
import { moveChildren, recountTerm } from '../../calendar/posts/replace-references.ts'
import { assertNotTrashed, requireCurrentPost } from '../../calendar/posts/save-post.ts'
import { retryTransaction } from '../../calendar/retry-transaction.ts'
import type { Services } from '../../calendar/services.ts'
import { findCategoryTree } from '../../calendar/terms/term-store.ts'
import { deleteTermAndReferences, requireTerm } from '../../calendar/terms/write-terms.ts'
import { createWriteContext } from '../../calendar/write-context.ts'
import type { FieldChanges } from '../../kernel/change-record.ts'
import type { LinkedKind, PostByKind } from '../../kernel/post.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import type { Term } from '../../kernel/term.ts'
import type { Viewer } from '../../kernel/user.ts'
import { recordChange, recordChanges } from '../../storage/change-log/change-log.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Writer } from '../../storage/types.ts'
import { type EventTitle, findLatestEvents, redirectImports } from './merge-effects.ts'
import { replaceInWebhooks } from './merge-filters.ts'

export interface NamedId {
  readonly id: number
  readonly name: string
  readonly slug: string
}

export interface MergeResult {
  readonly target: NamedId
  /** The records that were merged and deleted. */
  readonly merged: readonly NamedId[]
  /** The affected events with the latest starts, the latest first. */
  readonly latestEvents: readonly EventTitle[]
  /** Number of all affected events. */
  readonly events: number
}

export interface MergeRequest {
  readonly viewer: Viewer
  readonly targetId: number
  readonly from: readonly number[]
  readonly precondition: Precondition | undefined
}

const MAX_LISTED_EVENTS = 20

/** Limits the number of statement parameters. */
const BATCH_SIZE = 500

const assertOthers = ({ from, targetId }: MergeRequest): void => {
  if (from.includes(targetId)) throw createInvalidParams({ from: INVALID_VALUE })
}

/**
 * Moves all events of the other records to the target and deletes them permanently, in one transaction. The fields of the
 * target stay, except that it gets an external id if it has none. Throws when the viewer may not edit all of them, and
 * for a trashed target.
 */
export function mergeLinked<K extends LinkedKind>(
  services: Services,
  kind: K,
  request: MergeRequest,
): Promise<MergeResult> {
  assertOthers(request)
  const { viewer, targetId, from, precondition } = request
  const write = async (tx: Writer) => {
    const context = createWriteContext(services, viewer)
    const { now: at, zone } = context.clock
    const times = { modified: toLocal(at, zone), modified_utc: at }
    const target: PostByKind[K] = await requireCurrentPost<K>(tx, kind, { id: targetId }, viewer)
    assertNotTrashed(kind, target)
    const sources: PostByKind[K][] = []
    for (const id of from) sources.push(await requireCurrentPost<K>(tx, kind, { id }, viewer))
    const moved = await moveLinkedReferences(tx, { kind, from, to: targetId }, times)
    const merged = sources.map(({ id, title, slug }) => ({ id, name: title, slug: removeTrashSuffix(slug) }))
    await saveRedirects(tx, { kind, targetId, merged })
    for (const source of sources) {
      await moveImages(tx, { from: source.id, to: targetId }, times)
      await deletePost<K>(tx, kind, source, context)
    }
    await recordMove(tx, moved)
    const externalId = sources.map(({ external_id }) => external_id).find((one) => one !== '')
    if (externalId !== undefined && target.external_id === '') {
      const input = { external_id: externalId } as LinkedInputByKind[K]
      await updateLinked<K>(tx, { kind, current: target }, input, context)
    }
    await recordChange(tx, { kind, id: targetId, op: 'update', at, action: 'merge', fields: listMerged(merged) })
    return createResult(tx, { id: targetId, name: target.title, slug: target.slug }, merged, moved)
  }
  return retryTransaction(services, write, precondition)
}

async function moveImages(
  tx: Writer,
  { from, to }: { readonly from: number; readonly to: number },
  times: ModificationTimes,
): Promise<void> {
  const at = times.modified_utc
  for (const id of await replaceImageParent(tx, { from, to }, times))
    await recordChange(tx, { kind: 'media', id, op: 'update', at, fields: { post: [from, to] } })
}

/** As `mergeLinked`. Children of a merged category move to the target, or to its parent if the target is below it. */
export function mergeTerms(
  services: Services,
  taxonomy: Term['taxonomy'],
  request: MergeRequest,
): Promise<MergeResult> {
  assertOthers(request)
  const { targetId, from, precondition } = request
  const write = async (tx: Writer) => {
    const { now: at, zone } = createWriteContext(services, request.viewer).clock
    const times = { modified: toLocal(at, zone), modified_utc: at }
    const { id, name, slug } = await requireTerm(tx, taxonomy, targetId)
    const merged: NamedId[] = []
    for (const fromId of from) merged.push(await requireTerm(tx, taxonomy, fromId))
    const moved = await moveTermReferences(tx, { taxonomy, from, to: targetId }, times)
    await saveRedirects(tx, { kind: taxonomy, targetId, merged })
    for (const fromId of from) await deleteMergedTerm(tx, await requireTerm(tx, taxonomy, fromId), targetId, at)
    await recountTerm(tx, targetId)
    await recordMove(tx, moved)
    await recordChange(tx, { kind: taxonomy, id, op: 'update', at, action: 'merge', fields: listMerged(merged) })
    return createResult(tx, { id, name, slug }, merged, moved)
  }
  return retryTransaction(services, write, precondition)
}

async function deleteMergedTerm(tx: Writer, term: Term, to: number, at: string): Promise<void> {
  if (term.taxonomy === 'category' && !(await isBelow(tx, to, term.id))) {
    const fields = { parent: [term.id, to] } as const
    for (const id of await moveChildren(tx, { from: term.id, to, at }))
      await recordChange(tx, { kind: 'category', id, op: 'update', at, fields })
  }
  await deleteTermAndReferences(tx, term, at)
}

async function isBelow(tx: Writer, id: number, ancestorId: number): Promise<boolean> {
  const parents = new Map((await findCategoryTree(tx)).map((category) => [category.id, category.parent]))
  let current = parents.get(id) ?? 0
  for (let steps = 0; current !== 0 && current !== ancestorId && steps <= parents.size; steps++)
    current = parents.get(current) ?? 0
  return current === ancestorId
}

const listMerged = (merged: readonly NamedId[]): FieldChanges => ({
  merged: [null, merged.map(({ id, name, slug }) => ({ id, name, slug }))],
})

interface MergeRedirects {
  readonly kind: MergeableKind
  readonly targetId: number
  readonly merged: readonly NamedId[]
}

async function saveRedirects(tx: Writer, { kind, targetId, merged }: MergeRedirects): Promise<void> {
  const move = { kind, from: merged.map(({ id }) => id), to: targetId }
  await insertMergedRecords(tx, { kind, targetId }, merged)
  await redirectImports(tx, move)
  await replaceInWebhooks(tx, move)
}

async function recordMove(tx: Writer, { changes }: MovedReferences): Promise<void> {
  for (const batch of splitIntoBatches(changes, BATCH_SIZE)) await recordChanges(tx, batch)
}

async function createResult(
  tx: Writer,
  target: NamedId,
  merged: readonly NamedId[],
  { eventIds }: MovedReferences,
): Promise<MergeResult> {
  const latestEvents = await findLatestEvents(tx, eventIds, MAX_LISTED_EVENTS)
  return { target, merged, latestEvents, events: eventIds.length }
}
