import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { UNEDITED } from '../../../src/calendar/images/image.ts'
import { findMedia } from '../../../src/calendar/images/image-store.ts'
import { findImageUses } from '../../../src/calendar/images/image-use.ts'
import { BLANK_TEMPLATE } from '../../../src/calendar/series/series.ts'
import { openEngine } from '../../../src/storage/engine.ts'
import { applyMigrations, MIGRATIONS } from '../../../src/storage/migrations/migrate.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import { ENGINES } from '../../helper/engines.ts'

const EARLIER = Object.keys(MIGRATIONS).filter((name) => name < '035')

for (const engine of ENGINES) {
  test(`The migration of image edits on ${engine.name} adds the images of series and leaves images unedited`, async (context) => {
    const storage = await engine.create()
    const old = await openEngine(storage.url)
    const addMedia = sql`insert into media (id, title, mime_type, key) values (1, 'Old', 'image/png', '2026/01/a.png')`
    const template = JSON.stringify({ ...BLANK_TEMPLATE, content: '"image":7', title: 'Weekly', image: 1 })
    await old.write.transaction().execute(async (tx) => {
      await applyMigrations(tx, old.engine, EARLIER)
      await sql`insert into object_ids (id, kind) values (1, 'media'), (2, 'series'), (3, 'series')`.execute(tx)
      await addMedia.execute(tx)
      for (const [id, text] of [
        [2, template],
        [3, JSON.stringify(BLANK_TEMPLATE)],
      ])
        await sql`insert into series (id, author, status, slug, title_folded, modified_utc, template, relations, rrule, rdate,
          exdate, extended_until) values (${id}, 1, 'publish', 'a', 'a', '', ${text}, '{}', '', '', '', '')`.execute(tx)
    })
    await old.write.destroy()
    await old.read.destroy()
    const database = await openDatabase(storage.url)
    context.after(async () => {
      await database.close()
      await storage.remove()
    })
    const [media] = await findMedia(database.read, [1])
    const { crop, focal_point, original } = media ?? {}
    assert.deepEqual({ crop, focal_point, original }, UNEDITED)
    const uses = await findImageUses(database.read, 1)
    assert.deepEqual(
      uses.map(({ kind, id, title }) => [kind, id, title]),
      [['series', 2, 'Weekly']],
    )
    assert.deepEqual(await findImageUses(database.read, 7), [])
    // A node of the previous version adds an image during an upgrade.
    await database.transaction(async (tx) => {
      await sql`insert into object_ids (id, kind) values (4, 'media')`.execute(tx)
      await sql`insert into media (id, title, mime_type, key) values (4, 'New', 'image/png', '2026/01/b.png')`.execute(
        tx,
      )
    })
    assert.equal((await findMedia(database.read, [4]))[0]?.original, null)
  })
}
