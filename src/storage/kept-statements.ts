/** Statements of writes and of every request: their texts are built once, as building one costs more than running it. */
import { type Compilable, CompiledQuery, type DialectAdapter, type Insertable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Reader, Writer } from './database.ts'
import type { Tables } from './tables.ts'

export interface Asked<Row> {
  /** Names the text: what has the same form has the same text, whatever its values are. */
  readonly form: string
  /** In the order in which the text has them. */
  readonly values: readonly unknown[]
  readonly build: () => Compilable<Row>
}

const MOST_FORMS = 500
/** What has more is long, and hardly asked for twice. */
const MOST_VALUES = 1000
/** Texts of a dialect by their forms. */
const texts = new WeakMap<DialectAdapter, LRUCache<string, string>>()

function textsFor(db: Reader): LRUCache<string, string> {
  const { adapter } = db.getExecutor()
  const known = texts.get(adapter) ?? new LRUCache<string, string>({ max: MOST_FORMS })
  texts.set(adapter, known)
  return known
}

export async function ask<Row>(db: Reader, { form, values, build }: Asked<Row>): Promise<Row[]> {
  const known = textsFor(db)
  const text = known.get(form) ?? textOf(build(), form, values)
  if (values.length <= MOST_VALUES) known.set(form, text)
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/** Throws when the values are not those that the statement was built with. */
function textOf(built: Compilable, form: string, values: readonly unknown[]): string {
  const { sql, parameters } = built.compile()
  const isSame = parameters.length === values.length && parameters.every((value, place) => value === values[place])
  if (!isSame) throw new Error(`${form}: the values are not those of the statement`)
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
  await ask(tx, {
    form: `insert ${rows.length} ${table} ${columns.join()}`,
    values: rows.flatMap((row) => columns.map((column): unknown => Reflect.get(row, column))),
    build: () => tx.insertInto(table).values(rows),
  })
}
