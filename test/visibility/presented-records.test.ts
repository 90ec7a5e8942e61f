/**
 * Lists find records by exactly the fields that their viewer may see (decisions: Protected records in lists): random
 * calendars, queries and viewers against an oracle that filters the records as they are presented without a filter.
 * VISIBILITY_SEED selects another calendar, VISIBILITY_QUESTIONS sets the number of queries per viewer.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../src/features/settings/sample/seeded-random.ts'
import { SPLIT_ENGINES } from '../helper/engines.ts'
import { getSeed } from '../helper/properties/seeds.ts'
import { startService, type TestService } from '../helper/service.ts'
import { CURRENT_TIME, createExpectedList, type ListName } from './oracle.ts'
import { fillCalendar, loadPresented, RECORD_PASSWORDS, type ViewerCredentials } from './random-calendar.ts'

const SEED = getSeed(1, 'VISIBILITY_SEED')
/** Number of queries per viewer. */
const QUERIES = Number(process.env['VISIBILITY_QUESTIONS'] ?? 40)

const VIEWERS: readonly ViewerCredentials[] = [
  ...[undefined, ...RECORD_PASSWORDS, 'wrong'].map((password) => ({ as: 'anon', password }) as const),
  { as: 'editor', password: undefined },
  { as: 'author', password: undefined },
  { as: 'author', password: RECORD_PASSWORDS[0] },
  { as: 'author2', password: RECORD_PASSWORDS[1] },
  { as: 'contributor', password: undefined },
  { as: 'subscriber', password: RECORD_PASSWORDS[1] },
]

/** Requests a page, with the password in the header or in the query. */
async function assertFinds(
  service: TestService,
  list: ListName,
  { as, password }: ViewerCredentials,
  request: ListRequest,
): Promise<void> {
  const { query, expected, perPage, page, isInHeader } = request
  const secret = password === undefined || isInHeader ? '' : `&password=${password}`
  const headers: Record<string, string> = password !== undefined && isInHeader ? { 'x-event-password': password } : {}
  const path = `/${list}?${query}&per_page=${perPage}&page=${page}${secret}`
  const about = `seed ${SEED}, ${as} ${password ?? ''} GET ${path}`
  const { status, json } = await service.send('GET', path, { as, headers })
  const shown = expected.slice((page - 1) * perPage, page * perPage)
  if (page > 1 && shown.length === 0) {
    assert.equal(status, 404, about)
    return
  }
  assert.equal(status, 200, `${about} ${JSON.stringify(json)}`)
  const ids = json[list].map(({ id }: { id: number }) => id)
  assert.deepEqual([ids, json.total], [shown, expected.length], about)
  assert.equal(json.next_rest_url !== undefined, page * perPage < expected.length, about)
  if (list !== 'events') return
  const feed = await service.send('GET', path.replace('/events?', '/events.ndjson?'), { as, headers })
  const lines = feed.text.split('\n').filter((line) => line !== '')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    shown,
    `${about} as a feed`,
  )
}

interface ListRequest {
  readonly query: string
  readonly expected: readonly number[]
  readonly perPage: number
  readonly page: number
  readonly isInHeader: boolean
}

for (const engine of SPLIT_ENGINES) {
  test(`Lists on ${engine.name} find records by exactly the fields that their viewer may see`, async (context) => {
    const env = { RATE_LIMIT_SIGN_IN: '0', SITE_TIMEZONE: 'UTC' }
    const service = await startService({ engine, env })
    context.after(() => service.stop())
    const random = createRandom(SEED)
    const calendar = await fillCalendar(service, random)
    service.setNow(`${CURRENT_TIME.replace(' ', 'T')}Z`)
    for (const viewer of VIEWERS) {
      const presented = await loadPresented(service, viewer, calendar)
      for (let number = 0; number < QUERIES; number += 1) {
        const list = random.pick<ListName>(['events', 'events', 'venues', 'organizers'])
        const expectedList = createExpectedList({ random, presented, calendar }, list)
        const perPage = random.pick([3, 100])
        const page = perPage === 3 ? random.between(1, 3) : 1
        await assertFinds(service, list, viewer, { ...expectedList, perPage, page, isInHeader: random.chance(0.5) })
      }
    }
  })
}
