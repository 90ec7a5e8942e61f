/** Random queries with their expected results: a filter and an order, applied to the records as shown to the viewer. */
import type { Random } from '../../src/features/settings/sample/seeded-random.ts'
import type { Json } from '../helper/service.ts'
import {
  CATEGORY_SLUGS,
  type PresentedRecords,
  type RandomCalendar,
  SEARCH_WORDS,
  TAG_SLUGS,
} from './random-calendar.ts'

export type ListName = 'events' | 'venues' | 'organizers'

interface Filter {
  readonly query: string
  readonly matches: (record: Json) => boolean
}

interface OracleInput {
  readonly random: Random
  readonly presented: PresentedRecords
  readonly calendar: RandomCalendar
}

type MakeFilter = (input: OracleInput) => Filter | undefined

/** Approximate time of the site after the random calendar; some events are before and some after it. */
export const CURRENT_TIME = '2027-02-05 00:00:00'

const isClosed = (event: Json): boolean => event.all_day === null
const getIds = (records: readonly Json[]): number[] => records.map(({ id }) => id)
const getSlugs = (terms: readonly Json[]): string[] => terms.map(({ slug }) => slug)

const SEARCHED: Readonly<Record<ListName, readonly string[]>> = {
  events: ['title', 'excerpt', 'description'],
  venues: ['venue', 'excerpt', 'description', 'city'],
  organizers: ['organizer', 'excerpt', 'description', 'email'],
}

const search =
  (list: ListName): MakeFilter =>
  ({ random }) => {
    const words = Array.from({ length: random.between(1, 2) }, () => ({
      word: random.pick(SEARCH_WORDS),
      isExcluded: random.chance(0.3),
    }))
    const has = (record: Json, word: string) =>
      SEARCHED[list].some((name) => record[name]?.toLowerCase().includes(word))
    return {
      query: `search=${words.map(({ word, isExcluded }) => `${isExcluded ? '-' : ''}${word}`).join('+')}`,
      matches: (record) => words.every(({ word, isExcluded }) => has(record, word) !== isExcluded),
    }
  }

/** A category includes its descendants. */
const withBelow = (slug: string): string[] => (slug === 'music' ? ['music', 'jazz'] : [slug])

function terms(name: 'categories' | 'tags', isExcluded: boolean): MakeFilter {
  return ({ random }) => {
    const slug = random.pick<string>(name === 'categories' ? CATEGORY_SLUGS : TAG_SLUGS)
    const requested = withBelow(slug)
    return {
      query: `${name}${isExcluded ? '_exclude' : ''}=${slug}`,
      matches: (event) => getSlugs(event[name]).some((item) => requested.includes(item)) !== isExcluded,
    }
  }
}

const flag =
  (name: 'featured' | 'ticketed' | 'is_virtual'): MakeFilter =>
  ({ random }) => {
    const isRequested = random.chance(0.5)
    return { query: `${name}=${isRequested}`, matches: (event) => (event[name] === true) === isRequested }
  }

/** The status is visible even of a protected event. */
const eventStatus: MakeFilter = ({ random }) => {
  const requested = random.pick(['scheduled', 'canceled', 'canceled,postponed', 'scheduled,postponed'])
  return {
    query: `event_status=${requested}`,
    matches: ({ event_status = 'scheduled' }) => requested.split(',').includes(event_status),
  }
}

/** Amounts in the displayed cost of an event. */
function getAmounts({ cost_details: { values } }: Json): number[] {
  const amounts = values.map((value: string) => (value === 'free' ? 0 : Number(value)))
  return amounts.filter((amount: number) => !Number.isNaN(amount))
}

const free: MakeFilter = ({ random }) => {
  const isRequested = random.chance(0.5)
  const isFree = (event: Json): boolean => getAmounts(event).every((amount) => amount === 0)
  return {
    query: `free=${isRequested}`,
    matches: (event) => getAmounts(event).length > 0 && isFree(event) === isRequested,
  }
}

const linked =
  (name: 'venue' | 'organizer'): MakeFilter =>
  ({ random, presented }) => {
    const ids = getIds(presented[`${name}s`])
    if (ids.length === 0) return undefined
    const requested = [random.pick(ids), random.pick(ids)]
    return {
      query: `${name}=${requested.join()}`,
      matches: (event) => getIds([event[name]].flat()).some((id) => requested.includes(id)),
    }
  }

const getLocated = (record: Json): Json => (record.geo_lat === undefined ? record.venue : record)
const hasCoordinates = (record: Json): boolean => getLocated(record)?.geo_lat !== undefined

const location: MakeFilter = ({ random }) => {
  const isRequested = random.chance(0.5)
  if (random.chance(0.5))
    return { query: `geoloc=${isRequested}`, matches: (record) => hasCoordinates(record) === isRequested }
  const isNear = ({ geo_lat, geo_lng }: Json): boolean => Math.abs(geo_lat - 40) < 0.2 && Math.abs(geo_lng + 74) < 0.2
  return {
    query: 'geoloc_lat=40&geoloc_lng=-74&geoloc_radius=30',
    matches: (record) => hasCoordinates(record) && isNear(getLocated(record)),
  }
}

const externalId: MakeFilter = ({ random }) => {
  const requested = `other:${random.between(0, 20)}`
  return { query: `external_id=${requested}`, matches: (record) => record.external_id === requested }
}

const parent: MakeFilter = ({ random, presented, calendar }) => {
  const shown = getIds(presented.events)
  const requested = [...calendar.parents.values()].filter((id) => shown.includes(id))
  if (requested.length === 0) return undefined
  const id = random.pick(requested)
  return { query: `post_parent=${id}`, matches: (event) => !isClosed(event) && calendar.parents.get(event.id) === id }
}

const window: MakeFilter = ({ random }) => {
  const day = `2027-0${random.between(1, 2)}-${random.between(10, 28)}`
  const [start, end] = [`${day} 00:00:00`, `${day} 23:59:59`]
  return random.pick<Filter>([
    { query: `starts_after=${day}`, matches: (event) => event.start_date > end },
    { query: `ends_before=${day}`, matches: (event) => event.end_date < end },
    { query: `start_date=${day}&end_date=2029-01-01`, matches: (event) => event.start_date >= start },
  ])
}

const status: MakeFilter = () => ({ query: 'status=publish', matches: (record) => record.status === 'publish' })

const include: MakeFilter = ({ random, presented }) => {
  const ids = getIds(presented.events).filter(() => random.chance(0.3))
  if (ids.length === 0) return undefined
  return random.chance(0.5)
    ? { query: `exclude=${ids.join()}`, matches: (event) => !ids.includes(event.id) }
    : { query: `include=${ids.join()}`, matches: (event) => ids.includes(event.id) }
}

const modifiedAfter: MakeFilter = ({ random, presented }) => {
  if (presented.events.length === 0) return undefined
  const { modified_utc } = random.pick(presented.events)
  return {
    query: `modified_after=${modified_utc.replace(' ', 'T')}Z`,
    matches: (record) => record.modified_utc > modified_utc,
  }
}

/** For a venue or organizer: the events that visibly link to it. */
const findEvents = (input: OracleInput, { id }: Json): Json[] =>
  [...input.presented.whole.values()].filter(({ venue, organizer }) => getIds([venue, organizer].flat()).includes(id))

const hasEvents: MakeFilter = (input) => {
  const isRequested = input.random.chance(0.5)
  const counts = ({ status }: Json): boolean => status !== 'draft' && status !== 'pending'
  return { query: `has_events=${isRequested}`, matches: (item) => findEvents(input, item).some(counts) === isRequested }
}

const upcoming: MakeFilter = (input) => ({
  query: 'only_with_upcoming=true',
  matches: (item) => findEvents(input, item).some(({ utc_start_date }) => utc_start_date >= CURRENT_TIME),
})

const byEvent: MakeFilter = ({ random, presented }) => {
  if (presented.events.length === 0) return undefined
  const event = random.pick(presented.events)
  const shown = getIds([event.venue, event.organizer].flat())
  return { query: `event=${event.id}`, matches: ({ id }) => shown.includes(id) }
}

const FILTERS: Readonly<Record<ListName, readonly MakeFilter[]>> = {
  events: [
    ...[search('events'), terms('categories', false), terms('categories', true), terms('tags', false)],
    ...[
      terms('tags', true),
      flag('featured'),
      flag('ticketed'),
      flag('is_virtual'),
      eventStatus,
      free,
      linked('venue'),
      linked('organizer'),
      location,
    ],
    ...[externalId, parent, window, status, include, modifiedAfter],
  ],
  venues: [search('venues'), location, externalId, hasEvents, upcoming, byEvent, status, modifiedAfter],
  organizers: [search('organizers'), externalId, hasEvents, upcoming, byEvent, status, modifiedAfter],
}

type Key = (record: Json) => string | number

const idKey: Key = ({ id }) => id
const titleKey: Key = ({ title, venue, organizer }) => title ?? venue ?? organizer

const ORDERS: Readonly<Record<string, readonly Key[]>> = {
  start_date: [({ start_date }) => start_date, ({ date }) => date, idKey],
  end_date: [({ end_date }) => end_date, idKey],
  title: [titleKey, idKey],
  modified: [({ modified_utc }) => modified_utc, idKey],
  date: [({ date }) => date, idKey],
  id: [idKey],
}

export interface ExpectedList {
  readonly query: string
  readonly expected: readonly number[]
}

/** One to three filters and an order. */
export function createExpectedList(input: OracleInput, list: ListName): ExpectedList {
  const { random } = input
  const factories = new Set(Array.from({ length: random.between(1, 3) }, () => random.pick(FILTERS[list])))
  const created = [...factories].flatMap((make) => make(input) ?? [])
  // include finds records of any date (Q17).
  const isByNumber = created.some(({ query }) => /^(?:include|external)/.test(query))
  const filters = created.filter(({ query }) => !isByNumber || !/^(?:start|ends)/.test(query))
  const orderby = random.pick(Object.keys(ORDERS).slice(list === 'events' ? 0 : 2))
  const isDescending = random.chance(0.5)
  const compare = (a: Json, b: Json): number => {
    for (const key of ORDERS[orderby] ?? []) {
      if (key(a) !== key(b)) return (key(a) < key(b) ? -1 : 1) * (isDescending ? -1 : 1)
    }
    return 0
  }
  const isListed = (record: Json): boolean => list !== 'events' || record.hide_from_listings !== true
  const found = input.presented[list].filter((item) => isListed(item) && filters.every(({ matches }) => matches(item)))
  const isDated = filters.some(({ query }) => /^(?:start|ends|include|external)/.test(query))
  const queries = [
    ...filters.map(({ query }) => query),
    ...(filters.some(({ query }) => query.startsWith('status')) ? [] : ['status=any']),
    ...(list === 'events' && !isDated ? ['starts_after=1971-01-01'] : []),
    `orderby=${orderby}&order=${isDescending ? 'desc' : 'asc'}`,
  ]
  return { query: queries.join('&'), expected: getIds(found.toSorted(compare)) }
}
