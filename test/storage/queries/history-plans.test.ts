/** Query plans of the history, which has a row per write. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { createSystemOrigin, HISTORY_ACTIONS } from '../../../src/kernel/change-record.ts'
import {
  deleteHistoryBefore,
  findHistory,
  findHistoryEntry,
  findLastAuthorChange,
  findLaterHistory,
  type HistoryFilter,
  hasHistoryBefore,
  insertHistory,
} from '../../../src/storage/change-log/history.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import type { Database, Reader } from '../../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../../helper/engines.ts'
import { recordStatements } from '../../helper/record-queries.ts'
import { createMigratedStorage } from '../../helper/storage/prepared-storage.ts'

const ROWS = 5000
const FILTERS: Readonly<Record<string, HistoryFilter>> = {
  nothing: {},
  'a record': { kind: 'event', recordId: 17 },
  'a record, after an entry': { kind: 'event', recordId: 17, afterId: 5 },
  'a kind': { kind: 'event' },
  'a user': { userId: 3 },
  'a user and a kind': { userId: 3, kind: 'event' },
  'an action': { action: 'sign-in-failed' },
  'an action in a period': { action: 'update', from: '2026-01-01 00:00:10', until: '2026-01-01 00:00:20' },
  'a period': { from: '2026-01-01 00:00:10', until: '2026-01-01 00:00:20' },
}

for (const engine of ENGINES) {
  describe(`Query plans of the history on ${engine.name}`, () => {
    let storage: TestStorage
    let database: Database
    before(async () => {
      storage = await createMigratedStorage(engine)
      database = await openDatabase(storage.url)
      const entries = Array.from({ length: ROWS }, (_, index) => ({
        ...{ kind: index % 4 === 0 ? ('venue' as const) : ('event' as const), id: index % 900, fields: {} },
        action: HISTORY_ACTIONS[index % HISTORY_ACTIONS.length] ?? 'update',
        at: `2026-01-01 0${Math.floor(index / 1000)}:00:${String(index % 60).padStart(2, '0')}`,
      }))
      await database.transaction(async (tx) => {
        for (let start = 0; start < ROWS; start += 250)
          await insertHistory(tx, entries.slice(start, start + 250), {
            ...createSystemOrigin('api'),
            userId: start % 7,
          })
      })
      if (engine.name === 'postgres') await sql`vacuum analyze`.execute(database.read)
    })
    after(async () => {
      await database.close()
      await storage.remove()
    })

    /** Tables that the statements read completely, and sorts. */
    async function findScans(run: (db: Reader) => Promise<unknown>): Promise<string[]> {
      const { db, statements } = recordStatements(database.read)
      await run(db)
      const plans = await Promise.all(
        statements.map((statement) =>
          engine.name === 'sqlite' ? explainOnSqlite(database, statement) : explainOnPostgres(database, statement),
        ),
      )
      return plans.flat()
    }

    for (const [name, filter] of Object.entries(FILTERS))
      test(`Entries by ${name} are found in their order by an index`, async () => {
        assert.deepEqual(await findScans((db) => findHistory(db, filter, { page: 1, perPage: 10 })), [])
      })

    test('The entries that a restore reads are found by an index', async () => {
      const record = { kind: 'event', id: 17 } as const
      assert.deepEqual(await findScans((db) => findHistoryEntry(db, { ...record, revision: 9 })), [])
      assert.deepEqual(await findScans((db) => findLaterHistory(db, { ...record, afterId: 9 }, 10)), [])
      assert.deepEqual(await findScans((db) => findLastAuthorChange(db, 'event', 17)), [])
    })

    test('Old entries are found by an index', async () => {
      assert.deepEqual(await findScans((db) => hasHistoryBefore(db, '2026-01-01 00:00:10')), [])
      const deleted = await database.transaction((tx) => deleteHistoryBefore(tx, '2026-01-01 00:00:10', 50))
      assert.equal(deleted, 50)
    })
  })
}

async function explainOnSqlite({ read }: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await read.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  )
  return rows
    .map(({ detail }) => detail)
    .filter((detail) => detail === 'SCAN history' || detail.includes('TEMP B-TREE'))
    .map((detail) => `${detail}: ${sql}`)
}

interface PlanNode {
  readonly 'Node Type': string
  readonly Plans?: readonly PlanNode[]
}

const listNodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)]

/** Small tables are rightly scanned; the setting disables this. */
function explainOnPostgres({ snapshot }: Database, statement: CompiledQuery): Promise<string[]> {
  return snapshot(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      CompiledQuery.raw(`explain (format json) ${statement.sql}`, [...statement.parameters]),
    )
    const types = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => listNodes(Plan)))
    const isSelective = /"record_id"/.test(statement.sql)
    return types
      .map((node) => node['Node Type'])
      .filter((type) => type === 'Seq Scan' || (type === 'Sort' && !isSelective))
      .map((type) => `${type}: ${statement.sql}`)
  })
}
