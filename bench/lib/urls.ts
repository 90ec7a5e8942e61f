/** Generates list requests of many visitors: a seeded sequence without repeated queries. */
import { createRandom, type Random } from '../../src/cli/seed-data/seeded-random.ts'
import type { DateTime } from '../../src/datetime/date-time.ts'
import { addDays, toDateOnly } from '../../src/datetime/parse-date.ts'

/** A filter and the number of pages of its events in the default date range. */
export interface FilterTarget {
  readonly id: number
  readonly pages: number
}

/** The values that requests can use. */
export interface CalendarStats {
  readonly today: DateTime
  /** Pages of the list without filters. */
  readonly pages: number
  readonly categories: readonly FilterTarget[]
  readonly tags: readonly FilterTarget[]
  readonly venues: readonly FilterTarget[]
  /** Search words from titles and texts. */
  readonly words: readonly string[]
  /** Minimum number of pages of a month. */
  readonly monthPages: number
  /** Days from today to the earliest event; negative. */
  readonly firstDay: number
}

export interface VariedRequest {
  readonly kind: Kind
  /** The query string without `?`. */
  readonly query: string
}

type Kind = 'page' | 'category' | 'tag' | 'venue' | 'month' | 'word' | 'combined'
type Parameters = Readonly<Record<string, string | number>>

/** Number of requests of each kind per 20. */
const SHARES: Readonly<Record<Kind, number>> = {
  page: 4,
  category: 3,
  tag: 3,
  venue: 3,
  month: 3,
  word: 2,
  combined: 2,
}

const MAX_PAGE = 100
const MONTH = { min: 28, max: 31 }
/** Days from today between the end of the last event and the end of the default date range. */
const UNTIL = { min: 400, max: 729 }
const MAX_ATTEMPTS = 10_000

/** The same seed gives the same sequence. Throws if no unused query can be found. */
export function* generateVariedRequests(seed: number, stats: CalendarStats): Generator<VariedRequest, never> {
  const random = createRandom(seed)
  const kinds = listKinds(stats)
  const used = new Set<string>()
  while (true) {
    const kind = random.pick(kinds)
    const query = createUnusedQuery(kind, { random, stats, used })
    used.add(query)
    yield { kind, query }
  }
}

/** Kinds repeated by share, without kinds that a small calendar has no values for. */
function listKinds({ categories, tags, venues, words }: CalendarStats): Kind[] {
  const choices = { category: categories, tag: tags, venue: venues, word: words, combined: categories }
  const emptyKinds = Object.entries(choices).flatMap(([kind, values]) => (values.length === 0 ? [kind] : []))
  const kinds: readonly Kind[] = ['page', 'category', 'tag', 'venue', 'month', 'word', 'combined']
  return kinds
    .filter((kind) => !emptyKinds.includes(kind))
    .flatMap((kind) => Array.from({ length: SHARES[kind] }, () => kind))
}

interface QueryContext {
  readonly random: Random
  readonly stats: CalendarStats
  readonly used: ReadonlySet<string>
}

/**
 * Some kinds have few distinct queries, such as at most 100 pages. Then `end_date` is set to a random day after the last
 * event, which returns the same events for a new query.
 */
function createUnusedQuery(kind: Kind, { random, stats, used }: QueryContext): string {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const parameters = CREATE_PARAMETERS[kind](random, stats)
    const query = formatQuery(parameters)
    if (!used.has(query)) return query
    if (parameters['end_date'] !== undefined) continue
    const day = dayAfter(stats.today, random.between(UNTIL.min, UNTIL.max))
    const queryWithEnd = formatQuery({ ...parameters, end_date: day })
    if (!used.has(queryWithEnd)) return queryWithEnd
  }
  throw new Error(`All queries of kind ${kind} are used.`)
}

const formatQuery = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

const dayAfter = (today: DateTime, days: number): string => toDateOnly(addDays(`${toDateOnly(today)} 00:00:00`, days))

const paged = (random: Random, { pages }: { readonly pages: number }) => ({
  page: random.between(1, Math.min(pages, MAX_PAGE)),
})

function filtered(name: string, random: Random, filters: readonly FilterTarget[]): Parameters {
  const filter = random.pick(filters)
  return { [name]: filter.id, ...paged(random, filter) }
}

function month(random: Random, { today, firstDay }: CalendarStats): Parameters {
  const first = random.between(firstDay, 365 - MONTH.max)
  const length = random.between(MONTH.min, MONTH.max)
  return { start_date: dayAfter(today, first), end_date: dayAfter(today, first + length - 1) }
}

const word = (random: Random, { words }: CalendarStats): Parameters => ({ search: random.pick(words) })

const only = (random: Random, name: string, filters: readonly FilterTarget[]): Parameters => ({
  [name]: random.pick(filters).id,
})

function combined(random: Random, stats: CalendarStats): Parameters {
  const { categories, tags } = stats
  const choice = random.between(0, 2)
  if (choice === 0) return { ...only(random, 'categories', categories), ...month(random, stats) }
  if (choice === 1) return { ...only(random, 'categories', categories), ...word(random, stats) }
  const tag = tags.length > 0 ? only(random, 'tags', tags) : {}
  return { ...only(random, 'categories', categories), ...tag, ...month(random, stats) }
}

const CREATE_PARAMETERS: { readonly [K in Kind]: (random: Random, stats: CalendarStats) => Parameters } = {
  page: (random, stats) => paged(random, stats),
  category: (random, { categories }) => filtered('categories', random, categories),
  tag: (random, { tags }) => filtered('tags', random, tags),
  venue: (random, { venues }) => filtered('venue', random, venues),
  month: (random, stats) => ({ ...month(random, stats), ...paged(random, { pages: stats.monthPages }) }),
  word,
  combined,
}
