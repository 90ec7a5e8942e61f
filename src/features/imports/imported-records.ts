/** State of imported records at their last import, which shows changes of the source and local edits. */

import type { DateTime } from '../../base/time/date-time.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { ImportedRecordTable } from '../../storage/tables/synchronization-tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export type ImportedRecord = Readonly<ImportedRecordTable>

/** Limits the number of statement parameters. */
const BATCH_SIZE = 250

/** The records of a source with these keys; keys without a record are omitted. */
export async function findImportedRecords(
  db: Reader,
  { source, kind }: Pick<ImportedRecord, 'source' | 'kind'>,
  keys: readonly string[],
): Promise<ImportedRecord[]> {
  if (keys.length === 0) return []
  return db
    .selectFrom('imported_records')
    .selectAll()
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .orderBy('key')
    .execute()
}

/** The occurrences of a series that its source has changed. Their keys are those of the series, a line feed and the date. */
export function findImportedOccurrences(db: Reader, source: string, seriesKey: string): Promise<ImportedRecord[]> {
  const prefix = `${seriesKey}\n`
  return db
    .selectFrom('imported_records')
    .selectAll()
    .where('source', '=', source)
    .where('kind', '=', 'occurrence')
    .where('key', '>=', prefix)
    .where('key', '<', `${prefix}a`)
    .orderBy('key')
    .execute()
}

/** At most `limit` records of a source and kind after `key`, in the order of their keys. */
export function listImportedRecords(
  db: Reader,
  { source, kind }: Pick<ImportedRecord, 'source' | 'kind'>,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ImportedRecord[]> {
  return db
    .selectFrom('imported_records')
    .selectAll()
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute()
}

/** Inserts the records or replaces their state. Each key may occur once. */
export async function saveImportedRecords(tx: Writer, records: readonly ImportedRecord[]): Promise<void> {
  for (const batch of splitIntoBatches(records, BATCH_SIZE)) {
    await tx
      .insertInto('imported_records')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['source', 'kind', 'key']).doUpdateSet((on) => ({
          record_id: on.ref('excluded.record_id'),
          revision: on.ref('excluded.revision'),
          fingerprint: on.ref('excluded.fingerprint'),
          modified: on.ref('excluded.modified'),
        })),
      )
      .execute()
  }
}

export async function deleteImportedRecords(
  tx: Writer,
  { source, kind }: Pick<ImportedRecord, 'source' | 'kind'>,
  keys: readonly string[],
): Promise<void> {
  for (const batch of splitIntoBatches(keys, BATCH_SIZE)) {
    await tx
      .deleteFrom('imported_records')
      .where('source', '=', source)
      .where('kind', '=', kind)
      .where('key', 'in', batch)
      .execute()
  }
}

/** Deletes the state of all records of a source; the records themselves stay. */
export async function deleteImportState(tx: Writer, source: string): Promise<void> {
  await tx.deleteFrom('imported_records').where('source', '=', source).execute()
}

interface RecordReference {
  readonly kinds: readonly string[]
  readonly id: number
}

/** Deletes the states of a record, so that its sources import it again. Returns the sources. */
export async function deleteStatesOfRecord(tx: Writer, { kinds, id }: RecordReference): Promise<readonly string[]> {
  const rows = await tx
    .deleteFrom('imported_records')
    .where('kind', 'in', [...kinds])
    .where('record_id', '=', id)
    .returning('source')
    .execute()
  return rows.map(({ source }) => source)
}

/** No digest of a record. */
const UNKNOWN_FINGERPRINT = 'unknown'

/**
 * Makes the states of a record differ from its sources, so that their next import writes it again. `revision` is that of
 * the record now.
 */
export async function resetStatesOfRecord(tx: Writer, { kinds, id }: RecordReference, revision: number): Promise<void> {
  await tx
    .updateTable('imported_records')
    .set({ fingerprint: UNKNOWN_FINGERPRINT, revision })
    .where('kind', 'in', [...kinds])
    .where('record_id', '=', id)
    .execute()
}

/** Number of events and series of a source with a fingerprint. */
export async function countImportedEvents(db: Reader, source: string): Promise<number> {
  const { total } = await db
    .selectFrom('imported_records')
    .select((on) => on.fn.countAll<number>().as('total'))
    .where('source', '=', source)
    .where('kind', 'in', ['event', 'series'])
    .where('fingerprint', '<>', '')
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The ends of events, and of the last occurrences of series, UTC. */
export async function findImportedEnds(
  db: Reader,
  records: readonly ImportedRecord[],
): Promise<ReadonlyMap<ImportedRecord, DateTime>> {
  const ends = new Map<ImportedRecord, DateTime>()
  for (const column of ['id', 'series_id'] as const) {
    const kind = column === 'id' ? 'event' : 'series'
    const own = records.filter((record) => record.kind === kind)
    for (const batch of splitIntoBatches(own, BATCH_SIZE)) {
      const ids = batch.map(({ record_id }) => record_id)
      const rows = await db
        .selectFrom('events')
        .select((on) => [column, on.fn.max('utc_end_date').as('end')])
        .where(column, 'in', ids)
        .groupBy(column)
        .execute()
      const byId = new Map(rows.map((row) => [row[column], row.end]))
      for (const record of batch) ends.set(record, byId.get(record.record_id) ?? '')
    }
  }
  return ends
}

/** Keys of the events of a source with a fingerprint, in the order of their ends, UTC. */
export function listImportedByEnd(
  db: Reader,
  source: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ key: string; end: DateTime }[]> {
  return db
    .selectFrom('imported_records')
    .innerJoin('events', 'events.id', 'record_id')
    .select(['key', 'utc_end_date as end'])
    .where('source', '=', source)
    .where('kind', '=', 'event')
    .where('fingerprint', '<>', '')
    .orderBy('utc_end_date')
    .orderBy('key')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Number of the records of a source and kind. */
export async function countImportedRecords(
  db: Reader,
  { source, kind }: Pick<ImportedRecord, 'source' | 'kind'>,
): Promise<number> {
  const { total } = await db
    .selectFrom('imported_records')
    .select((on) => on.fn.countAll<number>().as('total'))
    .where('source', '=', source)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(total)
}
