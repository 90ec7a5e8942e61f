/** The limits of a transaction that other writes wait for. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { recordChanges } from '../../src/storage/change-log/change-log.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import { createOpenTransaction } from '../../src/storage/open-transaction.ts'
import type { Change, Database } from '../../src/storage/types.ts'
import { ONE_ENGINE, type TestStorage } from '../helper/engines.ts'

const CHANGE: Change = { kind: 'tag', id: 1, op: 'update', at: '2027-01-01 00:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`A limited transaction on ${engine.name}`, () => {
    let storage: TestStorage
    let database: Database
    before(async () => {
      storage = await engine.create()
      database = await openDatabase(storage.url)
    })
    after(async () => {
      await database.close()
      await storage.remove()
    })

    test('A transaction that takes longer than its limit fails, unless it has few changes', async () => {
      const write = async (changes: number, seconds: number) => {
        const { database: shared, rollback } = createOpenTransaction(database, { limit: { changes: 5000, seconds } })
        const work = async () => {
          for (let count = 0; count < changes; count += 100)
            await shared.transaction((tx) => recordChanges(tx, Array<Change>(100).fill(CHANGE)))
        }
        return work().finally(rollback)
      }
      await write(1100, 60)
      await write(1000, 0)
      await assert.rejects(write(1100, 0), { code: 'transaction_too_large', status: 413 })
    })
  })
}
