/** A database from before offers and external ids goes on with what is in it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../src/storage/database.ts'
import { openEngine } from '../../src/storage/engine.ts'
import { first } from '../../src/storage/migrations/001-first.ts'
import { places } from '../../src/storage/migrations/002-places.ts'
import { findPost } from '../../src/storage/posts.ts'
import { ENGINES } from '../helper/engines.ts'

for (const engine of ENGINES) {
  test(`records from before have no offers and no external id on ${engine.name}`, async () => {
    const place = await engine.create()
    const { engine: kind, write, read } = await openEngine(place.url)
    await write.schema
      .createTable('migrations')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute()
    for (const [name, up] of Object.entries({ '001-first': first, '002-places': places })) {
      await up(write, kind)
      await write.insertInto('migrations').values({ name, at: '2026-01-01T00:00:00Z' }).execute()
    }
    for (const [id, post] of [
      [1, 'event'],
      [2, 'event'],
      [3, 'venue'],
    ] as const) {
      await write.insertInto('object_ids').values({ id, kind: post }).execute()
      const row = { id, status: 'publish', title: `Record ${id}`, slug: `record-${id}` }
      await write
        .insertInto(`${post}s`)
        .values(row as never)
        .execute()
    }
    await Promise.all([read.destroy(), write.destroy()])

    const database = await openDatabase(place.url)
    for (const id of [1, 2]) {
      const event = await findPost(database.read, 'event', id)
      assert.deepEqual([event?.title, event?.tickets, event?.external_id], [`Record ${id}`, [], ''])
    }
    assert.equal((await findPost(database.read, 'venue', 3))?.external_id, '')
    const name = (id: number) =>
      database.transaction((tx) => tx.updateTable('events').set({ external_id: 'a:1' }).where('id', '=', id).execute())
    await name(1)
    await assert.rejects(name(2), (error) => database.engine.isUniqueViolation(error))
    await database.close()
    await place.remove()
  })
}
