import { sql } from 'kysely'
import type { SerialTable } from '../../src/storage/core/tables.ts'
import type { Engine, Writer } from '../../src/storage/core/types.ts'

/** Where each engine stores the last ID of a table. */
const KEEPERS = {
  sqlite: { table: 'sqlite_sequence', last: 'seq' },
  postgres: { table: 'numbers', last: 'last' },
} as const

/** Sets the next ID of a table, even if higher ones were assigned. */
export async function setNextId(tx: Writer, { name }: Engine, table: SerialTable, next: number): Promise<void> {
  const keeper = KEEPERS[name]
  await sql`delete from ${sql.table(keeper.table)} where name = ${table}`.execute(tx)
  await sql`insert into ${sql.table(keeper.table)} (name, ${sql.ref(keeper.last)}) values (${table}, ${next - 1})`.execute(
    tx,
  )
}
