/**
 * Lists from derived tables equal lists computed from the records, after random writes of any kind, and are ranges of
 * an index.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addDays } from '../../src/base/time/parse-date.ts'
import type { EventQuery } from '../../src/calendar/lists/event-query.ts'
import { findEventIds } from '../../src/calendar/lists/find-event-ids.ts'
import { planEvents, type ResolvedIds } from '../../src/calendar/lists/query-plan.ts'
import { createRandom, type Random } from '../../src/features/settings/sample/seeded-random.ts'
import { ANONYMOUS, type Viewer } from '../../src/kernel/user.ts'
import { recordChange } from '../../src/storage/change-log/change-log.ts'
import { findListingErrors, rebuildListedEvents } from '../../src/storage/listed-events.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import type { Database, Reader, Writer } from '../../src/storage/types.ts'
import { SPLIT_ENGINES, type TestStorage } from '../helper/engines.ts'
import { getSeed } from '../helper/properties/seeds.ts'
import { createMigratedStorage } from '../helper/storage/prepared-storage.ts'

const clock = { now: '2026-03-01 00:00:00', zone: 'UTC', dayCutoff: '00:00' }
const SUBSCRIBER: Viewer = { id: 3, role: 'subscriber' }

const FIRST_EVENT = 100
const TARGETS = [1, 2, 3]
const TERMS = [1, 2, 3, 4, 5]
const TAG = 5
const PER_PAGE = 7

const termRow = (id: number) => ({
  ...{ id, taxonomy: id === TAG ? 'tag' : 'category', name: `t${id}`, name_folded: `t${id}`, slug: `t${id}` },
  ...{ description: '', description_folded: '', parent: 0, count: 0, modified_utc: '' },
})

/** Moments at the edges of days and months are frequent. */
function createMoment(random: Random): string {
  const day = random.pick(['2026-01-31', '2026-02-01', '2026-02-15', '2026-03-31', '2026-04-01', '2026-04-02'])
  return `${day} ${random.pick(['00:00:00', '09:00:00', '19:30:00', '23:59:59'])}`
}

function eventValues(random: Random) {
  const start_date = createMoment(random)
  const longer = addDays(start_date, random.pick([1, 30, 60]))
  return {
    ...{ status: random.pick(['publish', 'publish', 'publish', 'draft', 'trash']), start_date },
    ...{ end_date: random.pick([start_date, start_date, `${start_date.slice(0, 10)} 23:59:59`, longer]) },
    ...{ hide_from_listings: random.pick([0, 0, 0, 1]), password: random.pick(['', '', '', 'x']) },
    ...{ date: random.pick(['2026-01-01 00:00:00', '2026-01-02 00:00:00']), author: random.pick([1, SUBSCRIBER.id]) },
  }
}

async function insertEvent(tx: Writer, random: Random, id: number): Promise<void> {
  await tx.insertInto('object_ids').values({ id, kind: 'event' }).execute()
  const texts = Object.fromEntries(
    ...[
      ['trashed_from', 'slug', 'title', 'title_folded', 'content', 'excerpt', 'timezone', 'cost'].map((name) => [
        name,
        '',
      ]),
    ],
  )
  await tx
    .insertInto('events')
    .values({ ...texts, id, ...eventValues(random) } as never)
    .execute()
  await attach(tx, random, id)
}

async function attach(tx: Writer, random: Random, event_id: number): Promise<void> {
  const terms = TERMS.filter(() => random.between(0, 2) === 0)
  if (terms.length > 0) {
    await tx
      .insertInto('event_terms')
      .values(terms.map((term_id) => ({ event_id, term_id })))
      .execute()
  }
  // A record may be linked twice.
  const targets = [random.pick(TARGETS), random.pick(TARGETS)]
  await tx
    .insertInto('links')
    .values(targets.map((target_id, position) => ({ event_id, kind: 'organizer', position, target_id })))
    .execute()
}

async function detach(tx: Writer, random: Random, event_id: number, share: number): Promise<void> {
  for (const term of TERMS.filter(() => random.between(1, share) === 1))
    await tx.deleteFrom('event_terms').where('event_id', '=', event_id).where('term_id', '=', term).execute()
  for (const position of [0, 1].filter(() => random.between(1, share) === 1))
    await tx.deleteFrom('links').where('event_id', '=', event_id).where('position', '=', position).execute()
}

/** One write of any kind, without the service: triggers must notice all of them. */
async function write(tx: Writer, random: Random, ids: number[]): Promise<void> {
  const id = random.pick(ids)
  const kind = random.pick(['update', 'update', 'update', 'relations', 'link', 'insert', 'delete', 'move'] as const)
  if (kind === 'update') await tx.updateTable('events').set(eventValues(random)).where('id', '=', id).execute()
  if (kind === 'relations') {
    await detach(tx, random, id, 2)
    await tx.deleteFrom('event_terms').where('event_id', '=', id).execute()
    await tx.deleteFrom('links').where('event_id', '=', id).execute()
    await attach(tx, random, id)
  }
  if (kind === 'link')
    await tx
      .updateTable('links')
      .set({ target_id: random.pick(TARGETS) })
      .where('event_id', '=', id)
      .execute()
  if (kind === 'insert') {
    ids.push(FIRST_EVENT + ids.length)
    await insertEvent(tx, random, FIRST_EVENT + ids.length - 1)
  }
  if (kind === 'delete') {
    await detach(tx, random, id, 1)
    await tx.updateTable('events').set({ status: 'trash' }).where('id', '=', id).execute()
  }
  if (kind === 'move') {
    // Parents have lower ids, so that there are no cycles.
    const child = random.pick([2, 3, 4])
    const parent = random.between(0, child - 1)
    await tx.updateTable('terms').set({ parent }).where('id', '=', child).execute()
  }
}

/** The records that lists depend on. */
async function readRecords(db: Reader) {
  const events = await db.selectFrom('events').selectAll().execute()
  const terms = await db.selectFrom('terms').select(['id', 'parent']).execute()
  const eventTerms = await db.selectFrom('event_terms').selectAll().execute()
  const links = await db.selectFrom('links').selectAll().execute()
  return { events, terms, eventTerms, links }
}
type Records = Awaited<ReturnType<typeof readRecords>>

const listDescendants = ({ terms }: Records, root: number): number[] => {
  const branch = [root]
  for (const id of branch) branch.push(...terms.filter(({ parent }) => parent === id).map((term) => term.id))
  return branch
}

interface Filters {
  readonly query: EventQuery
  readonly found: ResolvedIds
}

function createFilters(random: Random, records: Records): Filters {
  const query: Record<string, unknown> = {}
  const found: Record<string, number[]> = {}
  const names = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after']
  for (const name of names) if (random.between(0, 3) === 0) query[name] = createMoment(random)
  if (random.between(0, 1) === 0) found['categories'] = listDescendants(records, random.pick([1, 2, 3, 4]))
  if (random.between(0, 3) === 0) found['tags'] = [TAG]
  if (random.between(0, 3) === 0) found['organizer'] = random.pick([[1], [2], [1, 2]])
  if (random.between(0, 5) === 0) found['categories'] = [1, 4]
  for (const name of Object.keys(found)) query[name] = ['x']
  query['strict_dates'] = random.between(0, 1) === 0
  query['order'] = random.pick(['asc', 'desc'])
  return { query: query as EventQuery, found }
}

const OPERATORS = {
  start_date: (event, value) => event.start_date >= value,
  starts_after: (event, value) => event.start_date > value,
  starts_before: (event, value) => event.start_date < value,
  end_date: (event, value) => event.end_date <= value,
  ends_after: (event, value) => event.end_date > value,
  ends_before: (event, value) => event.end_date < value,
} as const satisfies Record<string, (event: Records['events'][number], value: string) => boolean>

/** Ids of the list, from the records. */
function listIds({ events, eventTerms, links }: Records, plan: ReturnType<typeof planEvents>): number[] {
  const hasTerm = (event: number, ids: readonly number[]) =>
    eventTerms.some(({ event_id, term_id }) => event_id === event && ids.includes(term_id))
  const hasLink = (event: number, ids: readonly number[]) =>
    links.some(({ event_id, target_id }) => event_id === event && ids.includes(target_id))
  const isFiltered = [plan.categories, plan.tags, plan.organizers].some((ids) => ids !== undefined)
  const listed = events.filter(
    (event) =>
      event.status === 'publish' &&
      event.hide_from_listings === 0 &&
      plan.bounds.every(({ name, value }) => OPERATORS[name](event, value)) &&
      [plan.categories, plan.tags].every((ids) => ids === undefined || hasTerm(event.id, ids)) &&
      (plan.organizers === undefined || hasLink(event.id, plan.organizers)) &&
      (!isFiltered ||
        event.password === '' ||
        (plan.passwordBypass !== 'every' && event.author === plan.passwordBypass.author)),
  )
  const key = ({ start_date, date, id }: Records['events'][number]) =>
    `${start_date} ${date} ${String(id).padStart(9, '0')}`
  const sorted = listed.sort((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id)
  return plan.order.isDescending ? sorted.reverse() : sorted
}

for (const engine of SPLIT_ENGINES) {
  describe(`Public lists on ${engine.name}`, () => {
    let storage: TestStorage
    let database: Database
    const random = createRandom(getSeed(7))
    const ids: number[] = []
    before(async () => {
      storage = await createMigratedStorage(engine)
      database = await openDatabase(storage.url)
      await database.transaction(async (tx) => {
        await tx
          .insertInto('object_ids')
          .values(TARGETS.map((id) => ({ id, kind: 'organizer' })))
          .execute()
        await tx.insertInto('terms').values(TERMS.map(termRow)).execute()
        for (let id = FIRST_EVENT; id < FIRST_EVENT + 250; id++) {
          ids.push(id)
          await insertEvent(tx, random, id)
        }
      })
    })
    after(async () => {
      await database.close()
      await storage.remove()
    })

    test('They equal lists computed from the records, after random writes', async () => {
      for (let round = 0; round < 25; round++) {
        await database.transaction(async (tx) => {
          for (let count = 0; count < 8; count++) await write(tx, random, ids)
          await recordChange(tx, { kind: 'event', id: FIRST_EVENT, op: 'update', at: clock.now })
        })
        assert.deepEqual(await findListingErrors(database.read), [])
        const records = await readRecords(database.read)
        for (let list = 0; list < 20; list++) {
          const { query, found } = createFilters(random, records)
          const viewer = random.pick([ANONYMOUS, ANONYMOUS, SUBSCRIBER])
          const page = random.pick([1, 2, 4, 30])
          const plan = planEvents(query, found, { viewer, clock, paging: { page, perPage: PER_PAGE } })
          const expected = listIds(records, plan)
          const actual = await findEventIds(database.read, plan)
          const offset = (page - 1) * PER_PAGE
          assert.deepEqual(
            { total: actual.total, ids: [...actual.ids] },
            { total: expected.length, ids: expected.slice(offset, offset + PER_PAGE) },
            JSON.stringify(plan),
          )
        }
      }
    })

    test('Every page of a long list continues the one before, in both directions', async () => {
      for (const order of ['asc', 'desc'] as const) {
        const query = { start_date: '2026-01-01', end_date: '2026-12-31', order }
        const read = (page: number, perPage: number) =>
          findEventIds(database.read, planEvents(query, {}, { viewer: ANONYMOUS, clock, paging: { page, perPage } }))
        const all = await read(1, 1000)
        const pages: number[] = []
        for (let page = 1; (page - 1) * 3 < all.total; page++) pages.push(...(await read(page, 3)).ids)
        assert.deepEqual(pages, [...all.ids])
        assert.equal(all.total > 70, true)
      }
    })

    test('Rebuilding corrects any error', async () => {
      await database.transaction(async (tx) => {
        await tx.deleteFrom('listed_events').where('scope', '=', 'linked').execute()
        await tx.updateTable('listed_counts').set({ events: 9 }).where('scope', '=', 'term').execute()
        await tx.deleteFrom('term_ancestors').where('term_id', '=', 2).execute()
        assert.equal((await findListingErrors(tx)).length, 3)
        await rebuildListedEvents(tx)
        assert.deepEqual(await findListingErrors(tx), [])
      })
    })
  })
}
