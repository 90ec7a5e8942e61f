import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { insertTerm } from '../../src/storage/terms.ts'
import { ENGINES, type TestPlace } from '../helper/engines.ts'

const NOW = '2027-01-01 00:00:00'

for (const engine of ENGINES) {
  describe(`the database on ${engine.name}`, () => {
    let place: TestPlace
    let database: Database
    before(async () => {
      place = await engine.create()
      database = await openDatabase(place.url)
    })
    after(async () => {
      await database.close()
      await place.remove()
    })

    const tag = (name: string) => ({ taxonomy: 'tag', name, slug: name, description: '', parent: 0 }) as const
    const names = async () => (await database.read.selectFrom('terms').select('name').execute()).map(({ name }) => name)

    test('opening a database with data in it again changes nothing', async () => {
      await database.transaction((tx) => insertTerm(tx, tag('kept'), NOW))
      const again = await openDatabase(place.url)
      const migrations = await again.read.selectFrom('migrations').select('name').execute()
      assert.deepEqual(
        migrations.map(({ name }) => name),
        [
          ...['001-first', '002-places', '003-geocoding', '004-term-times', '005-offers', '006-media'],
          '007-sign-in-failures',
        ],
      )
      assert.deepEqual(await names(), ['kept'])
      await again.close()
    })

    test('a transaction that fails leaves nothing behind', async () => {
      const work = database.transaction(async (tx) => {
        await insertTerm(tx, tag('lost'), NOW)
        throw new Error('stop')
      })
      await assert.rejects(work, /stop/)
      assert.deepEqual(await names(), ['kept'])
    })

    test('readers do not wait for a transaction, and do not see into it', async () => {
      await database.transaction(async (tx) => {
        await insertTerm(tx, tag('later'), NOW)
        assert.deepEqual(await names(), ['kept'])
      })
      assert.deepEqual(await names(), ['kept', 'later'])
    })

    test('transactions of the same moment come one after another', async () => {
      const work = Array.from({ length: 20 }, (_, number) =>
        database.transaction((tx) => insertTerm(tx, tag(`one-${number}`), NOW)),
      )
      const ids = await Promise.all(work)
      assert.equal(new Set(ids).size, 20)
    })

    test('a violated unique key is recognised', async () => {
      const work = database.transaction((tx) => insertTerm(tx, tag('kept'), NOW))
      await assert.rejects(work, (error) => database.engine.isUniqueViolation(error))
    })

    test('numbers are not handed out twice, even after their record is gone', async () => {
      const id = await database.transaction((tx) => insertTerm(tx, tag('gone'), NOW))
      await database.transaction((tx) => tx.deleteFrom('terms').where('id', '=', id).execute())
      const next = await database.transaction((tx) => insertTerm(tx, tag('next'), NOW))
      assert.ok(next > id)
    })

    test('substring search uses its index for words of three letters and more', async () => {
      const texts = ['streichquartett', 'jazz trio', 'zurich']
      await database.transaction(async (tx) => {
        for (const [at, text] of texts.entries())
          await tx
            .insertInto('post_search')
            .values({ rowid: at + 1, text })
            .execute()
      })
      const find = (word: string) =>
        database.read.selectFrom('post_search').select('rowid').where('text', 'like', `%${word}%`).execute()
      assert.deepEqual(await find('quartett'), [{ rowid: 1 }])
      assert.deepEqual(await find('zz'), [{ rowid: 2 }])
    })
  })
}
