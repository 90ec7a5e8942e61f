/** Compiled statements of frequent queries: compiling one with Kysely costs more than running it. */
import { type Compilable, CompiledQuery, type Insertable } from 'kysely'
import type { Tables } from './tables/tables.ts'
import type { Reader, Writer } from './types.ts'

export interface CachedQuery<Row> {
  /** Identifies the SQL text; queries that differ only in their values share it. */
  readonly key: string
  /** In the order of the parameters in the text. */
  readonly values: readonly unknown[]
  readonly build: () => Compilable<Row>
}

/** Statements with more values are long and hardly repeated, so they are not cached. */
const MAX_VALUES = 1000

export async function executeCached<Row>(db: Reader, { key, values, build }: CachedQuery<Row>): Promise<Row[]> {
  const cache = db.caches.statements
  const cached = cache.get(key)
  const statement = cached ?? compileChecked(build(), key, values)
  if (cached === undefined && values.length <= MAX_VALUES) cache.set(key, statement)
  const runner = db.runner ?? db
  return (await runner.executeQuery<Row>(CompiledQuery.raw(statement, [...values]))).rows
}

/** Throws when `values` differ from the values that the statement was built with. */
function compileChecked(query: Compilable, key: string, values: readonly unknown[]): string {
  const { sql, parameters } = query.compile()
  const isSame = parameters.length === values.length && parameters.every((value, place) => value === values[place])
  if (!isSame) throw new Error(`${key}: the values differ from the parameters of the statement`)
  return sql
}

/** Inserts rows that have the same columns. */
export async function insertRows<T extends keyof Tables & string>(
  tx: Writer,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  await executeCached(tx, {
    key: `insert ${rows.length} ${table} ${columns.join()}`,
    values: rows.flatMap((row) => columns.map((column): unknown => Reflect.get(row, column))),
    build: () => tx.insertInto(table).values(rows),
  })
}
