/** A random calendar with many protected records, and the records as shown to a viewer. */
import assert from 'node:assert/strict'
import type { Random } from '../../src/features/settings/sample/seeded-random.ts'
import type { Json, TestService, TestUser } from '../helper/service.ts'

/** Words of titles and of hidden texts alike, so that each search matches both. */
export const SEARCH_WORDS = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fjord'] as const
export const RECORD_PASSWORDS = ['alpha', 'beta'] as const
export const CATEGORY_SLUGS = ['music', 'jazz', 'film'] as const
export const TAG_SLUGS = ['loud', 'quiet'] as const
/** Period of the whole calendar, which every date filter overlaps. */
const START = Date.parse('2027-01-01T09:00:00Z')
const NOW = Date.parse('2027-02-01T00:00:00Z')
const DAY = 86_400_000
const [EVENTS, VENUES, ORGANIZERS] = [45, 10, 8]

/** Fields that no representation contains. */
export interface RandomCalendar {
  readonly parents: ReadonlyMap<number, number>
  readonly ids: Readonly<Record<'events' | 'venues' | 'organizers', readonly number[]>>
}

const wall = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

const maybe = (random: Random, share: number, fields: Json): Json => (random.chance(share) ? fields : {})

function sharedFields(service: TestService, random: Random): Json {
  const { ids } = service
  return {
    author: random.pick([ids.author, ids.author2, ids.editor]),
    status: random.pick(['publish', 'publish', 'publish', 'publish', 'draft', 'private', 'pending']),
    ...maybe(random, 0.7, { description: `${random.pick(SEARCH_WORDS)} ${random.pick(SEARCH_WORDS)}` }),
    ...maybe(random, 0.5, { post_password: random.pick(RECORD_PASSWORDS) }),
  }
}

function eventFields(random: Random, index: number, { events, venues, organizers }: RandomCalendar['ids']): Json {
  const start = START + random.between(0, 60) * DAY
  const offers = [{ name: 'Seat', price: random.pick([0, 12]), currency: 'USD' }]
  return {
    title: `${random.pick(SEARCH_WORDS)} ${random.pick(SEARCH_WORDS)} number ${index}`,
    start_date: wall(start),
    end_date: wall(start + random.between(1, 40) * 3_600_000),
    timezone: 'UTC',
    featured: random.chance(0.3),
    categories: random.chance(0.6) ? [random.pick(CATEGORY_SLUGS)] : [],
    tags: random.chance(0.6) ? [random.pick(TAG_SLUGS)] : [],
    ...maybe(random, 0.5, { excerpt: random.pick(SEARCH_WORDS) }),
    ...maybe(random, 0.1, { hide_from_listings: true }),
    ...maybe(random, 0.4, { cost: random.pick(['Free', '0', '10', 'Ask']) }),
    ...maybe(random, 0.3, { tickets: offers }),
    ...maybe(random, 0.3, { event_status: random.pick(['canceled', 'postponed']) }),
    ...maybe(random, 0.3, { is_virtual: true }),
    ...maybe(random, 0.7, { venue: random.pick(venues) }),
    ...maybe(random, 0.6, { organizer: [random.pick(organizers)] }),
    ...(events.length > 0 && maybe(random, 0.3, { post_parent: random.pick(events) })),
  }
}

function venueFields(random: Random, index: number): Json {
  return {
    venue: `${random.pick(SEARCH_WORDS)} hall ${index}`,
    city: random.pick(SEARCH_WORDS),
    ...maybe(random, 0.7, { geo_lat: random.pick([40, 40.05, 41, 43]), geo_lng: random.pick([-74, -73.95, -70]) }),
  }
}

export async function fillCalendar(service: TestService, random: Random): Promise<RandomCalendar> {
  const parents = new Map<number, number>()
  const ids = { events: [] as number[], venues: [] as number[], organizers: [] as number[] }
  let now = NOW
  const create = async (kind: keyof typeof ids, json: Json): Promise<void> => {
    now += 60_000
    service.setNow(new Date(now).toISOString())
    const external = maybe(random, 0.5, { external_id: `other:${ids[kind].length}` })
    const all = { ...sharedFields(service, random), ...external, ...json }
    const response = await service.send('POST', `/${kind}`, { as: 'editor', json: all })
    assert.equal(response.status, 201, response.text)
    ids[kind].push(response.json.id)
    if (json.post_parent) parents.set(response.json.id, json.post_parent)
  }
  const jazz = await service.send('POST', '/categories', { as: 'editor', json: { name: 'music' } })
  await service.send('POST', '/categories', { as: 'editor', json: { name: 'jazz', parent: jazz.json.id } })
  for (let index = 0; index < VENUES; index += 1) await create('venues', venueFields(random, index))
  for (let index = 0; index < ORGANIZERS; index += 1)
    await create('organizers', {
      organizer: `${random.pick(SEARCH_WORDS)} guild ${index}`,
      email: `${random.pick(SEARCH_WORDS)}@a.test`,
    })
  for (let index = 0; index < EVENTS; index += 1) await create('events', eventFields(random, index, ids))
  return { parents, ids }
}

export interface ViewerCredentials {
  readonly as: TestUser
  readonly password: string | undefined
}

/** All records as shown to a viewer, without any filter. */
export interface PresentedRecords {
  readonly events: readonly Json[]
  readonly venues: readonly Json[]
  readonly organizers: readonly Json[]
  /** Events that the viewer can read by ID and see completely, including those hidden from lists. */
  readonly whole: ReadonlyMap<number, Json>
}

export async function loadPresented(
  service: TestService,
  { as, password }: ViewerCredentials,
  calendar: RandomCalendar,
) {
  const headers: Record<string, string> = password === undefined ? {} : { 'x-event-password': password }
  const all = async (kind: 'events' | 'venues' | 'organizers', query: string): Promise<Json[]> => {
    const { json } = await service.send('GET', `/${kind}?status=any&per_page=100${query}`, { as, headers })
    return json[kind]
  }
  const whole = new Map<number, Json>()
  for (const id of calendar.ids.events) {
    const { status, json } = await service.send('GET', `/events/${id}`, { as, headers })
    if (status === 200) whole.set(id, json)
  }
  const presented: PresentedRecords = {
    events: await all('events', '&starts_after=1971-01-01&hidden=true'),
    venues: await all('venues', ''),
    organizers: await all('organizers', ''),
    whole,
  }
  return presented
}
