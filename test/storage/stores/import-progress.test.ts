/** Progress of imports from live sites. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type ImportProgress,
  listImportProgress,
  saveImportProgress,
} from '../../../src/features/imports/import-progress.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import type { Database } from '../../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../../helper/engines.ts'
import { createMigratedStorage } from '../../helper/storage/prepared-storage.ts'

const SOURCE = 'https://site.example/wp-json'
const createPart = (first: string, next: string): ImportProgress => ({
  source: SOURCE,
  list: 'event',
  first,
  last: '2030-01-01',
  next,
})

for (const engine of ENGINES) {
  describe(`progress of imports on ${engine.name}`, () => {
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

    test('Parts are listed in order, and their progress is replaced', async () => {
      const [early, late] = [createPart('2020-01-01', '2020-01-01'), createPart('2025-01-01', '2025-01-01')]
      const other = { ...early, source: 'https://other.example/wp-json' }
      await database.transaction(async (tx) => {
        for (const part of [late, early, other]) await saveImportProgress(tx, part)
      })
      assert.deepEqual(await listImportProgress(database.read, SOURCE), [early, late])
      const finished = { ...early, next: '' }
      await database.transaction((tx) => saveImportProgress(tx, finished))
      assert.deepEqual(await listImportProgress(database.read, SOURCE), [finished, late])
      assert.deepEqual(await listImportProgress(database.read, other.source), [other])
    })
  })
}
