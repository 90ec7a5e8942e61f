/** Statements of writes and of every request: their texts are built once, as building one costs more than running it. */
import { type Compilable, CompiledQuery, type DialectAdapter, type Insertable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../core/tables.ts'
import type { Reader, Writer } from '../core/types.ts'

export interface CachedQuery<Row> {
  /** Names the text: what has the same form has the same text, whatever its values are. */
  readonly key: string
  /** In the order in which the text has them. */
  readonly values: readonly unknown[]
  readonly build: () => Compilable<Row>
}

const MAX_STATEMENTS = 500
/** What has more is long, and hardly asked for twice. */
const MAX_VALUES = 1000
/** Texts of a dialect by their forms. */
const statementCaches = new WeakMap<DialectAdapter, LRUCache<string, string>>()

function getStatementCache(db: Reader): LRUCache<string, string> {
  const { adapter } = db.getExecutor()
  const cache = statementCaches.get(adapter) ?? new LRUCache<string, string>({ max: MAX_STATEMENTS })
  statementCaches.set(adapter, cache)
  return cache
}

export async function executeCached<Row>(db: Reader, { key, values, build }: CachedQuery<Row>): Promise<Row[]> {
  const cache = getStatementCache(db)
  const statement = cache.get(key) ?? compileChecked(build(), key, values)
  if (values.length <= MAX_VALUES) cache.set(key, statement)
  return (await db.executeQuery<Row>(CompiledQuery.raw(statement, [...values]))).rows
}

/** Throws when the values are not those that the statement was built with. */
function compileChecked(query: Compilable, key: string, values: readonly unknown[]): string {
  const { sql, parameters } = query.compile()
  const isSame = parameters.length === values.length && parameters.every((value, place) => value === values[place])
  if (!isSame) throw new Error(`${key}: the values are not those of the statement`)
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
