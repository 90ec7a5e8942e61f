import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { insertTerm } from '../../src/calendar/terms/term-store.ts'
import { MIGRATIONS } from '../../src/storage/migrations/migrate.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import { SERIAL_COLUMNS } from '../../src/storage/tables/tables.ts'
import type { Database, Reader } from '../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'

const EMPTY_USER = { login: '', email: '', name: '', role: '', password_hash: '', created_utc: '' }
const NOW = '2027-01-01 00:00:00'

for (const engine of ENGINES) {
  describe(`The database on ${engine.name}`, () => {
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

    const tag = (name: string) => ({ taxonomy: 'tag', name, slug: name, description: '', parent: 0 }) as const
    const names = async () => (await database.read.selectFrom('terms').select('name').execute()).map(({ name }) => name)

    test('Opening an existing database again changes nothing', async () => {
      await database.transaction((tx) => insertTerm(tx, tag('kept'), NOW))
      const again = await openDatabase(storage.url)
      const migrations = await again.read.selectFrom('migrations').select('name').execute()
      assert.deepEqual(
        migrations.map(({ name }) => name),
        Object.keys(MIGRATIONS),
      )
      assert.deepEqual(await names(), ['kept'])
      await again.close()
    })

    test('A failed transaction leaves nothing behind', async () => {
      const work = database.transaction(async (tx) => {
        await insertTerm(tx, tag('lost'), NOW)
        throw new Error('stop')
      })
      await assert.rejects(work, /stop/)
      assert.deepEqual(await names(), ['kept'])
    })

    test('Readers neither wait for a transaction nor see its changes', async () => {
      await database.transaction(async (tx) => {
        await insertTerm(tx, tag('later'), NOW)
        assert.deepEqual(await names(), ['kept'])
      })
      assert.deepEqual(await names(), ['kept', 'later'])
    })

    test('A snapshot neither waits for transactions nor sees writes after its first read', async () => {
      const listNames = async (db: Reader) =>
        (await db.selectFrom('terms').select('name').execute()).map(({ name }) => name)
      const written = await names()
      await database.snapshot(async (db) => {
        assert.deepEqual(await listNames(db), written)
        await database.transaction(async (tx) => {
          await insertTerm(tx, tag('meanwhile'), NOW)
          assert.deepEqual(await listNames(db), written)
        })
        assert.deepEqual(await listNames(db), written)
      })
      assert.deepEqual(await names(), [...written, 'meanwhile'])
    })

    test('A snapshot cannot write', async () => {
      const work = database.snapshot((db) => db.deleteFrom('terms').execute())
      // A server that is read-only counts as unavailable for writes.
      await assert.rejects(work, (error: Error) => /read-?only/.test(`${error.message} ${error.cause}`))
    })

    test('Every table with generated IDs is in the list of such tables', async () => {
      const { rows } =
        engine.name === 'sqlite'
          ? await sql<{ name: string }>`select name from sqlite_master where sql like '%autoincrement%'`.execute(
              database.read,
            )
          : await sql<{ name: string }>`select name from numbers`.execute(database.read)
      assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(SERIAL_COLUMNS).sort())
    })

    test('Generated IDs exceed all existing and deleted ones', async () => {
      const last = () => database.engine.findLastId(database.read, 'users')
      const reset = (least?: number) => database.transaction((tx) => database.engine.resetSequence(tx, 'users', least))
      await reset()
      assert.equal(await last(), 0)
      await reset(40)
      await reset(30)
      await reset()
      assert.equal(await last(), 40)
      const user = { login_folded: 'ann', email_folded: 'ann' }
      const add = (more: object) =>
        database.transaction((tx) =>
          tx
            .insertInto('users')
            .values({ ...EMPTY_USER, ...user, ...more })
            .returning('id')
            .executeTakeFirstOrThrow(),
        )
      assert.deepEqual(await add({}), { id: 41 })
      await add({ id: 90, login_folded: 'ben', email_folded: 'ben' })
      await reset()
      assert.deepEqual(await add({ login_folded: 'cy', email_folded: 'cy' }), { id: 91 })
    })

    test('Concurrent transactions are serialized', async () => {
      const work = Array.from({ length: 20 }, (_, number) =>
        database.transaction((tx) => insertTerm(tx, tag(`one-${number}`), NOW)),
      )
      const ids = await Promise.all(work)
      assert.equal(new Set(ids).size, 20)
    })

    test('A violation of a unique key is recognized', async () => {
      const work = database.transaction((tx) => insertTerm(tx, tag('kept'), NOW))
      await assert.rejects(work, (error) => database.engine.isUniqueViolation(error))
    })

    test('IDs are not reused, even after their record is deleted', async () => {
      const id = await database.transaction((tx) => insertTerm(tx, tag('gone'), NOW))
      await database.transaction((tx) => tx.deleteFrom('terms').where('id', '=', id).execute())
      const next = await database.transaction((tx) => insertTerm(tx, tag('next'), NOW))
      assert.ok(next > id)
    })

    test('Substring search uses its index for words of three letters or more', async () => {
      const texts = ['streichquartett', 'jazz trio', 'zurich']
      await database.transaction(async (tx) => {
        for (const [index, text] of texts.entries())
          await tx
            .insertInto('post_search')
            .values({ rowid: index + 1, text })
            .execute()
      })
      const find = (word: string) =>
        database.read.selectFrom('post_search').select('rowid').where('text', 'like', `%${word}%`).execute()
      assert.deepEqual(await find('quartett'), [{ rowid: 1 }])
      assert.deepEqual(await find('zz'), [{ rowid: 2 }])
    })
  })
}
