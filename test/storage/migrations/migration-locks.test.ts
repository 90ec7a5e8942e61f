import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openEngine } from '../../../src/storage/engine.ts'
import { applyMigrations, MIGRATIONS } from '../../../src/storage/migrations/migrate.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import { ENGINES } from '../../helper/engines.ts'

const EARLIER = Object.keys(MIGRATIONS).filter((name) => name < '013')

for (const engine of ENGINES.filter(({ name }) => name === 'postgres')) {
  test('A migration does not deadlock with a transaction that reads the same tables in another order', async (context) => {
    const storage = await engine.create()
    const old = await openEngine(storage.url)
    await old.write.transaction().execute((tx) => applyMigrations(tx, old.engine, EARLIER))
    await old.write.destroy()
    await old.read.destroy()
    const reader = new pg.Client({ connectionString: storage.url })
    await reader.connect()
    await reader.query('begin; select from users')
    const opened = openDatabase(storage.url)
    context.after(async () => {
      await reader.end()
      await (await opened).close()
      await storage.remove()
    })
    // Longer than the server waits before it looks for deadlocks.
    for (let round = 0; round < 15; round++) {
      await reader.query('select from terms; select from application_passwords; select from events')
      await pause(100)
    }
    await reader.query('commit')
    assert.deepEqual((await opened).newerMigrations, [])
  })
}
