import { type Kysely, sql } from 'kysely'
import { Problem } from '../calendar/problem.ts'
import { isDamage } from './damage.ts'
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
import { accounts } from './migrations/011-accounts.ts'
import { databaseIdentity } from './migrations/012-database-identity.ts'
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
  '011-accounts': accounts,
  '012-database-identity': databaseIdentity,
  '013-protected-search': protectedSearch,
}

/**
 * The end of the name of a migration after which versions that lack it must not run. Earlier versions read nothing but
 * names, so this is where they look.
 */
const INCOMPATIBLE = /-incompatible$/

/**
 * Brings the database to the newest form in one transaction; safe when several processes start at once. `beforeCreate` is
 * called where there is no calendar yet.
 */
export async function migrate(db: Kysely<Tables>, engine: Engine, beforeCreate = async () => {}): Promise<void> {
  const applied = await appliedMigrations(db).catch(ignoreMissingTable)
  assertCompatible(applied)
  // A role that may write rows but make no tables can use a database that its owner migrated.
  if (missingOf(applied).length === 0) return
  if (applied.length === 0) await beforeCreate()
  await db
    .transaction()
    .execute((tx) => addMissing(tx, engine))
    .catch((error) => {
      throw error instanceof Problem ? error : new Error('the database cannot take its newest form', { cause: error })
    })
}

/** A database without the table of migrations is empty; of one that is damaged or away nothing is known. */
function ignoreMissingTable(error: unknown): readonly string[] {
  if (error instanceof Problem || isDamage(error)) throw error
  return []
}

/** Migrations that a newer version has made, and this one does not know. */
export async function findNewerMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  return findUnknown(await appliedMigrations(db))
}

const findUnknown = (applied: readonly string[]): readonly string[] => applied.filter((name) => !(name in MIGRATIONS))

function assertCompatible(applied: readonly string[]): void {
  const incompatible = findUnknown(applied).filter((name) => INCOMPATIBLE.test(name))
  if (incompatible.length === 0) return
  const names = incompatible.join(', ')
  throw new Error(`the database needs a newer version of Calends, which has the migration ${names}; upgrade this one`)
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
  const unknown = findUnknown(applied)
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
