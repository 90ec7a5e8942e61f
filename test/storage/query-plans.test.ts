/**
 * Query plans of lists. The test explains the actual statements of the service; none may scan a large table, except
 * where a search word is too short for the index.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { planMedia } from '../../src/calendar/images/image-query.ts'
import { findMediaIds } from '../../src/calendar/images/image-store.ts'
import { findLinkedIds } from '../../src/calendar/linked/find-linked-ids.ts'
import type { EventQuery } from '../../src/calendar/lists/event-query.ts'
import { findEventIds } from '../../src/calendar/lists/find-event-ids.ts'
import type { LinkedQuery } from '../../src/calendar/lists/linked-query.ts'
import { findProtected } from '../../src/calendar/lists/protected-posts.ts'
import { planEvents, planLinked, type ResolvedIds } from '../../src/calendar/lists/query-plan.ts'
import type { LinkedKind } from '../../src/kernel/post.ts'
import { ANONYMOUS, type Viewer } from '../../src/kernel/user.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import type { Database, Reader } from '../../src/storage/types.ts'
import { SPLIT_ENGINES, type TestStorage } from '../helper/engines.ts'
import {
  EVENT_COUNT,
  FIRST_IDS,
  insertManyRecords,
  ORGANIZER_COUNT,
  TERM_IDS,
  VENUE_COUNT,
} from '../helper/large-calendar.ts'
import { recordStatements } from '../helper/record-queries.ts'
import { createMigratedStorage } from '../helper/storage/prepared-storage.ts'

const clock = { now: '2026-03-01 00:00:00', zone: 'UTC', dayCutoff: '00:00' }
const EDITOR: Viewer = { id: 1, role: 'editor' }
const AUTHOR: Viewer = { id: 2, role: 'author' }

interface Case {
  readonly query?: EventQuery
  readonly found?: ResolvedIds
  readonly viewer?: Viewer
  /** Protected records that the password of the request opens. */
  readonly opened?: readonly number[]
}

const OPENED = [1100, 2200, 3300]

const FILTERS: Readonly<Record<string, Case>> = {
  nothing: {},
  'a month': { query: { start_date: '2026-06-01', end_date: '2026-06-30' } },
  starts_after: { query: { starts_after: '2026-05-01' } },
  starts_before: { query: { starts_before: '2026-05-01' } },
  ends_after: { query: { ends_after: '2028-01-01' } },
  ends_before: { query: { ends_before: '2026-02-01' } },
  'an instant': { query: { starts_after: '2026-05-01T12:00:00Z' } },
  'an instant of the end': { query: { ends_after: '2028-01-01T12:00:00Z' } },
  featured: { query: { featured: true } },
  'not featured': { query: { featured: false } },
  ticketed: { query: { ticketed: true } },
  'not ticketed': { query: { ticketed: false } },
  free: { query: { free: true } },
  'not free': { query: { free: false } },
  'not free, for an author': { query: { free: false }, viewer: AUTHOR },
  canceled: { query: { event_status: ['canceled'] } },
  'canceled or postponed, for an author': { query: { event_status: ['canceled', 'postponed'] }, viewer: AUTHOR },
  'scheduled or canceled': { query: { event_status: ['scheduled', 'canceled'] } },
  virtual: { query: { is_virtual: true } },
  'not virtual': { query: { is_virtual: false } },
  'virtual, for an author': { query: { is_virtual: true }, viewer: AUTHOR },
  'a parent': { query: { post_parent: 107 } },
  numbers: { query: { include: [3, 5, 7] } },
  'all but numbers': { query: { exclude: [3, 5, 7] } },
  'an external id': { query: { external_id: 'a:70' } },
  'a category of many': { query: { categories: ['x'] }, found: { categories: [TERM_IDS.common] } },
  'a category of few, with a password': {
    query: { categories: ['x'] },
    found: { categories: [TERM_IDS.rare] },
    opened: OPENED,
  },
  'a category of few': { query: { categories: ['x'] }, found: { categories: [TERM_IDS.rare] } },
  'several categories': { query: { categories: ['x'] }, found: { categories: [TERM_IDS.common, TERM_IDS.rare] } },
  'a tag': { query: { tags: ['x'] }, found: { tags: [TERM_IDS.tag] } },
  'all but a category': { query: { categories_exclude: ['x'] }, found: { categories_exclude: [TERM_IDS.common] } },
  'all but a tag': { query: { tags_exclude: ['x'] }, found: { tags_exclude: [TERM_IDS.tag] } },
  'a venue': { query: { venue: [1] }, found: { venue: [FIRST_IDS.venue + 3] } },
  'an organizer': { query: { organizer: [1] }, found: { organizer: [FIRST_IDS.organizer] } },
  'a word of many': { query: { search: 'concert' } },
  'a word of few': { query: { search: 'bassoon' } },
  'without a word': { query: { search: '-concert' } },
  'a word of few, for an editor': { query: { search: 'bassoon' }, viewer: EDITOR },
  'a word of many, for an editor': { query: { search: 'concert' }, viewer: EDITOR },
  'a word of few, for an author': { query: { search: 'bassoon' }, viewer: AUTHOR },
  'a word of many, for an author': { query: { search: 'concert' }, viewer: AUTHOR },
  'a word of few, with a password': { query: { search: 'bassoon' }, opened: OPENED },
  'a word of many, with a password': { query: { search: 'concert' }, opened: OPENED },
  'without a word, with a password': { query: { search: '-concert' }, opened: OPENED },
  'ticketed, with a password': { query: { ticketed: true }, opened: OPENED },
  'not ticketed, with a password': { query: { ticketed: false }, opened: OPENED },
  'not ticketed, for an editor': { query: { ticketed: false }, viewer: EDITOR },
  'not featured, for an author': { query: { featured: false }, viewer: AUTHOR },
  'changed since': { query: { modified_after: '2026-03-25' } },
  'changed since long ago': { query: { modified_after: '2025-01-01' } },
  'a category and a tag': {
    query: { categories: ['x'], tags: ['x'] },
    found: { categories: [TERM_IDS.common], tags: [TERM_IDS.tag] },
  },
  'a venue in a month': {
    query: { venue: [1], start_date: '2026-03-01', end_date: '2028-06-30' },
    found: { venue: [FIRST_IDS.venue + 3] },
  },
  'a category in a month': {
    query: { categories: ['x'], start_date: '2026-06-01', end_date: '2026-06-30' },
    found: { categories: [TERM_IDS.common] },
  },
  'all an editor sees': { viewer: EDITOR },
  'drafts for an editor': { query: { status: ['draft'] }, viewer: EDITOR },
  'two statuses for an editor': { query: { status: ['draft', 'pending'] }, viewer: EDITOR },
  'hidden ones for an editor': { query: { hidden: true }, viewer: EDITOR },
  'all an author sees': { viewer: AUTHOR },
  'the first of each series': { query: { collapse: 'series' } },
  'the first of each series from a day on': { query: { collapse: 'series', start_date: '2026-05-01' } },
  'the first canceled one of each series': { query: { collapse: 'series', event_status: ['canceled'] } },
  'the first of each series in a category of few': {
    query: { collapse: 'series', categories: ['x'] },
    found: { categories: [TERM_IDS.rare] },
  },
  'drafts of an author': { query: { status: ['draft'] }, viewer: AUTHOR },
}

const ORDERS = ['start_date', 'end_date', 'title', 'modified', 'date', 'id'] as const
const LINKED_ORDERS = ['title', 'date', 'modified', 'id'] as const

const LINKED: Readonly<Record<string, LinkedQuery>> = {
  nothing: {},
  'an event': { event: 5 },
  'those that have events': { has_events: true },
  'those without events': { has_events: false },
  'those with events to come': { only_with_upcoming: true },
  'a word': { search: 'bassoon' },
  'an external id': { external_id: `a:${FIRST_IDS.venue + 6}` },
  'changed since': { modified_after: '2026-03-25' },
}

for (const engine of SPLIT_ENGINES) {
  describe(`Query plans on ${engine.name}`, () => {
    let storage: TestStorage
    let database: Database
    before(async () => {
      storage = await createMigratedStorage(engine)
      database = await openDatabase(storage.url)
      await insertManyRecords(database)
      if (engine.name === 'postgres') await sql`vacuum analyze`.execute(database.read)
    })
    after(async () => {
      await database.close()
      await storage.remove()
    })

    /** Runs a list and explains its statements. */
    async function explained(list: (db: Reader) => Promise<{ total: number }>): Promise<number> {
      const { db, statements } = recordStatements(database.read)
      const { total } = await list(db)
      for (const statement of statements) {
        const scans =
          engine.name === 'sqlite'
            ? await sqliteScans(database.read, statement)
            : await serverScans(database, statement)
        assert.deepEqual(scans, [], statement.sql)
      }
      return total
    }

    const paging = (page: number) => ({ clock, paging: { page, perPage: 10 } })
    const events = ({ query = {}, found = {}, viewer = ANONYMOUS, opened = [] }: Case, page = 1) =>
      explained((db) => findEventIds(db, planEvents(query, found, { viewer, opened, ...paging(page) })))

    for (const [name, filters] of Object.entries(FILTERS)) {
      test(`Events by ${name} are found by an index, in every order`, async () => {
        for (const orderby of ORDERS) {
          for (const order of ['asc', 'desc'] as const) {
            const total = await events({ ...filters, query: { ...filters.query, orderby, order } })
            assert.ok(total > 0 || name === 'a parent', `${name} finds nothing`)
          }
        }
        await events(filters, 20)
      })
    }

    for (const kind of ['venue', 'organizer'] as const satisfies readonly LinkedKind[]) {
      for (const [name, query] of Object.entries(LINKED)) {
        test(`${kind}s by ${name} are found by an index, in every order`, async () => {
          for (const [viewer, opened] of [[ANONYMOUS], [EDITOR], [AUTHOR], [ANONYMOUS, OPENED]] as const) {
            for (const orderby of LINKED_ORDERS) {
              const found = { event: [5] }
              const plan = planLinked({ ...query, orderby }, found, { viewer, opened: opened ?? [], ...paging(1) })
              await explained((db) => findLinkedIds(db, kind, plan))
            }
          }
        })
      }
    }

    test('Protected records are found by an index', async () => {
      const { db, statements } = recordStatements(database.read)
      assert.equal((await findProtected(db)).length, Math.floor((EVENT_COUNT + VENUE_COUNT + ORGANIZER_COUNT) / 11))
      for (const statement of statements) {
        const scans =
          engine.name === 'sqlite'
            ? await sqliteScans(database.read, statement)
            : await serverScans(database, statement)
        assert.deepEqual(scans, [], statement.sql)
      }
    })

    test('Images are found by an index', async () => {
      const queries = [
        ...[
          {},
          { slug: `record-${FIRST_IDS.media + 1}` },
          { include: [FIRST_IDS.media] },
          { post: 4 },
          { search: 'bassoon' },
        ],
        { modified_after: '2026-03-25' },
      ]
      for (const viewer of [ANONYMOUS, EDITOR])
        for (const query of queries)
          await explained((db) => findMediaIds(db, planMedia(query, { viewer, ...paging(1) })))
    })
  })
}

/** A status alone is as unselective as no filter. */
const LARGE =
  /^SCAN (events|venues|organizers|media|links|event_terms|post_search|protected_search)\b|^SEARCH .* \(status=\?( AND hide_from_listings=\?)?\)$/

/** A list of a scope that is read beyond the scope, or sorted: it must be a range of its table. */
const UNORDERED_LISTING = /^(SCAN|SEARCH) (listed|counts|others)\b.*?(?<!\(scope=\? AND scope_id=\?.*)$/
const isListing = ({ sql }: CompiledQuery): boolean => /^select listed\.event_id /.test(sql)

/** A count with one of these filters that also reads rows reads all rows of a window of dates. */
const OF_ORDER = /\bevents_(listing|due|ticketed|pricing|virtual|by_\w+)/
const isCount = ({ sql }: CompiledQuery): boolean => sql.startsWith('select count(*)')

/** Scans in a plan: tables without an index, and complete indexes that do not have the order of the list. */
async function sqliteScans(db: Reader, statement: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${statement.sql}`, [...statement.parameters]),
  )
  const isSorted = rows.some(({ detail }) => detail.includes('USE TEMP B-TREE FOR ORDER BY'))
  const isById = /order by "id" (asc|desc) limit/.test(statement.sql)
  const isUnboundedScan = (detail: string) =>
    !isCount(statement) && !isSorted && (isById || /^SCAN \w+ USING INDEX/.test(detail))
  return rows
    .map(({ detail }) => detail)
    .filter(
      (detail) =>
        LARGE.test(detail) ||
        UNORDERED_LISTING.test(detail) ||
        (isCount(statement) && /^SEARCH/.test(detail) && OF_ORDER.test(detail)),
    )
    .filter((detail) => !/USING COVERING INDEX|USING INDEX \w+_image|VIRTUAL TABLE INDEX \d+:[^ ]/.test(detail))
    .filter((detail) => !isUnboundedScan(detail))
    .concat(isListing(statement) && isSorted ? ['a listing is sorted'] : [])
}

interface ServerPlan {
  readonly 'Node Type': string
  readonly 'Plan Rows': number
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly ServerPlan[]
}

/**
 * A server rightly scans small tables. The setting disables this, so that it scans a table only where no index applies:
 * directly, or by an index that is unrelated to the filter. Indexes of images contain only the records that have one.
 */
async function serverScans({ snapshot }: Database, statement: CompiledQuery): Promise<string[]> {
  return snapshot(async (db) => {
    for (const setting of ['seqscan', 'hashjoin', 'mergejoin'])
      await sql.raw(`set local enable_${setting} = off`).execute(db)
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: ServerPlan }[] }>(
      CompiledQuery.raw(`explain (format json) ${statement.sql}`, [...statement.parameters]),
    )
    const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => listNodes(Plan)))
    const isWalked = nodes[0]?.['Node Type'] === 'Limit' && !nodes.some((node) => node['Node Type'].endsWith('Sort'))
    // A collapsed list collects up to 10,000 ids, which the server may sort.
    const isCollapsed = / union all |row_number\(\)/.test(statement.sql.replaceAll(/\s+/g, ' '))
    return nodes
      .filter((node) => !(isCollapsed && node['Node Type'] === 'Sort'))
      .filter((node) => readsWholeTable(node, isWalked) || (isCount(statement) && isOfRows(node)))
      .filter((node) => node['Relation Name'] !== 'terms')
      .map((node) => `${node['Node Type']} on ${node['Relation Name']}`)
      .concat(isListing(statement) && !isWalked ? ['a listing is sorted'] : [])
  })
}

const isOfRows = (node: ServerPlan): boolean =>
  node['Node Type'].endsWith('Index Scan') && OF_ORDER.test(node['Index Name'] ?? '')

/** More rows than this are not sorted for a page. */
const MOST_SORTED = 2000

function readsWholeTable(node: ServerPlan, isWalked: boolean): boolean {
  if (node['Node Type'] === 'Seq Scan') return true
  if (node['Node Type'] === 'Sort') return node['Plan Rows'] > MOST_SORTED
  const isFiltered = node['Index Cond'] === undefined && node.Filter !== undefined
  const isPartial = node['Index Name']?.endsWith('_image')
  return node['Node Type'] === 'Index Scan' && isFiltered && !isWalked && !isPartial
}

const listNodes = (plan: ServerPlan): ServerPlan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)]
