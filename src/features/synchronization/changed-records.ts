/** Presents records that may have changed to a client: their state, or a tombstone. */

import { createFragment, createJsonFragment, type FragmentWriterFn } from '../../calendar/fragments/json-fragment.ts'
import type { FragmentsById } from '../../calendar/fragments/read-fragments.ts'
import { findMatchingLinkedIds } from '../../calendar/linked/find-linked-ids.ts'
import { findMatchingEventIds } from '../../calendar/lists/find-event-ids.ts'
import { toFragment } from '../../calendar/posts/read-posts.ts'
import { readEventRecords, readLinkedRecords } from '../../calendar/posts/read-records.ts'
import { findTerms } from '../../calendar/terms/term-store.ts'
import { loadAncestors } from '../../calendar/terms/write-terms.ts'
import { type LinkedKind, POST_KINDS, type PostKind } from '../../kernel/post.ts'
import { can } from '../../kernel/user.ts'
import { findNeverPublicIds } from '../../storage/change-log/changes-since.ts'
import type { SynchronizedKind } from './changes-query.ts'
import { type ChangesView, hasRelationFilter } from './changes-view.ts'

/** A record that may have changed for the client. */
export interface Candidate {
  /** Undefined for a term of which only the id is known. */
  readonly kind: SynchronizedKind | undefined
  readonly id: number
  /** Whether the record itself was written, and not only a record that it contains. */
  readonly isOwn: boolean
}

/** A change as the client gets it. */
export interface ChangedRecord {
  readonly kind: SynchronizedKind
  readonly id: number
  /** Whether the client may no longer see the record, or it matches no longer. */
  readonly isDeleted: boolean
  /** Undefined if it is deleted, or if the client wants ids only. */
  readonly record: FragmentWriterFn | undefined
}

/** Writes the JSON of a change. */
export const createChangeWriter =
  ({ kind, id, isDeleted, record }: ChangedRecord): FragmentWriterFn =>
  (out) => {
    out.write(createFragment(`{"kind":"${kind}","id":${id},"deleted":${isDeleted}${record ? ',"record":' : ''}`))
    record?.(out)
    out.write(CLOSING)
  }

const CLOSING = createFragment('}')

/** The changes in the order of the candidates. */
export async function presentChanges(
  view: ChangesView,
  candidates: readonly Candidate[],
): Promise<readonly ChangedRecord[]> {
  const found = new Map<Candidate, ChangedRecord>()
  for (const kind of POST_KINDS)
    await presentPosts(
      view,
      kind,
      candidates.filter((one) => one.kind === kind),
      found,
    )
  await presentTerms(view, candidates.filter(isTerm), found)
  return candidates.flatMap((candidate) => found.get(candidate) ?? [])
}

const isTerm = ({ kind }: Candidate): boolean => kind === undefined || kind === 'category' || kind === 'tag'

type Found = Map<Candidate, ChangedRecord>

async function presentPosts(view: ChangesView, kind: PostKind, candidates: readonly Candidate[], found: Found) {
  if (candidates.length === 0) return
  const matching = new Set(await findMatchingIds(view, kind, collectIds(candidates)))
  const records = view.withRecords ? await readRecords(view, kind, [...matching]) : undefined
  const shown = (id: number) => matching.has(id) && (records === undefined || records.has(id))
  const hidden = candidates.filter(({ id }) => !shown(id))
  const deleted = new Set(await findDeletedIds(view, kind, hidden))
  for (const candidate of candidates) {
    const { id } = candidate
    if (shown(id)) found.set(candidate, { kind, id, isDeleted: false, record: records?.get(id) })
    else if (deleted.has(id)) found.set(candidate, { kind, id, isDeleted: true, record: undefined })
  }
}

const collectIds = (candidates: readonly Candidate[]): readonly number[] => candidates.map(({ id }) => id)

function findMatchingIds({ context, eventPlan, linkedPlan }: ChangesView, kind: PostKind, ids: readonly number[]) {
  const { read } = context.services.database
  return kind === 'event'
    ? findMatchingEventIds(read, eventPlan, ids)
    : findMatchingLinkedIds(read, kind, linkedPlan, ids)
}

const readRecords = (
  { context }: ChangesView,
  kind: 'event' | LinkedKind,
  ids: readonly number[],
): Promise<FragmentsById<FragmentWriterFn>> =>
  kind === 'event' ? readEventRecords(context, ids) : readLinkedRecords(context, kind, ids)

/**
 * Ids of the records that the client has to delete, if it has them. Clients who may not edit are not told of records that
 * were never public, so that nothing reveals when hidden records change. A related record can only make events match or not
 * that the viewer sees anyway.
 */
async function findDeletedIds(view: ChangesView, kind: PostKind, hidden: readonly Candidate[]) {
  const { services, access } = view.context
  const { read } = services.database
  const written = collectIds(hidden.filter(({ isOwn }) => isOwn))
  const affected = hasRelationFilter(view) ? collectIds(hidden.filter(({ isOwn }) => !isOwn)) : []
  const isEditor = can(access.viewer, 'edit_posts')
  const neverPublic = isEditor ? new Set<number>() : await findNeverPublicIds(read, kind, written)
  const visible = await findMatchingEventIds(read, view.visibleEventPlan, affected)
  return [...written.filter((id) => !neverPublic.has(id)), ...visible]
}

async function presentTerms(view: ChangesView, candidates: readonly Candidate[], found: Found): Promise<void> {
  if (candidates.length === 0) return
  const { read } = view.context.services.database
  const terms = new Map((await findTerms(read, collectIds(candidates))).map((term) => [term.id, term]))
  const placed = view.withRecords ? await loadAncestors(read, [...terms.values()]) : []
  const records = new Map(placed.map((one) => [one.term.id, one]))
  for (const candidate of candidates) {
    const { id } = candidate
    const term = records.get(id)
    const kind = terms.get(id)?.taxonomy ?? candidate.kind
    if (kind === undefined || !view.kinds.includes(kind)) continue
    const record = term && toFragment(createJsonFragment(view.presentTerm(term)))
    found.set(candidate, { kind, id, isDeleted: !terms.has(id), record })
  }
}
