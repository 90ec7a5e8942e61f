/** Cached SQL texts and their parameters. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDatabase } from '../../src/storage/open-database.ts'
import { executeCached, insertRows } from '../../src/storage/statement-cache.ts'
import type { Database } from '../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import { createMigratedStorage } from '../helper/storage/prepared-storage.ts'

for (const engine of ENGINES) {
  describe(`The statement cache on ${engine.name}`, () => {
    let storage: TestStorage
    let database: Database
    before(async () => {
      storage = await createMigratedStorage(engine)
      database = await openDatabase(storage.url)
    })
    after(async () => {
      await database.close()
      await storage.remove()
    })

    test('Rows are inserted by column name, in any order of the columns', async () => {
      await database.transaction(async (tx) => {
        await insertRows(tx, 'failed_attempts', [{ key: 'a', expires: 'x', times: 1 }])
        await insertRows(tx, 'failed_attempts', [{ times: 2, expires: 'y', key: 'b' }])
        await insertRows(tx, 'failed_attempts', [
          { key: 'c', expires: 'z', times: 3 },
          { times: 4, key: 'd', expires: 'z' },
        ])
        await insertRows(tx, 'failed_attempts', [])
      })
      const rows = await database.read.selectFrom('failed_attempts').selectAll().orderBy('key').execute()
      assert.deepEqual(
        rows.map(({ key, expires, times }) => [key, expires, times]),
        [
          ['a', 'x', 1],
          ['b', 'y', 2],
          ['c', 'z', 3],
          ['d', 'z', 4],
        ],
      )
    })

    test('The text is built once per form, and run with the parameters of each call', async () => {
      let built = 0
      const countBuilds = (key: string) =>
        executeCached(database.read, {
          key: 'times of a key',
          values: [key],
          build: () => {
            built++
            return database.read.selectFrom('failed_attempts').select('times').where('key', '=', key)
          },
        })
      assert.deepEqual(await countBuilds('a'), [{ times: 1 }])
      assert.deepEqual(await countBuilds('b'), [{ times: 2 }])
      assert.equal(built, 1)
    })

    test('Parameters in another order than that of the text are rejected', async () => {
      const build = () =>
        database.read.selectFrom('failed_attempts').select('times').where('key', '=', 'a').where('expires', '=', 'x')
      await assert.rejects(
        executeCached(database.read, { key: 'turned round', values: ['x', 'a'], build }),
        /turned round/,
      )
    })
  })
}
