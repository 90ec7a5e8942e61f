/** Every node detects by the epoch that the database contains another history than before. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { findNewestSeq, recordChange } from '../../src/storage/change-log/change-log.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import type { ChangeKind, Database } from '../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import { setNextId } from '../helper/next-id.ts'
import { waitUntil } from '../helper/until.ts'

const AT = '2027-01-01 00:00:00'
const TIMEOUT = 5000

const write = (database: Database, id: number, kind: ChangeKind = 'event') =>
  database.transaction((tx) => recordChange(tx, { kind, id, op: 'update', at: AT }))

for (const engine of ENGINES) {
  describe(`The epoch of a database on ${engine.name}`, () => {
    let storage: TestStorage
    let one: Database
    let other: Database
    let opened: Database[] = []
    beforeEach(async () => {
      storage = await engine.create()
      one = await open()
      other = await open()
    })
    afterEach(async () => {
      for (const database of opened) await database.close()
      opened = []
      await storage.remove()
    })

    async function open(more: { anchorFile?: string } = {}): Promise<Database> {
      const database = await openDatabase(storage.url, { timeout: 30, connections: 10, ...more })
      opened.push(database)
      await database.startPolling()
      return database
    }
    const getEpoch = (database: Database) => database.generation()?.epoch ?? ''
    /** Undoes the newest changes as a restore would, and writes others in their place. */
    const rewrite = (database: Database, lost: number, added: number) =>
      database.transaction(async (tx) => {
        const last = (await findNewestSeq(tx)) - lost
        await setNextId(tx, database.engine, 'changes', last + added + 1)
        await tx.deleteFrom('changes').where('seq', '>', last).execute()
        for (let at = 1; at <= added; at++) {
          await tx
            .insertInto('changes')
            .values({ seq: last + at, kind: 'venue', id: 1, op: 'update', at: AT })
            .execute()
        }
      })

    test('The epoch is the same for all processes, and does not change with writes', async () => {
      const before = getEpoch(one)
      assert.match(before, /^[0-9a-f]{10}$/)
      await write(one, 1)
      await write(other, 2)
      await waitUntil(() => one.generation()?.seq === 2 && other.generation()?.seq === 2, TIMEOUT)
      assert.deepEqual([getEpoch(one), getEpoch(other)], [before, before])
      assert.equal(getEpoch(await open()), before)
    })

    test('Every process gets a new epoch, and invalidates its caches, when the newest changes are lost', async () => {
      for (let id = 1; id <= 5; id++) await write(one, id)
      await waitUntil(() => other.generation()?.seq === 5, TIMEOUT)
      const before = getEpoch(one)
      await rewrite(await open(), 3, 0)
      await waitUntil(() => getEpoch(one) !== '' && getEpoch(one) !== before, TIMEOUT)
      await waitUntil(() => getEpoch(other) === getEpoch(one), TIMEOUT)
      assert.deepEqual([one.generation()?.seq, other.generation()?.seq], [2, 2])
      const [first, second] = [getEpoch(one), getEpoch(other)]
      await write(one, 6)
      await new Promise((resolve) => setTimeout(resolve, 1200))
      assert.deepEqual([getEpoch(one), getEpoch(other)], [first, second])
    })

    test('Every process gets a new epoch when the change numbers have already caught up', async () => {
      for (let id = 1; id <= 5; id++) await write(one, id)
      await waitUntil(() => other.generation()?.seq === 5, TIMEOUT)
      const before = getEpoch(one)
      await rewrite(await open(), 3, 10)
      await waitUntil(() => getEpoch(one) !== '' && getEpoch(one) !== before, TIMEOUT)
      await waitUntil(() => getEpoch(other) === getEpoch(one), TIMEOUT)
      assert.equal(one.generation()?.seq, 12)
    })

    test('A process that writes a change number a second time invalidates its caches', async () => {
      for (let id = 1; id <= 5; id++) await write(one, id)
      const before = getEpoch(one)
      await rewrite(one, 3, 0)
      await write(one, 6)
      assert.equal(one.generation(), undefined)
      await waitUntil(() => getEpoch(one) !== '' && getEpoch(one) !== before, TIMEOUT)
      assert.equal(one.bus.current().seq, 3)
      const epoch = getEpoch(one)
      assert.equal(one.ownChanges({ epoch, seq: 2 }, { epoch, seq: 3 }), undefined)
    })

    test('The epoch is kept when the beginning of the change log is deleted', async () => {
      for (let id = 1; id <= 5; id++) await write(one, id)
      await waitUntil(() => other.generation()?.seq === 5, TIMEOUT)
      const before = getEpoch(one)
      await one.transaction((tx) => tx.deleteFrom('changes').where('seq', '<', 5).execute())
      await new Promise((resolve) => setTimeout(resolve, 1200))
      await write(one, 6)
      assert.deepEqual([getEpoch(one), getEpoch(other)], [before, before])
    })

    test('The epoch is new where the location of the database has changed', async () => {
      const stored = await one.read.selectFrom('database_identity').select('place').executeTakeFirstOrThrow()
      assert.match(stored.place, engine.name === 'sqlite' ? /^\d+$/ : /^\d+:[0-9A-F]{8}:\d+:\d+$/)
      const parts = stored.place.split(':')
      for (const [index, part] of parts.entries()) {
        const before = getEpoch(one)
        const moved = parts.with(index, `${part}1`).join(':')
        await one.transaction((tx) => tx.updateTable('database_identity').set({ place: moved }).execute())
        await waitUntil(() => getEpoch(one) !== '' && getEpoch(one) !== before, TIMEOUT)
        await waitUntil(() => getEpoch(other) === getEpoch(one), TIMEOUT)
        const { place: found } = await one.read
          .selectFrom('database_identity')
          .select('place')
          .executeTakeFirstOrThrow()
        assert.equal(found, stored.place)
      }
    })

    test('The epoch is kept where a part of the location cannot be determined', async () => {
      const before = getEpoch(one)
      await one.transaction((tx) => tx.updateTable('database_identity').set({ place: '' }).execute())
      const later = await open()
      assert.equal(getEpoch(later), before)
    })

    test('The epoch is new when the database was restored while no process was running', async () => {
      const anchorFile = join(storage.folder, 'state', 'last-change.json')
      const service = await open({ anchorFile })
      for (let id = 1; id <= 5; id++) await write(service, id)
      await waitUntil(() => service.generation()?.seq === 5, TIMEOUT)
      const before = getEpoch(service)
      await new Promise((resolve) => setTimeout(resolve, 700))
      for (const database of opened) await database.close()
      opened = []
      const restore = await openDatabase(storage.url)
      opened.push(restore)
      await rewrite(restore, 2, 4)
      const again = await open({ anchorFile })
      assert.notEqual(getEpoch(again), before)
      const epoch = getEpoch(again)
      await again.close()
      opened = opened.filter((database) => database !== again)
      assert.equal(getEpoch(await open({ anchorFile })), epoch, 'once')
    })
  })
}
