import { type Kysely, sql } from 'kysely'
import type { Engine } from './engine.ts'
import { first } from './migrations/001-first.ts'
import { places } from './migrations/002-places.ts'
import { geocoding } from './migrations/003-geocoding.ts'
import { termTimes } from './migrations/004-term-times.ts'
import { offers } from './migrations/005-offers.ts'
import { media } from './migrations/006-media.ts'
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
}

/** Brings the database to the newest form in one transaction; safe when several processes start at once. */
export async function migrate(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create table if not exists migrations (name text primary key, at text not null)`.execute(tx)
    const applied = new Set((await tx.selectFrom('migrations').select('name').execute()).map(({ name }) => name))
    for (const [name, up] of Object.entries(MIGRATIONS)) {
      if (applied.has(name)) continue
      await up(tx, engine)
      await engine.afterMigration(tx)
      await tx.insertInto('migrations').values({ name, at: new Date().toISOString() }).execute()
    }
  })
}
