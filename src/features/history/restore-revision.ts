/** Computes the update that restores a record to the state after an earlier write. */
import type { RecordedFields, RecordedValue } from '../../kernel/change-record.ts'
import { problem } from '../../kernel/problem.ts'
import type { Viewer } from '../../kernel/user.ts'
import { findHistoryEntry, findLaterHistory } from '../../storage/change-log/history.ts'
import type { Reader } from '../../storage/types.ts'
import { findVisibleStart, type RecordId } from './read-history.ts'

export interface RestoredRevision extends RecordId {
  readonly revision: number
}

/** Entries are read in batches, because they contain texts. */
const BATCH_SIZE = 200

/**
 * Fields that an update resolves together: if one of them is restored, the current values of the others are part of the
 * update.
 */
const FIELD_GROUPS: readonly (readonly string[])[] = [
  ['start_date', 'end_date', 'timezone', 'all_day', 'recurrence'],
  ['event_status', 'event_status_reason'],
  ['attendance_mode', 'virtual_url'],
  ['country', 'state', 'province', 'stateprovince'],
  ['geo_lat', 'geo_lng'],
  ['crop', 'focal_point'],
]

/**
 * The values of the fields that have changed since the revision, with those that depend on them. `current` contains the
 * fields of the record. Throws `history-not-found` for a revision that does not exist or that the viewer may not see.
 */
export async function findRestoredFields(
  db: Reader,
  viewer: Viewer,
  { kind, id, revision }: RestoredRevision,
  current: RecordedFields,
): Promise<RecordedFields> {
  const entry = await findHistoryEntry(db, { kind, id, revision })
  const start = await findVisibleStart(db, viewer, { kind, id })
  if (!entry || entry.id <= start) throw problem('history-not-found')
  return findFieldsAfter(db, { kind, id, entry: entry.id }, current)
}

/** The same for the state after an entry of the history; entries with lower ids are not read. */
export async function findFieldsAfter(
  db: Reader,
  { kind, id, entry }: RecordId & { readonly entry: number },
  current: RecordedFields,
): Promise<RecordedFields> {
  const values = new Map<string, RecordedValue>()
  for (let afterId = entry, isDone = false; !isDone; ) {
    const later = await findLaterHistory(db, { kind, id, afterId }, BATCH_SIZE)
    for (const { fields } of later)
      for (const [name, [before]] of Object.entries(fields)) if (!values.has(name)) values.set(name, before)
    afterId = later.at(-1)?.id ?? afterId
    isDone = later.length < BATCH_SIZE
  }
  return { ...listGroupFields(values, current), ...Object.fromEntries(values) }
}

function listGroupFields(values: ReadonlyMap<string, RecordedValue>, current: RecordedFields): RecordedFields {
  const names = FIELD_GROUPS.filter((group) => group.some((name) => values.has(name))).flat()
  return Object.fromEntries(names.flatMap((name) => (name in current ? [[name, current[name] ?? null]] : [])))
}
