/** State of imported records. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  deleteImportedRecords,
  findImportedRecords,
  type ImportedRecord,
  listImportedRecords,
  saveImportedRecords,
} from '../../../src/features/imports/imported-records.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import type { Database } from '../../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../../helper/engines.ts'
import { createMigratedStorage } from '../../helper/storage/prepared-storage.ts'

const PLACE = { source: 'https://site.example', kind: 'event' }
const createRecord = (key: string, changes: Partial<ImportedRecord> = {}): ImportedRecord => ({
  ...PLACE,
  key,
  record_id: 1,
  revision: 1,
  fingerprint: 'a',
  modified: '',
  ...changes,
})

for (const engine of ENGINES) {
  describe(`imported records on ${engine.name}`, () => {
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

    test('A record is saved, replaced, listed in the order of keys and deleted', async () => {
      const records = Array.from({ length: 600 }, (_, index) => createRecord(String(index).padStart(4, '0')))
      const changed = createRecord('0001', { fingerprint: 'b', revision: 7 })
      await database.transaction((tx) => saveImportedRecords(tx, records))
      await database.transaction((tx) => saveImportedRecords(tx, [changed, createRecord('0001', { kind: 'venue' })]))
      assert.deepEqual(await findImportedRecords(database.read, PLACE, ['0001', 'none']), [changed])
      const page = await listImportedRecords(database.read, PLACE, { after: '0000', limit: 2 })
      assert.deepEqual(page, [changed, createRecord('0002')])
      await database.transaction((tx) =>
        deleteImportedRecords(
          tx,
          PLACE,
          records.slice(1).map(({ key }) => key),
        ),
      )
      assert.deepEqual(await listImportedRecords(database.read, PLACE, { after: '', limit: 10 }), [
        createRecord('0000'),
      ])
      const venues = await listImportedRecords(database.read, { ...PLACE, kind: 'venue' }, { after: '', limit: 10 })
      assert.deepEqual(venues, [createRecord('0001', { kind: 'venue' })])
    })
  })
}
