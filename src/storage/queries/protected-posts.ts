/**
 * The part of protected records that their viewer is shown, as conditions (decisions, Protected records in lists). Every
 * list applies them, so that no filter tells what a record hides.
 */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { PasswordBypass } from '../../domain/access/visibility.ts'
import { POST_KINDS } from '../../domain/model/post.ts'
import { executeCached } from '../caching/statement-cache.ts'
import { POST_TABLES } from '../core/row-mapping.ts'
import type { Tables } from '../core/tables.ts'
import type { Reader } from '../core/types.ts'

type On = ExpressionBuilder<Tables, 'events'>
type Condition = Expression<SqlBool>

/** Records that the viewer is shown whole; no condition where these are all. `table` names theirs where others are joined. */
export function isShownWhole(on: On, open: PasswordBypass, table?: string): Condition[] {
  if (open === 'every') return []
  const column = (name: 'id' | 'author' | 'password') => sql.ref(table === undefined ? name : `${table}.${name}`)
  const { author, opened } = open
  return [
    on.or([
      sql<boolean>`${column('password')} = ''`,
      ...(author === 0 ? [] : [sql<boolean>`${column('author')} = ${author}`]),
      // Literals: engines limit the parameters of a statement.
      ...(opened.length === 0 ? [] : [sql<boolean>`${column('id')} in (${sql.join(opened.map((id) => sql.lit(id)))})`]),
    ]),
  ]
}

/** What a filter asks of the part of a record that a password hides. */
export interface HiddenPart {
  readonly has: readonly Condition[]
  /** A record that does not show a thing is a record without it. */
  readonly lacks: readonly Condition[]
}

export function matchesHiddenPart(on: On, open: PasswordBypass, { has, lacks }: HiddenPart): Condition[] {
  const whole = isShownWhole(on, open)
  return [...has, ...(has.length > 0 ? whole : []), ...lacks.map((one) => on.not(on.and([one, ...whole])))]
}

export interface ProtectedRecord {
  readonly id: number
  /** As it is stored. */
  readonly password: string
}

/** Every record with a password, by its partial index. */
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
