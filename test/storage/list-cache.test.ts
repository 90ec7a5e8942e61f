/** Cached lists are never outdated, and avoid repeated counting. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { findLinkedIds } from '../../src/calendar/linked/find-linked-ids.ts'
import type { EventQuery } from '../../src/calendar/lists/event-query.ts'
import { findEventIds } from '../../src/calendar/lists/find-event-ids.ts'
import { planEvents, planLinked } from '../../src/calendar/lists/query-plan.ts'
import { ANONYMOUS, type Viewer } from '../../src/kernel/user.ts'
import { recordChange } from '../../src/storage/change-log/change-log.ts'
import { createListCache } from '../../src/storage/list-cache.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import type { Database, IsAffected, LoggedChange, Reader, Writer } from '../../src/storage/types.ts'
import { SPLIT_ENGINES, type TestStorage } from '../helper/engines.ts'
import { insertManyRecords } from '../helper/large-calendar.ts'
import { recordStatements } from '../helper/record-queries.ts'
import { createMigratedStorage } from '../helper/storage/prepared-storage.ts'
import { waitUntil } from '../helper/until.ts'

const clock = { now: '2026-03-01 00:00:00', zone: 'UTC', dayCutoff: '00:00' }
const PAGING = { page: 1, perPage: 10 }
const EDITOR: Viewer = { id: 1, role: 'editor' }

const find = (db: Reader, query: EventQuery = {}, page = 1, viewer = ANONYMOUS) =>
  findEventIds(db, planEvents(query, {}, { viewer, clock, paging: { page, perPage: 10 } }))

const isTotal = ({ sql }: { readonly sql: string }) => /\bas "?total"?/.test(sql)

const readTotal = async (db: Reader, query?: EventQuery) => (await find(db, query)).total

async function publish(tx: Writer, id: number, status = 'publish'): Promise<void> {
  await tx.updateTable('events').set({ status }).where('id', '=', id).execute()
  await recordChange(tx, { kind: 'event', id, op: 'update', at: clock.now })
}

for (const engine of SPLIT_ENGINES) {
  describe(`The list cache on ${engine.name}`, () => {
    let storage: TestStorage
    let database: Database
    /** ID of a draft in the default window of lists. */
    let draft = 0
    before(async () => {
      storage = await createMigratedStorage(engine)
      database = await openDatabase(storage.url)
      await database.startPolling()
      await insertManyRecords(database)
    })
    after(async () => {
      await database.close()
      await storage.remove()
    })
    beforeEach(async () => {
      const drafts = await find(database.read, { status: ['draft'] }, 1, EDITOR)
      draft = drafts.ids[0] ?? 0
      assert.ok(draft > 0)
    })

    /** A handle with a list cache, and the statements that run through it. */
    function createCachedReader(onResult?: (query: CompiledQuery) => Promise<unknown>) {
      const cache = createListCache()
      const findList = (key: string, isAffected: IsAffected) =>
        cache.find(key, { generation: database.generation, changes: database.ownChanges, isAffected })
      const { db, statements } = recordStatements(database.read, onResult, findList)
      return { db, counts: () => statements.filter(isTotal).length, statements }
    }

    test('Reading the pages of a list counts its total once, also in another order', async () => {
      const { db, counts } = createCachedReader()
      const ids = new Set<number>()
      const { total } = await find(db)
      for (let page = 1; page <= 30; page++) for (const id of (await find(db, {}, page)).ids) ids.add(id)
      await find(db, { orderby: 'title' })
      assert.equal(ids.size, 300)
      assert.ok(total > 1000)
      assert.equal(counts(), 1)
    })

    test('The pages of a short list are read by one query, and equal pages that are read separately', async () => {
      const { db, statements } = createCachedReader()
      for (const query of [{ featured: true }, { featured: true, orderby: 'title', order: 'desc' }] as const) {
        for (let page = 1; page <= 4; page++) {
          const alone = recordStatements(database.read)
          assert.deepEqual(await find(db, query, page), await find(alone.db, query, page))
        }
      }
      assert.equal(statements.length, 3)
    })

    test('A write changes the total at once', async () => {
      const before = await readTotal(database.read)
      await database.transaction((tx) => publish(tx, draft))
      assert.equal(await readTotal(database.read), before + 1)
    })

    test('Results stay cached after changes that cannot affect the list', async () => {
      const { db, statements } = createCachedReader()
      const change = (change: Pick<LoggedChange, 'kind' | 'op'>) =>
        database.transaction((tx) => recordChange(tx, { ...change, id: 1, at: clock.now }))
      const lists = async () => {
        const before = statements.length
        await find(db, { search: 'bassoon' })
        await findLinkedIds(
          db,
          'venue',
          planLinked({ search: 'bassoon' }, {}, { viewer: ANONYMOUS, clock, paging: PAGING }),
        )
        return statements.length - before
      }
      assert.equal((await lists()) > 0, true)
      for (const kind of ['organizer', 'media', 'tag'] as const) {
        await change({ kind, op: 'update' })
        assert.equal(await lists(), 0, kind)
      }
      for (const kind of ['event', 'venue', 'user'] as const) {
        await change({ kind, op: 'update' })
        assert.equal((await lists()) > 0, true, kind)
      }
    })

    test('A write of another process changes the total once the change bus has read it', async () => {
      const other = await openDatabase(storage.url)
      try {
        await Promise.all([database.startPolling(), other.startPolling()])
        const before = await readTotal(database.read)
        await other.transaction((tx) => publish(tx, draft))
        await waitUntil(() => database.bus.current().seq >= other.bus.current().seq, 5000)
        assert.equal(await readTotal(database.read), before + 1)
      } finally {
        await other.close()
      }
    })

    test('A write during a count is part of the next total', async () => {
      let isWritten = false
      const { db } = createCachedReader(async ({ sql }) => {
        if (isWritten || !isTotal({ sql })) return
        isWritten = true
        await database.transaction((tx) => publish(tx, draft))
      })
      const before = await readTotal(db)
      assert.equal(await readTotal(db), before + 1)
    })

    test('A write between the count and the page is part of the cached page', async () => {
      let isWritten = false
      const { db } = createCachedReader(async ({ sql }) => {
        if (isWritten || !isTotal({ sql })) return
        isWritten = true
        await database.transaction((tx) => publish(tx, draft))
      })
      const page = (number: number) => find(db, { orderby: 'title' }, number)
      const { total } = await page(330)
      const all = (await page(330)).total
      assert.equal(all, total + 1)
      const last = Math.ceil(all / 10)
      assert.equal((await page(last)).ids.length, all - (last - 1) * 10)
    })

    test('Of many orders of a list the oldest is evicted, but not the total', async () => {
      const { db, statements, counts } = createCachedReader()
      const orders = ['title', 'modified', 'date', 'end_date', 'id'] as const
      // This page is so far back that all IDs are read and cached.
      const late = 330
      for (const orderby of orders) await find(db, { orderby }, late)
      const before = statements.length
      await find(db, { orderby: 'id' }, late)
      assert.equal(statements.length, before)
      await find(db, { orderby: 'title' }, late)
      assert.deepEqual([statements.length, counts()], [before + 1, 1])
    })

    test('A transaction sees its own writes, and other readers do not', async () => {
      const before = await readTotal(database.read)
      await database.transaction(async (tx) => {
        assert.equal(await readTotal(tx), before)
        await publish(tx, draft)
        assert.equal(await readTotal(tx), before + 1)
        assert.equal(await readTotal(database.read), before)
      })
    })

    test('Viewers do not share cached lists', async () => {
      const anonymous = await find(database.read)
      const editor = await find(database.read, {}, 1, EDITOR)
      assert.ok(editor.total > anonymous.total)
      assert.deepEqual(await find(database.read), anonymous)
    })

    test('Totals are correct for more lists than the cache can contain', async () => {
      const numbers = Array.from({ length: 600 }, (_, at) => at + 1)
      const readTotals = async () => {
        const totals: number[] = []
        for (const id of numbers) totals.push(await readTotal(database.read, { include: [id] }))
        return totals
      }
      const first = await readTotals()
      assert.deepEqual(await readTotals(), first)
      assert.equal(
        await readTotal(database.read, { include: numbers }),
        first.reduce((sum, total) => sum + total, 0),
      )
    })
  })
}
