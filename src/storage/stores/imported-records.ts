/** State of imported records at their last import, which shows changes of the source and local edits. */
import type { ImportedRecordTable } from '../core/synchronization-tables.ts'
import type { Reader, Writer } from '../core/types.ts'

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
  for (let start = 0; start < records.length; start += BATCH_SIZE) {
    await tx
      .insertInto('imported_records')
      .values(records.slice(start, start + BATCH_SIZE))
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
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    await tx
      .deleteFrom('imported_records')
      .where('source', '=', source)
      .where('kind', '=', kind)
      .where('key', 'in', keys.slice(start, start + BATCH_SIZE))
      .execute()
  }
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
