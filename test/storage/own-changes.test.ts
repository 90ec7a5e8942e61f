/** The buffer of own changes returns all changes between two numbers, or undefined. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findChangesAfter, recordChange, recordChanges } from '../../src/storage/change-log/change-log.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import type { Database } from '../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import { createMigratedStorage } from '../helper/storage/prepared-storage.ts'

const change = (id: number) => ({ kind: 'event', id, op: 'update', at: '2027-01-01 00:00:00' }) as const

for (const engine of ENGINES) {
  describe(`Own changes on ${engine.name}`, () => {
    let storage: TestStorage
    let one: Database
    let other: Database
    before(async () => {
      storage = await createMigratedStorage(engine)
      one = await openDatabase(storage.url)
      other = await openDatabase(storage.url)
      await Promise.all([one.startPolling(), other.startPolling()])
    })
    after(async () => {
      await one.close()
      await other.close()
      await storage.remove()
    })

    /** Changes of one epoch. */
    const own = (database: Database, after: number, upTo: number) => {
      const { epoch } = database.bus.current()
      return database.ownChanges({ epoch, seq: after }, { epoch, seq: upTo })
    }
    const write = (database: Database, ...ids: readonly number[]) =>
      database.transaction((tx) => recordChanges(tx, ids.map(change)))

    test('The buffer equals the change log', async () => {
      await write(one, 1, 2)
      await write(one, 3)
      assert.deepEqual(own(one, 0, 3), await findChangesAfter(one.read, 0, 10))
      assert.deepEqual(
        own(one, 1, 2)?.map(({ id }) => id),
        [2],
      )
      assert.deepEqual(own(one, 3, 3), [])
    })

    test('The buffer is incomplete where another process wrote a change', async () => {
      await write(other, 4)
      await write(one, 5)
      assert.equal(own(one, 3, 5), undefined)
      assert.equal(own(one, 4, 5)?.length, 1)
      assert.equal(own(other, 3, 5), undefined)
    })

    test('The buffer omits changes of failed transactions', async () => {
      const failing = one.transaction(async (tx) => {
        await recordChange(tx, change(6))
        throw new Error('undone')
      })
      await assert.rejects(failing, /undone/)
      await write(one, 7)
      assert.deepEqual(
        own(one, 5, 6)?.map(({ id }) => id),
        [7],
      )
    })

    test('The buffer evicts changes once there are many newer ones', async () => {
      await write(one, ...Array.from({ length: 150 }, (_, index) => 100 + index))
      assert.equal(own(one, 6, 156), undefined)
      assert.equal(own(one, 60, 156)?.at(-1)?.id, 249)
    })
  })
}
