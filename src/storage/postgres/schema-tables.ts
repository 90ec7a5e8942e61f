/** Tables and functions of the current schema, which belongs to Calends. Those of extensions are left alone. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

const NOT_IN_EXTENSION = (catalog: 'pg_class' | 'pg_proc') =>
  sql`not exists (select 1 from pg_depend where classid = ${sql.lit(catalog)}::regclass and objid = ${sql.ref(catalog)}.oid and deptype = 'e')`

export async function findTableNames(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and ${NOT_IN_EXTENSION('pg_class')}
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** Indexes, constraints and triggers move with their tables. */
export async function setTablesAside(tx: Kysely<Tables>, schema: string | undefined): Promise<void> {
  const target = sql.ref(schema ?? 'calends_removed')
  await sql`create schema ${target}`.execute(tx)
  for (const name of await findTableNames(tx))
    await sql`alter table ${sql.table(name)} set schema ${target}`.execute(tx)
  const { rows } = await sql<{ signature: string }>`
    select pg_proc.oid::regprocedure::text as signature from pg_proc
    where pronamespace = current_schema()::regnamespace and ${NOT_IN_EXTENSION('pg_proc')}`.execute(tx)
  for (const { signature } of rows) await sql`alter function ${sql.raw(signature)} set schema ${target}`.execute(tx)
  if (schema === undefined) await sql`drop schema ${target} cascade`.execute(tx)
}

/** Shorter than the default of `deadlock_timeout`, so that no reader that waits for a lock is aborted by a deadlock. */
const LOCK_MILLISECONDS = 500

export async function lockTables(tx: Kysely<Tables>): Promise<void> {
  const names = await findTableNames(tx)
  if (names.length === 0) return
  await sql`set local statement_timeout = ${sql.lit(LOCK_MILLISECONDS)}`.execute(tx)
  await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in access exclusive mode`.execute(tx)
}
