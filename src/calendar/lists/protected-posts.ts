/**
 * Conditions on the part of protected records that the viewer may see (decisions: Protected records in lists). Every
 * list applies them, so that no filter reveals hidden values.
 */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { POST_KINDS } from '../../kernel/post.ts'
import type { PasswordBypass } from '../../kernel/visibility.ts'
import { executeCached } from '../../storage/statement-cache.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader } from '../../storage/types.ts'
import { POST_TABLES } from '../posts/row-mapping.ts'

type On = ExpressionBuilder<Tables, 'events'>
type Condition = Expression<SqlBool>

/** Records that the viewer sees in full; no condition when these are all. `table` qualifies the columns in joins. */
export function isShownWhole(on: On, open: PasswordBypass, table?: string): Condition[] {
  if (open === 'every') return []
  const column = (name: 'id' | 'author' | 'password') => sql.ref(table === undefined ? name : `${table}.${name}`)
  const { author, opened } = open
  return [
    on.or([
      sql<boolean>`${column('password')} = ''`,
      ...(author === 0 ? [] : [sql<boolean>`${column('author')} = ${author}`]),
      // Literals, because engines limit statement parameters.
      ...(opened.length === 0 ? [] : [sql<boolean>`${column('id')} in (${sql.join(opened.map((id) => sql.lit(id)))})`]),
    ]),
  ]
}

/** A filter on the part of a record that a password hides. */
export interface HiddenPart {
  readonly has: readonly Condition[]
  /** A hidden value counts as missing. */
  readonly lacks: readonly Condition[]
}

export function matchesHiddenPart(on: On, open: PasswordBypass, { has, lacks }: HiddenPart): Condition[] {
  const whole = isShownWhole(on, open)
  return [...has, ...(has.length > 0 ? whole : []), ...lacks.map((one) => on.not(on.and([one, ...whole])))]
}

export interface ProtectedRecord {
  readonly id: number
  readonly password: string
}

/** All records with a password, by the partial index. */
export async function findProtected(db: Reader): Promise<ProtectedRecord[]> {
  const found: ProtectedRecord[] = []
  for (const kind of POST_KINDS) {
    const table = POST_TABLES[kind] as 'events'
    const build = () =>
      db.selectFrom(table).select(['id', 'password']).where('password', '<>', sql.lit('')).orderBy('id')
    found.push(...(await executeCached(db, { key: `protected ${table}`, values: [], build })))
  }
  return found
}
