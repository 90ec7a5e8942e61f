/** Substring search by the index, compared with a scan of all texts. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { foldSearchText } from '../../../src/base/text/fold-case.ts'
import { createRandom } from '../../../src/features/settings/sample/seeded-random.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import { insertRows } from '../../../src/storage/statement-cache.ts'
import type { Database } from '../../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../../helper/engines.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import { createMigratedStorage } from '../../helper/storage/prepared-storage.ts'

const PIECES = [
  'jazz',
  'night',
  ' ',
  '"',
  "'",
  '100%',
  '_',
  '\\',
  '*',
  '^',
  '-',
  '(a)',
  'Ä',
  'ß',
  'ſ',
  'K',
  'Σς',
  '日本語',
  'né',
]
const TEXTS = 400
const PATTERNS = 600

for (const engine of ENGINES) {
  describe(`Search on ${engine.name}`, () => {
    let storage: TestStorage
    let database: Database
    const random = createRandom(getSeed(7))
    const createText = (pieces: number) =>
      foldSearchText(Array.from({ length: pieces }, () => random.pick(PIECES)).join(''))
    const texts = Array.from({ length: TEXTS }, (_, index) => ({ rowid: index + 1, text: createText(6) }))
    before(async () => {
      storage = await createMigratedStorage(engine)
      database = await openDatabase(storage.url)
      await database.transaction((tx) => insertRows(tx, 'post_search', texts))
    })
    after(async () => {
      await database.close()
      await storage.remove()
    })

    test('A pattern of any characters finds exactly the texts that contain it', async () => {
      let found = 0
      for (let index = 0; index < PATTERNS; index++) {
        const word = createText(1 + (index % 3))
        const rows = await database.read
          .selectFrom('post_search')
          .select('rowid')
          .where('text', 'like', `%${word}%`)
          .orderBy('rowid')
          .execute()
        const expected = texts.filter(({ text }) => text.includes(word)).map(({ rowid }) => rowid)
        assert.deepEqual(
          rows.map(({ rowid }) => rowid),
          expected,
          JSON.stringify(word),
        )
        found += expected.length
      }
      assert.ok(found > PATTERNS)
    })
  })
}
