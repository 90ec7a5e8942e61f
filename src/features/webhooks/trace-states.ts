/** Reconstructs the states of a record from its current state and its history. */
import type { FieldChanges, HistoryAction, RecordedFields, RecordedValue } from '../../kernel/change-record.ts'

/** Undefined while the record does not exist. */
export type RecordState = RecordedFields | undefined

export interface StateChange {
  readonly before: RecordState
  readonly after: RecordState
}

interface TracedEntry {
  readonly revision: number
  readonly action: HistoryAction
  readonly fields: FieldChanges
}

/**
 * Returns a function that finds the states before and after a change. `entries` are those of the record, the newest first.
 * A change without an entry has not changed the recorded fields.
 */
export function traceStates(current: RecordState, entries: readonly TracedEntry[]): (revision: number) => StateChange {
  const traced: (StateChange & { readonly revision: number })[] = []
  let state = current
  for (const entry of entries) {
    const before = revertEntry(state, entry)
    traced.push({ revision: entry.revision, before, after: state })
    state = before
  }
  return (revision) => {
    const own = traced.find((change) => change.revision === revision)
    if (own) return own
    const next = traced.findLast((change) => change.revision > revision)
    const unchanged = next ? next.before : current
    return { before: unchanged, after: unchanged }
  }
}

/** The entry of a deletion contains all fields that were not empty. */
function revertEntry(after: RecordState, { action, fields }: TracedEntry): RecordState {
  if (action === 'create') return undefined
  const earlier: Record<string, RecordedValue> = {}
  for (const [name, [before]] of Object.entries(fields)) earlier[name] = before
  return { ...after, ...earlier }
}
