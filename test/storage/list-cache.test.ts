/** What is remembered of lists is true at every moment, and spares counting. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { ANONYMOUS, type Viewer } from '../../src/domain/model/user.ts'
import type { EventQuery } from '../../src/domain/query/event-query.ts'
import { planEvents, planLinked } from '../../src/domain/query/query-plan.ts'
import { createListCache } from '../../src/storage/caching/list-cache.ts'
import { recordChange } from '../../src/storage/changes/change-log.ts'
import type { Database, IsAffected, LoggedChange, Reader, Writer } from '../../src/storage/core/types.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import { findEventIds } from '../../src/storage/queries/find-event-ids.ts'
import { findLinkedIds } from '../../src/storage/queries/find-linked-ids.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import { insertManyRecords } from '../helper/large-calendar.ts'
import { recordStatements } from '../helper/record-queries.ts'
import { waitUntil } from '../helper/until.ts'

const clock = { now: '2026-03-01 00:00:00', zone: 'UTC', dayCutoff: '00:00' }
const PAGING = { page: 1, perPage: 10 }
const EDITOR: Viewer = { id: 1, role: 'editor' }

const find = (db: Reader, query: EventQuery = {}, page = 1, viewer = ANONYMOUS) =>
  findEventIds(db, planEvents(query, {}, { viewer, clock, paging: { page, perPage: 10 } }))

const isTotal = ({ sql }: { readonly sql: string }) => /\bas "?total"?/.test(sql)

const totalOf = async (db: Reader, query?: EventQuery) => (await find(db, query)).total

async function publish(tx: Writer, id: number, status = 'publish'): Promise<void> {
  await tx.updateTable('events').set({ status }).where('id', '=', id).execute()
  await recordChange(tx, { kind: 'event', id, op: 'update', at: clock.now })
}

for (const engine of ENGINES) {
  describe(`what is kept of lists on ${engine.name}`, () => {
    let place: TestStorage
    let database: Database
    /** A draft of the window that lists show. */
    let draft = 0
    before(async () => {
      place = await engine.create()
      database = await openDatabase(place.url)
      await database.startPolling()
      await insertManyRecords(database)
    })
    after(async () => {
      await database.close()
      await place.remove()
    })
    beforeEach(async () => {
      const drafts = await find(database.read, { status: ['draft'] }, 1, EDITOR)
      draft = drafts.ids[0] ?? 0
      assert.ok(draft > 0)
    })

    /** A handle whose lists are remembered, with the statements that go through it. */
    function remembering(onResult?: (query: CompiledQuery) => Promise<unknown>) {
      const cache = createListCache()
      const findList = (key: string, isAffected: IsAffected) =>
        cache.find(key, { generation: database.generation, changes: database.ownChanges, isAffected })
      const { db, statements } = recordStatements(database.read, onResult, findList)
      return { db, counts: () => statements.filter(isTotal).length, statements }
    }

    test('a walk through pages counts once, whatever the order', async () => {
      const { db, counts } = remembering()
      const walked = new Set<number>()
      const { total } = await find(db)
      for (let page = 1; page <= 30; page++) for (const id of (await find(db, {}, page)).ids) walked.add(id)
      await find(db, { orderby: 'title' })
      assert.equal(walked.size, 300)
      assert.ok(total > 1000)
      assert.equal(counts(), 1)
    })

    test('pages of a short list are read together, and are those that would be read one by one', async () => {
      const { db, statements } = remembering()
      for (const query of [{ featured: true }, { featured: true, orderby: 'title', order: 'desc' }] as const) {
        for (let page = 1; page <= 4; page++) {
          const alone = recordStatements(database.read)
          assert.deepEqual(await find(db, query, page), await find(alone.db, query, page))
        }
      }
      assert.equal(statements.length, 3)
    })

    test('a write counts at once', async () => {
      const before = await totalOf(database.read)
      await database.transaction((tx) => publish(tx, draft))
      assert.equal(await totalOf(database.read), before + 1)
    })

    test('Results stay cached after changes that cannot affect the list', async () => {
      const { db, statements } = remembering()
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

    test('a write of another process counts once the bus knows of it', async () => {
      const other = await openDatabase(place.url)
      try {
        await Promise.all([database.startPolling(), other.startPolling()])
        const before = await totalOf(database.read)
        await other.transaction((tx) => publish(tx, draft))
        await waitUntil(() => database.bus.current().seq >= other.bus.current().seq, 5000)
        assert.equal(await totalOf(database.read), before + 1)
      } finally {
        await other.close()
      }
    })

    test('what is written while it is counted is not missing afterwards', async () => {
      let isWritten = false
      const { db } = remembering(async ({ sql }) => {
        if (isWritten || !isTotal({ sql })) return
        isWritten = true
        await database.transaction((tx) => publish(tx, draft))
      })
      const before = await totalOf(db)
      assert.equal(await totalOf(db), before + 1)
    })

    test('what is written between the count and the page is in what is kept of the page', async () => {
      let isWritten = false
      const { db } = remembering(async ({ sql }) => {
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

    test('of many orders of a list the oldest is forgotten, and its total never', async () => {
      const { db, statements, counts } = remembering()
      const orders = ['title', 'modified', 'date', 'end_date', 'id'] as const
      // So far back that all numbers are gathered, and kept.
      const late = 330
      for (const orderby of orders) await find(db, { orderby }, late)
      const before = statements.length
      await find(db, { orderby: 'id' }, late)
      assert.equal(statements.length, before)
      await find(db, { orderby: 'title' }, late)
      assert.deepEqual([statements.length, counts()], [before + 1, 1])
    })

    test('a transaction sees what it has written, and others do not', async () => {
      const before = await totalOf(database.read)
      await database.transaction(async (tx) => {
        assert.equal(await totalOf(tx), before)
        await publish(tx, draft)
        assert.equal(await totalOf(tx), before + 1)
        assert.equal(await totalOf(database.read), before)
      })
    })

    test('viewers are not told of each other’s records', async () => {
      const anonymous = await find(database.read)
      const editor = await find(database.read, {}, 1, EDITOR)
      assert.ok(editor.total > anonymous.total)
      assert.deepEqual(await find(database.read), anonymous)
    })

    test('of more lists than are kept, each is still told rightly', async () => {
      const numbers = Array.from({ length: 600 }, (_, at) => at + 1)
      const first = await Promise.all(numbers.map((id) => totalOf(database.read, { include: [id] })))
      const again = await Promise.all(numbers.map((id) => totalOf(database.read, { include: [id] })))
      assert.deepEqual(first, again)
      assert.equal(
        await totalOf(database.read, { include: numbers }),
        first.reduce((sum, total) => sum + total, 0),
      )
    })
  })
}
