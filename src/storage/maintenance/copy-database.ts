/** Copies a whole database into an empty one, between any two engines. */

import { utcNow } from '../database-history.ts'
import { renewEpoch } from '../database-identity.ts'
import { SERIAL_COLUMNS, type SerialTable } from '../tables/tables.ts'
import type { Database, Reader, Writer } from '../types.ts'
import {
  countRows,
  createTableDigester,
  findFilledTable,
  insertTableBatch,
  readTables,
  sumRows,
  TABLE_NAMES,
  type TableBatch,
  type TableDigest,
  verifyTables,
} from './table-rows.ts'

export interface CopyOptions {
  /** Called with the number of rows written, then with the number of rows verified. */
  readonly onProgress: (stage: 'copying' | 'checking', done: number, total: number) => void
}

/** Numbers up to which IDs were assigned, by table, also of deleted rows. */
export type LastIds = Readonly<Partial<Record<SerialTable, number>>>

/**
 * Copies every row in one transaction of the target from one snapshot of the source, then reads the copy back and
 * compares it. Generated ids continue where the source's did. Throws a plain `Error`, and rolls back, when the target
 * is not empty or the comparison fails.
 */
export function copyDatabase(
  source: Database,
  target: Database,
  { onProgress: progress }: CopyOptions,
): Promise<readonly TableDigest[]> {
  return target.transaction(async (tx) => {
    await target.engine.disableStatementTimeout(tx)
    await assertEmpty(tx)
    // The snapshot of the source ends before verification, because servers abort idle transactions.
    const { copied, last } = await source.snapshot(async (db) => {
      await source.engine.disableStatementTimeout(db)
      const total = await countAllRows(db)
      const onProgress = (done: number) => progress('copying', done, total)
      return { copied: await insertTables(tx, readTables(db), onProgress), last: await findLastIds(source, db) }
    })
    await verifyTables(tx, copied, (done, total) => progress('checking', done, total))
    await continueIds(target, tx, last)
    await renewEpoch(tx, utcNow())
    return copied
  })
}

async function assertEmpty(tx: Writer): Promise<void> {
  const name = await findFilledTable(tx, TABLE_NAMES)
  if (name !== undefined)
    throw new Error(`the target is not empty: it has rows in ${name}. Name a database without records`)
}

/** Writes the batches and returns the digests of what was written. */
export async function insertTables(
  tx: Writer,
  batches: AsyncIterable<TableBatch>,
  onProgress: (done: number) => void,
): Promise<readonly TableDigest[]> {
  const digester = createTableDigester()
  let done = 0
  for await (const batch of batches) {
    await insertTableBatch(tx, batch)
    digester.add(batch)
    done += batch.rows.length
    onProgress(done)
  }
  return digester.digests()
}

export async function countAllRows(db: Reader): Promise<number> {
  const counts: { rows: number }[] = []
  for (const name of TABLE_NAMES) counts.push({ rows: await countRows(db, name) })
  return sumRows(counts)
}

const SERIAL_TABLES = Object.keys(SERIAL_COLUMNS) as SerialTable[]

export async function findLastIds({ engine }: Pick<Database, 'engine'>, db: Reader): Promise<LastIds> {
  const last: [SerialTable, number][] = []
  for (const name of SERIAL_TABLES) last.push([name, await engine.findLastId(db, name)])
  return Object.fromEntries(last)
}

/** Continues generated ids after `last`, once rows were inserted with explicit ids. */
export async function continueIds({ engine }: Pick<Database, 'engine'>, tx: Writer, last: LastIds): Promise<void> {
  for (const name of SERIAL_TABLES) {
    const least = last[name]
    if (least !== undefined) await engine.resetSequence(tx, name, least)
  }
}
