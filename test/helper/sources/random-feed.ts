/** A calendar that changes at random, and its comparison with the events that a service has imported from it. */
import assert from 'node:assert/strict'
import { toDateTime, toSeconds } from '../../../src/base/time/civil-time.ts'
import { createRandom } from '../../../src/features/settings/sample/seeded-random.ts'
import type { Json, TestService } from '../service.ts'
import { type FeedEvent, formatFeed } from './feed-server.ts'

const FIRST_START = '2027-01-01 00:00:00'
/** Without characters that the API displays as entities. */
const TITLES = ['Concert', 'Fête; bal', 'Reading, with wine', 'Märchen \\ 1', 'Café']

export interface RandomFeed {
  readonly format: () => string
  /** Adds, edits, cancels, removes and returns events. */
  readonly change: () => void
  /** Throws unless the service has exactly these events, and those that have disappeared are canceled. */
  readonly compare: (service: TestService, source: number) => Promise<void>
}

export function createRandomFeed(count: number, seed: number): RandomFeed {
  const random = createRandom(seed)
  const pick = (limit: number): number => random.between(0, limit - 1)
  const present = new Map<string, FeedEvent>()
  const removed = new Map<string, FeedEvent>()
  /** Each event as it was published last. */
  const published = new Map<string, FeedEvent>()
  let added = 0

  const createEvent = (uid: string): FeedEvent => {
    const start = toSeconds(FIRST_START) + pick(700 * 24) * 3600
    return {
      uid,
      title: `${TITLES[pick(TITLES.length)]} ${pick(100)}`,
      start: toDateTime(start),
      end: toDateTime(start + (1 + pick(50)) * 1800),
      description: pick(3) === 0 ? '' : `Line ${pick(100)}\nand another, with a comma`,
      venue: pick(4) === 0 ? '' : `Hall ${pick(40)}`,
      category: pick(3) === 0 ? '' : `Kind ${pick(12)}`,
      isCanceled: pick(20) === 0,
    }
  }
  const add = () => {
    const uid = `event-${added++}@feed.example`
    present.set(uid, createEvent(uid))
  }
  const selectUid = (events: ReadonlyMap<string, FeedEvent>): string => [...events.keys()][pick(events.size)] ?? ''
  /** A removed event stays as the service has read it: changes of the same round were never published. */
  const remove = () => {
    const uid = selectUid(present)
    const event = published.get(uid)
    if (event) removed.set(uid, event)
    present.delete(uid)
  }
  const restore = () => {
    const uid = selectUid(removed)
    const event = removed.get(uid)
    if (event) present.set(uid, event)
    removed.delete(uid)
  }
  const edit = () => {
    const uid = selectUid(present)
    const event = present.get(uid)
    const changed = createEvent(uid)
    const field = (['title', 'description', 'venue', 'category', 'isCanceled'] as const)[pick(6)]
    if (event) present.set(uid, field === undefined ? changed : { ...event, [field]: changed[field] })
  }
  for (let index = 0; index < count; index++) add()
  return {
    format: () => {
      for (const [uid, event] of present) published.set(uid, event)
      return formatFeed(present.values())
    },
    change: () => {
      const share = Math.ceil(count / 50)
      for (let index = 0; index < share; index++) {
        edit()
        if (index % 2 === 0) remove()
        if (index % 4 === 0) restore()
        if (index % 3 === 0) add()
      }
    },
    compare: async (service, source) => {
      const expected = [
        ...[...present.values()].map((event) => describeFeedEvent(event, event.isCanceled)),
        ...[...removed.values()].map((event) => describeFeedEvent(event, true)),
      ]
      const imported = await listImported(service, source)
      assert.deepEqual(listDifferences(imported, expected), { additional: [], missing: [] })
      assert.equal(imported.length, expected.length)
    },
  }
}

/** At most five of each, because the lists are long. */
function listDifferences(actual: readonly string[], expected: readonly string[]) {
  const [own, others] = [new Set(actual), new Set(expected)]
  return {
    additional: actual.filter((one) => !others.has(one)).slice(0, 5),
    missing: expected.filter((one) => !own.has(one)).slice(0, 5),
  }
}

const describeFeedEvent = (event: FeedEvent, isCanceled: boolean): string =>
  JSON.stringify([
    event.uid,
    event.title,
    event.start,
    event.end,
    event.description,
    event.venue,
    event.category,
    isCanceled,
  ])

async function listImported({ send }: TestService, source: number): Promise<string[]> {
  const query = '/events?per_page=100&start_date=2000-01-01&end_date=2099-01-01'
  const found: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { json } = await send('GET', `${query}&page=${page}`, { as: 'admin' })
    pages = json.total_pages
    found.push(...json.events.map((event: Json) => describeImported(event, source)))
  }
  return found
}

function describeImported(event: Json, source: number): string {
  const prefix = `source-${source}:`
  assert.ok(event.external_id.startsWith(prefix), event.external_id)
  return JSON.stringify([
    event.external_id.slice(prefix.length),
    event.title,
    event.utc_start_date,
    event.utc_end_date,
    event.description.replaceAll(/<br \/>|<\/?p>/g, '').trim(),
    event.venue.venue ?? '',
    event.categories.map(({ name }: Json) => name).join(),
    event.event_status === 'canceled',
  ])
}
