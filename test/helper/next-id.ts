import { sql } from 'kysely'
import type { SerialTable } from '../../src/storage/tables/tables.ts'
import type { Engine, Writer } from '../../src/storage/types.ts'

/** Table and column in which each engine stores the last ID of a table. */
const SEQUENCE_TABLES = {
  sqlite: { table: 'sqlite_sequence', last: 'seq' },
  postgres: { table: 'numbers', last: 'last' },
} as const

/** Sets the next ID of a table, even if higher ones were assigned. */
export async function setNextId(tx: Writer, { name }: Engine, table: SerialTable, next: number): Promise<void> {
  const sequence = SEQUENCE_TABLES[name]
  await sql`delete from ${sql.table(sequence.table)} where name = ${table}`.execute(tx)
  await sql`insert into ${sql.table(sequence.table)} (name, ${sql.ref(sequence.last)}) values (${table}, ${next - 1})`.execute(
    tx,
  )
}
