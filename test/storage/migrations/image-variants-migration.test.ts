import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { claimDueImages, hasDueImages } from '../../../src/calendar/images/derived-images.ts'
import { NOT_DERIVED } from '../../../src/calendar/images/image.ts'
import { findMedia } from '../../../src/calendar/images/image-store.ts'
import { openEngine } from '../../../src/storage/engine.ts'
import { applyMigrations, MIGRATIONS } from '../../../src/storage/migrations/migrate.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import { ENGINES } from '../../helper/engines.ts'

const EARLIER = Object.keys(MIGRATIONS).filter((name) => name < '042')
const NOW = '2026-11-21 03:00:00'
const LATER = '2026-11-21 03:10:00'

for (const engine of ENGINES) {
  test(`The migration of image variants on ${engine.name} makes existing and later images due`, async (context) => {
    const storage = await engine.create()
    const old = await openEngine(storage.url)
    await old.write.transaction().execute(async (tx) => {
      await applyMigrations(tx, old.engine, EARLIER)
      await sql`insert into object_ids (id, kind) values (1, 'media')`.execute(tx)
      await sql`insert into media (id, title, mime_type, key) values (1, 'Old', 'image/png', '2026/01/a.png')`.execute(
        tx,
      )
    })
    await old.write.destroy()
    await old.read.destroy()
    const database = await openDatabase(storage.url)
    context.after(async () => {
      await database.close()
      await storage.remove()
    })
    const [media] = await findMedia(database.read, [1])
    assert.deepEqual({ thumbhash: media?.thumbhash, variants: media?.variants }, NOT_DERIVED)
    // A node of the previous version adds an image during an upgrade.
    await database.transaction(async (tx) => {
      await sql`insert into object_ids (id, kind) values (2, 'media')`.execute(tx)
      await sql`insert into media (id, title, mime_type, key) values (2, 'New', 'image/png', '2026/01/b.png')`.execute(
        tx,
      )
    })
    const claim = { now: NOW, until: LATER, limit: 5 }
    const claimed = await database.transaction((tx) => claimDueImages(tx, claim))
    assert.deepEqual(claimed.map(({ id }) => id).sort(), [1, 2])
    assert.equal(await hasDueImages(database.read, NOW), false)
    assert.equal(await hasDueImages(database.read, LATER), true)
  })
}
