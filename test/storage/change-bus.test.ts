import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { findNewestSeq, recordChange } from '../../src/storage/change-log/change-log.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import type { Database } from '../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import { startPostgres } from '../helper/postgres.ts'
import { createMigratedStorage } from '../helper/storage/prepared-storage.ts'
import { waitUntil } from '../helper/until.ts'

const AT = '2027-01-01 00:00:00'

const write = (database: Database) =>
  database.transaction((tx) => recordChange(tx, { kind: 'event', id: 1, op: 'update', at: AT }))

/** Milliseconds until `database` notices a write of `other`. */
async function measureDelay(database: Database, other: Database): Promise<number> {
  await write(other)
  const expected = other.bus.current().seq
  const since = performance.now()
  await waitUntil(() => database.bus.current().seq >= expected, 5000)
  return performance.now() - since
}

for (const engine of ENGINES) {
  describe(`The change bus on ${engine.name}`, () => {
    let storage: TestStorage
    let one: Database
    let other: Database
    before(async () => {
      storage = await createMigratedStorage(engine)
      one = await openDatabase(storage.url)
      other = await openDatabase(storage.url)
      await write(other)
      await Promise.all([one, other].map((database) => database.startPolling()))
    })
    after(async () => {
      await one.close()
      await other.close()
      await storage.remove()
    })

    test('A new subscriber has the numbers of all earlier writes', async () => {
      assert.equal(one.bus.current().seq, await findNewestSeq(one.read))
      assert.equal(one.bus.current().seq > 0, true)
    })

    test('A process and its listeners are notified of their own write before its response', async () => {
      const received: number[] = []
      const unsubscribe = one.bus.subscribe(({ seq }) => received.push(seq))
      const first = one.bus.current().seq + 1
      await write(one)
      assert.equal(one.bus.current().seq, first)
      await write(one)
      unsubscribe()
      await write(one)
      assert.deepEqual(received, [first, first + 1])
      assert.equal(one.bus.current().seq, await findNewestSeq(one.read))
    })

    test('A failed write causes no notification', async () => {
      const before = one.bus.current()
      const failing = one.transaction(async (tx) => {
        await recordChange(tx, { kind: 'event', id: 1, op: 'update', at: AT })
        throw new Error('stop')
      })
      await assert.rejects(failing, /stop/)
      assert.equal(one.bus.current(), before)
    })

    test('A write of another process is noticed within a second', async () => {
      for (let round = 0; round < 5; round++) assert.ok((await measureDelay(one, other)) < 1000)
    })

    test('Changes without a notification are found within a second', async () => {
      const expected = one.bus.current().seq + 1
      // Simulates a lost notification: changes from outside the transactions of the service.
      await other.transaction((tx) =>
        tx.insertInto('changes').values({ kind: 'event', id: 1, op: 'update', at: AT }).execute(),
      )
      const since = performance.now()
      await waitUntil(() => one.bus.current().seq >= expected, 5000)
      assert.ok(performance.now() - since < 1000)
    })

    test('While polling succeeds, the generation is known', async () => {
      let certain = 0
      for (let times = 0; times < 20; times++) {
        if (one.bus.isFresh()) certain++
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      // A busy machine may delay one poll, after which the next is in time again.
      assert.ok(certain >= 15, `certain ${certain} of 20 times`)
    })
  })
}

describe('The change bus on PostgreSQL', { skip: !ENGINES.some(({ name }) => name === 'postgres') }, () => {
  test('Notifications arrive at once, even after the connection was cut', async (context) => {
    const storage = await ENGINES.find(({ name }) => name === 'postgres')?.create()
    assert.ok(storage)
    const [one, other] = [await openDatabase(storage.url), await openDatabase(storage.url)]
    const client = new pg.Client({ connectionString: storage.url })
    context.after(async () => {
      await client.end()
      await one.close()
      await other.close()
      await storage.remove()
    })
    await one.startPolling()
    await client.connect()
    const listeners = async () => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query ~ 'database_identity' and application_name = 'calends'`,
      )
      return rows.map(({ pid }) => pid)
    }
    const times: number[] = []
    for (let round = 0; round < 9; round++) times.push(await measureDelay(one, other))
    assert.ok(median(times) < 100, `heard after ${times}`)

    const [cut] = await listeners()
    await client.query('select pg_terminate_backend($1)', [cut])
    assert.ok((await measureDelay(one, other)) < 1000)
    await waitUntil(async () => (await listeners()).some((pid) => pid !== cut), 5000)
    times.length = 0
    for (let round = 0; round < 9; round++) times.push(await measureDelay(one, other))
    assert.ok(median(times) < 100, `heard after ${times}`)
  })

  test('While the server is unavailable the generation is unknown; the bus reconnects when it is back', async (context) => {
    const server = await startPostgres()
    const url = `${server.url}/postgres`
    const opened: Database[] = []
    context.after(async () => {
      for (const database of opened) await database.close()
      server.stop()
    })
    const open = async () => {
      const database = await openDatabase(url)
      opened.push(database)
      return database
    }
    const database = await open()
    await database.startPolling()
    assert.equal(database.bus.isFresh(), true)
    await server.halt('fast')
    await waitUntil(() => !database.bus.isFresh(), 2000)
    await server.resume()
    await waitUntil(() => database.bus.isFresh(), 6000)
    assert.ok((await measureDelay(database, await open())) < 1000)
  })
})

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
