/** The migration that gives terms their times, on a database that has some. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../src/storage/database.ts'
import { openEngine } from '../../src/storage/engine.ts'
import { first } from '../../src/storage/migrations/001-first.ts'
import { places } from '../../src/storage/migrations/002-places.ts'
import { ENGINES } from '../helper/engines.ts'

for (const engine of ENGINES) {
  describe(`times of terms on ${engine.name}`, () => {
    test('terms of an older database get the time of their last change from the log', async () => {
      const place = await engine.create()
      const old = await openEngine(place.url)
      await old.write.transaction().execute(async (tx) => {
        await first(tx, old.engine)
        await places(tx)
        await sql`create table migrations (name text primary key, at text not null)`.execute(tx)
        await sql`insert into migrations values ('001-first', ''), ('002-places', '')`.execute(tx)
        await sql`insert into terms (id, taxonomy, name, slug, count) values
          (1, 'category', 'Music', 'music', 3), (2, 'tag', 'Jazz', 'jazz', 0), (3, 'tag', 'Old', 'old', 0)`.execute(tx)
        await sql`insert into changes (kind, id, op, at) values
          ('category', 1, 'create', '2026-01-01 10:00:00'), ('category', 1, 'update', '2026-03-01 10:00:00'),
          ('tag', 1, 'update', '2026-09-09 09:09:09'), ('event', 2, 'update', '2026-09-09 09:09:09'),
          ('tag', 2, 'create', '2026-02-01 10:00:00')`.execute(tx)
      })
      await old.write.destroy()
      await old.read.destroy()
      const database = await openDatabase(place.url)
      const rows = await database.read
        .selectFrom('terms')
        .select(['id', 'count', 'modified_utc'])
        .orderBy('id')
        .execute()
      assert.deepEqual(rows, [
        { id: 1, count: 3, modified_utc: '2026-03-01 10:00:00' },
        { id: 2, count: 0, modified_utc: '2026-02-01 10:00:00' },
        { id: 3, count: 0, modified_utc: '0000-00-00 00:00:00' },
      ])
      await database.close()
      await place.remove()
    })
  })
}
