import { type Kysely, sql } from 'kysely'
import { Problem } from '../calendar/problem.ts'
import type { Engine } from './engine.ts'
import { first } from './migrations/001-first.ts'
import { places } from './migrations/002-places.ts'
import { geocoding } from './migrations/003-geocoding.ts'
import { termTimes } from './migrations/004-term-times.ts'
import { offers } from './migrations/005-offers.ts'
import { media } from './migrations/006-media.ts'
import { foldedKeys } from './migrations/007-folded-keys.ts'
import { signInFailures } from './migrations/008-sign-in-failures.ts'
import { orderedLists } from './migrations/009-ordered-lists.ts'
import { pricing } from './migrations/010-pricing.ts'
import { protectedSearch } from './migrations/013-protected-search.ts'
import type { Tables } from './tables.ts'

export type Migration = (tx: Kysely<Tables>, engine: Engine) => Promise<void>

/** In order, for ever: a migration that has landed is never changed, only followed by another. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-first': first,
  '002-places': places,
  '003-geocoding': geocoding,
  '004-term-times': termTimes,
  '005-offers': offers,
  '006-media': media,
  '007-folded-keys': foldedKeys,
  '008-sign-in-failures': signInFailures,
  '009-ordered-lists': orderedLists,
  '010-pricing': pricing,
  '013-protected-search': protectedSearch,
}

/** Brings the database to the newest form in one transaction; safe when several processes start at once. */
export async function migrate(db: Kysely<Tables>, engine: Engine): Promise<void> {
  // A role that may write rows but make no tables can use a database that its owner migrated.
  if (missingOf(await appliedMigrations(db).catch(() => [])).length === 0) return
  await db
    .transaction()
    .execute((tx) => addMissing(tx, engine))
    .catch((error) => {
      throw error instanceof Problem ? error : new Error('the database cannot take its newest form', { cause: error })
    })
}

async function addMissing(tx: Kysely<Tables>, engine: Engine): Promise<void> {
  await engine.takeTime(tx)
  await sql`create table if not exists migrations (name text primary key, at text not null)`.execute(tx)
  const missing = new Set(missingOf(await appliedMigrations(tx)))
  for (const [name, up] of Object.entries(MIGRATIONS)) {
    if (!missing.has(name)) continue
    await up(tx, engine)
    await engine.afterMigration(tx)
    await tx.insertInto('migrations').values({ name, at: new Date().toISOString() }).execute()
  }
}

/** Throws a plain `Error` with a clear line when the database is not of this version, and changes nothing. */
export async function requireNewest(db: Kysely<Tables>): Promise<void> {
  const applied = await appliedMigrations(db).catch((error) => {
    throw error instanceof Problem ? error : new Error('it holds no calendar', { cause: error })
  })
  const unknown = applied.filter((name) => !(name in MIGRATIONS))
  if (unknown.length > 0) throw new Error(`it is of a newer version, which knows ${unknown.join(', ')}`)
  const missing = missingOf(applied)
  if (missing.length > 0)
    throw new Error(`it is of an older version, without ${missing.join(', ')}: start this one on it`)
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  return (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)
}

const missingOf = (applied: readonly string[]): string[] =>
  Object.keys(MIGRATIONS).filter((name) => !applied.includes(name))
