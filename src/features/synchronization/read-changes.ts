/** Reads pages of changes: first a snapshot of all records, then what the change log names. */
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import { findLinkedIdsAfter } from '../../calendar/linked/find-linked-ids.ts'
import {
  type AffectedRange,
  findDescendantIds,
  findEventIdsOfLinked,
  findEventIdsOfTerm,
  findEventIdsWithOpening,
} from '../../calendar/lists/affected-events.ts'
import { findEventIdsAfter } from '../../calendar/lists/find-event-ids.ts'
import { LINK_LEAD_SECONDS } from '../../calendar/posts/virtual-link.ts'
import type { Services } from '../../calendar/services.ts'
import { findTermIdsAfter } from '../../calendar/terms/term-store.ts'
import { problem } from '../../kernel/problem.ts'
import {
  type ChangeEntry,
  containsChanges,
  createMark,
  findEntriesBetween,
} from '../../storage/change-log/changes-since.ts'
import type { Position, Reader } from '../../storage/types.ts'
import type { ChangeCursor } from './change-cursor.ts'
import { type Candidate, type ChangedRecord, presentChanges } from './changed-records.ts'
import type { SynchronizedKind } from './changes-query.ts'
import { type ChangesView, hasTermFilter } from './changes-view.ts'
import { type HistoryState, readHistoryState, STATE_RETRY_SECONDS } from './history-state.ts'

export interface ChangesPage {
  readonly changes: readonly ChangedRecord[]
  /** Continues after the page. */
  readonly cursor: ChangeCursor
  /** Whether the next page may be requested at once. */
  readonly hasMore: boolean
  /** Whether the filters have to be resolved again for the next page, because terms have changed. */
  readonly isOutdated: boolean
}

/** A page with the state of the database from which it was read. */
export interface CurrentPage extends ChangesPage {
  readonly state: Position
}

export interface PageBounds {
  /** Approximate number of changes. */
  readonly limit: number
  /** Sequence number of the last change to read; by default the newest. */
  readonly upTo?: number
}

/** Entries of the change log per page, also if the client may see none of them. */
const MAX_ENTRIES = 1000

/** The cursor of a new client: before the snapshot, or, without one, at the newest change. */
export function createCursor(
  { context, digest }: Pick<ChangesView, 'context' | 'digest'>,
  { epoch, seq, mark }: HistoryState,
  withSnapshot: boolean,
): ChangeCursor {
  const startedAt = context.services.now()
  const snapshot = withSnapshot ? { kindIndex: 0, afterId: 0 } : undefined
  const position = { epoch, seq, mark, seen: { seq, mark } }
  return { ...position, view: digest, startedAt, sentUntil: startedAt, snapshot, partial: undefined }
}

/** Throws `cursor-expired` for a cursor of other filters. */
export function assertSameView({ digest }: Pick<ChangesView, 'digest'>, cursor: ChangeCursor): void {
  if (cursor.view !== digest) throw problem('cursor-expired')
}

/** Throws `cursor-expired` for a cursor of a state that the database does not continue. */
export async function assertContinuable({ database }: Services, cursor: ChangeCursor): Promise<void> {
  await assertContained(database.read, cursor, await readHistoryState(database))
}

/**
 * Throws `cursor-expired` unless the log contains the changes that the client has seen. Another epoch may contain them as
 * well, for example after a restore. The start of the log is the same only within an epoch, while no changes were deleted.
 */
async function assertContained(db: Reader, cursor: ChangeCursor, { epoch, oldest }: HistoryState): Promise<void> {
  const hasStart = cursor.seq > 0 || (cursor.epoch === epoch && oldest <= 1)
  if (hasStart && (await containsChanges(db, [cursor, cursor.seen]))) return
  throw problem('cursor-expired')
}

/**
 * Throws `cursor-expired` like `assertContinuable`. The state of the database is read before and after the page, because a
 * failover in between would combine records of two servers.
 */
export async function readChanges(view: ChangesView, cursor: ChangeCursor, bounds: PageBounds): Promise<CurrentPage> {
  const { database } = view.context.services
  const state = await readHistoryState(database)
  await assertContained(database.read, cursor, state)
  const range = { limit: bounds.limit, upTo: Math.min(bounds.upTo ?? state.seq, state.seq) }
  const page = cursor.snapshot
    ? await readSnapshot(view, cursor, cursor.snapshot, range)
    : await readLog(view, cursor, range)
  const { epoch, newest } = await readHistoryState(database)
  if (epoch !== state.epoch) throw problem('overloaded', { retryAfter: STATE_RETRY_SECONDS })
  return { ...page, state, cursor: { ...page.cursor, epoch, seen: newest } }
}

/**
 * Records in the order of their ids. Writes meanwhile are harmless: the log is then read from the state at the start of the
 * snapshot.
 */
async function readSnapshot(
  view: ChangesView,
  cursor: ChangeCursor,
  start: NonNullable<ChangeCursor['snapshot']>,
  { limit, upTo }: Required<PageBounds>,
): Promise<ChangesPage> {
  const candidates: Candidate[] = []
  let { kindIndex, afterId } = start
  for (let kind = view.kinds[kindIndex]; kind && candidates.length < limit; kind = view.kinds[kindIndex]) {
    const wanted = limit - candidates.length
    const ids = await findIdsAfter(view, kind, afterId, wanted)
    for (const id of ids) candidates.push({ kind, id, isOwn: false })
    const isLastOfKind = ids.length < wanted
    if (isLastOfKind) kindIndex++
    afterId = isLastOfKind ? 0 : (ids.at(-1) ?? 0)
  }
  const isComplete = kindIndex >= view.kinds.length
  const changes = (await presentChanges(view, candidates)).filter(({ isDeleted }) => !isDeleted)
  const next = { ...cursor, snapshot: isComplete ? undefined : { kindIndex, afterId } }
  return { changes, cursor: next, hasMore: !isComplete || cursor.seq < upTo, isOutdated: false }
}

function findIdsAfter(
  { context, eventPlan, linkedPlan }: ChangesView,
  kind: SynchronizedKind,
  afterId: number,
  limit: number,
): Promise<readonly number[]> {
  const { read } = context.services.database
  if (kind === 'event') return findEventIdsAfter(read, eventPlan, afterId, limit)
  if (kind === 'venue' || kind === 'organizer') return findLinkedIdsAfter(read, kind, linkedPlan, { afterId, limit })
  return findTermIdsAfter(read, kind, afterId, limit)
}

async function readLog(view: ChangesView, cursor: ChangeCursor, bounds: Required<PageBounds>): Promise<ChangesPage> {
  const { services } = view.context
  const range = { after: cursor.seq, upTo: bounds.upTo }
  const entries = await findEntriesBetween(services.database.read, range, MAX_ENTRIES)
  const current = selectCurrent(view, entries)
  const isOutdated = current.length < entries.length
  const { candidates, cursor: next, isComplete } = await collectCandidates(view, cursor, current, bounds)
  const isCaughtUp = isComplete && !isOutdated && entries.length < MAX_ENTRIES
  const now = services.now()
  if (isCaughtUp) for (const id of await findOpenedIds(view, cursor.sentUntil, now)) candidates.add('event', id, false)
  return {
    changes: await presentChanges(view, candidates.list()),
    cursor: { ...next, ...(isCaughtUp && now > next.sentUntil && { sentUntil: now }) },
    hasMore: !isCaughtUp,
    isOutdated,
  }
}

/** Entries up to the first change of a term after the filters were resolved, if these name terms. */
function selectCurrent(view: ChangesView, entries: readonly ChangeEntry[]): readonly ChangeEntry[] {
  if (!hasTermFilter(view)) return entries
  const end = entries.findIndex(({ seq, kind }) => seq > view.resolvedSeq && (kind === 'category' || kind === 'tag'))
  return end < 0 ? entries : entries.slice(0, end)
}

interface Collected {
  readonly candidates: CandidateSet
  readonly cursor: ChangeCursor
  /** Whether all entries were processed. */
  readonly isComplete: boolean
}

/** Each record is sent once per page, at the place of its last change. */
async function collectCandidates(
  view: ChangesView,
  cursor: ChangeCursor,
  entries: readonly ChangeEntry[],
  { limit }: Required<PageBounds>,
): Promise<Collected> {
  const candidates = createCandidateSet()
  const newest = new Map(entries.map(({ kind, id, seq }) => [`${kind} ${id}`, seq]))
  let next = cursor
  for (const entry of entries) {
    if (candidates.size() >= limit) return { candidates, cursor: next, isComplete: false }
    if (newest.get(`${entry.kind} ${entry.id}`) === entry.seq) {
      if (!next.partial) await addWritten(view, candidates, entry)
      const range = { afterId: next.partial?.afterId ?? 0, limit: Math.max(1, limit - candidates.size()) }
      const affected = await findAffectedIds(view, entry, range)
      for (const id of affected) candidates.add('event', id, false)
      const lastId = affected.length < range.limit ? undefined : affected.at(-1)
      if (lastId !== undefined)
        return { candidates, cursor: { ...next, partial: { afterId: lastId } }, isComplete: false }
    }
    next = { ...next, seq: entry.seq, mark: createMark(entry), partial: undefined }
  }
  return { candidates, cursor: next, isComplete: true }
}

interface CandidateSet {
  /** A candidate that is added again moves to the end. */
  readonly add: (kind: SynchronizedKind | undefined, id: number, isOwn: boolean) => void
  readonly list: () => readonly Candidate[]
  readonly size: () => number
}

function createCandidateSet(): CandidateSet {
  const byRecord = new Map<string, Candidate>()
  return {
    add: (kind, id, isOwn) => {
      // Categories and tags have common ids.
      const key = `${kind === undefined || kind === 'category' || kind === 'tag' ? 'term' : kind} ${id}`
      const earlier = byRecord.get(key)
      byRecord.delete(key)
      byRecord.set(key, { kind: kind ?? earlier?.kind, id, isOwn: isOwn || earlier?.isOwn === true })
    },
    list: () => [...byRecord.values()],
    size: () => byRecord.size,
  }
}

/** The URL of a category contains its ancestors. */
async function addWritten({ context, kinds }: ChangesView, candidates: CandidateSet, { kind: name, id }: ChangeEntry) {
  const kind = kinds.find((one) => one === name)
  const isCount = name === 'count' && (kinds.includes('category') || kinds.includes('tag'))
  if (kind !== undefined || isCount) candidates.add(kind, id, true)
  if (kind !== 'category') return
  for (const below of await findDescendantIds(context.services.database.read, id)) candidates.add(kind, below, false)
}

/** Events that contain the record. The counts of their terms are not worth sending all of them again. */
async function findAffectedIds(
  { context, kinds }: ChangesView,
  { kind, id }: ChangeEntry,
  range: AffectedRange,
): Promise<readonly number[]> {
  const { read } = context.services.database
  if (!kinds.includes('event')) return []
  if (kind === 'venue' || kind === 'organizer') return findEventIdsOfLinked(read, id, range)
  return kind === 'category' || kind === 'tag' ? findEventIdsOfTerm(read, id, range) : []
}

/** Events whose link has become visible, which the change log does not contain. */
async function findOpenedIds({ context, kinds }: ChangesView, after: DateTime, upTo: DateTime) {
  if (!kinds.includes('event') || upTo <= after) return []
  const lead = (time: DateTime) => addSeconds(time, LINK_LEAD_SECONDS)
  return findEventIdsWithOpening(context.services.database.read, { after: lead(after), upTo: lead(upTo) })
}
