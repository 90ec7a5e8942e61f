import assert from 'node:assert/strict'
import { truncateSync } from 'node:fs'
import { test } from 'node:test'
import { recordChange } from '../../src/storage/change-log/change-log.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import { ENGINES } from '../helper/engines.ts'

const sqlite = ENGINES.find(({ name }) => name === 'sqlite')

test('A commit on SQLite with a long WAL announces a long task', { skip: !sqlite }, async (context) => {
  const storage = await sqlite?.create()
  assert.ok(storage)
  let announced = 0
  const onLongWork = () => {
    announced++
  }
  const database = await openDatabase(storage.url, { timeout: 30, connections: 10, onLongWork })
  context.after(async () => {
    await database.close()
    await storage.remove()
  })
  const write = () =>
    database.transaction((tx) => recordChange(tx, { kind: 'event', id: 1, op: 'update', at: '2027-01-01 00:00:00' }))
  await write()
  assert.equal(announced, 0)
  // Frames after the last valid one are ignored.
  truncateSync(`${storage.url.slice('sqlite:'.length)}-wal`, 150_000_000)
  await write()
  assert.equal(announced, 1)
})
