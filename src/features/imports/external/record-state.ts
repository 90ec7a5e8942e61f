/** Compares a record with its state at the last import. */
import { createHash } from 'node:crypto'
import type { PostKind } from '../../../kernel/post.ts'
import { findRevision } from '../../../storage/change-log/change-log.ts'
import { coversChangesAfter, findChannelsAfter } from '../../../storage/change-log/history.ts'
import type { ChangeKind, Reader } from '../../../storage/types.ts'
import { findImportedRecords, type ImportedRecord } from '../imported-records.ts'
import type { ExternalRecord, StateKind } from './external-record.ts'

const isSeries = ({ kind, fields }: ExternalRecord): boolean =>
  kind === 'event' && fields['recurrence'] !== undefined && fields['recurrence'] !== ''

export const getStateKind = (record: ExternalRecord): PostKind | 'series' => (isSeries(record) ? 'series' : record.kind)

/** What every result states about its record. */
export const describeRecord = (record: ExternalRecord) => ({
  where: record.where,
  kind: getStateKind(record),
  key: record.key,
  title: String(record.fields['title'] ?? record.fields['venue'] ?? record.fields['organizer'] ?? ''),
})

/**
 * Digest of everything that an import of the record would write. Overrides after `horizon` have no occurrence yet, so
 * the digest changes when they come within it.
 */
export function createFingerprint({ fields, overrides = [] }: ExternalRecord, horizon: string): string {
  const due = overrides.filter(({ date }) => date <= horizon).length
  const changes = overrides.map((override) => ({ date: override.date, fields: override.fields }))
  return createHash('sha256')
    .update(JSON.stringify([fields, changes, due]))
    .digest('base64url')
}

export const toChangeKind = (kind: string): ChangeKind => {
  if (kind === 'series' || kind === 'venue' || kind === 'organizer') return kind
  return 'event'
}

/**
 * Whether the record was edited or deleted since its last import. Background jobs are no edits: they publish scheduled
 * events, extend series and add coordinates.
 */
export async function hasLocalEdits(db: Reader, { kind, record_id, revision }: ImportedRecord): Promise<boolean> {
  const changeKind = toChangeKind(kind)
  if ((await findRevision(db, changeKind, record_id)) <= revision) return false
  const channels = await findChannelsAfter(db, { kind: changeKind, id: record_id, revision })
  if (channels.length > 0) return channels.some((channel) => channel !== 'job')
  return !(await coversChangesAfter(db, { kind: changeKind, id: record_id, revision }))
}

/** States of the records by kind and key. */
export async function findStates(
  db: Reader,
  source: string,
  records: readonly Pick<ExternalRecord, 'kind' | 'key'>[],
): Promise<ReadonlyMap<string, ImportedRecord>> {
  const states = new Map<string, ImportedRecord>()
  for (const kind of ['event', 'series', 'venue', 'organizer'] as const) {
    const ownKind = kind === 'series' ? 'event' : kind
    const keys = records.filter((record) => record.kind === ownKind).map(({ key }) => key)
    for (const state of await findImportedRecords(db, { source, kind }, keys))
      states.set(createStateId(kind, state.key), state)
  }
  return states
}

export const createStateId = (kind: StateKind, key: string): string => `${kind} ${key}`
