import type { Reader } from '../../../storage/types.ts'
import type { ImportedRecord } from '../imported-records.ts'
import type { ExternalRecord, ExternalResult } from './external-record.ts'
import { createFingerprint, createStateId, describeRecord, getStateKind, hasLocalEdits } from './record-state.ts'
import type { BatchStates } from './write-record.ts'

/** A record that has to be written. */
export interface PendingRecord {
  readonly record: ExternalRecord
  readonly states: BatchStates
  readonly fingerprint: string
  readonly warnings: readonly string[]
}

/** The result of a record that needs no write, or else what its write needs. `horizon` is that of its fingerprint. */
export async function compareRecord(
  db: Reader,
  record: ExternalRecord,
  states: ReadonlyMap<string, ImportedRecord>,
  horizon: string,
): Promise<ExternalResult | PendingRecord> {
  const kind = getStateKind(record)
  const own = states.get(createStateId(kind, record.key))
  const other = kind === 'series' ? 'event' : 'series'
  const former = record.kind === 'event' ? states.get(createStateId(other, record.key)) : undefined
  const fingerprint = createFingerprint(record, horizon)
  const result = { ...describeRecord(record), ...(own && { id: own.record_id }) }
  if (own?.fingerprint === fingerprint) return { ...result, outcome: 'unchanged' }
  for (const state of [own, former])
    if (state && (await hasLocalEdits(db, state)))
      return { ...result, outcome: 'conflict', reason: 'it was edited here since its last import' }
  return { record, states: { own, former }, fingerprint, warnings: [] }
}
