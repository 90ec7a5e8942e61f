/** Lists as many different visitors ask for them: a seeded sequence in which no address comes twice. */
import { createRandom, type Random } from '../../src/cli/seed-data/seeded-random.ts'
import { addDays, type DateTime, toDateOnly } from '../../src/datetime/parse-date.ts'

/** A filter of the list, and on how many pages its events of the default window lie. */
export interface FilterTarget {
  readonly id: number
  readonly pages: number
}

/** What there is to ask for. */
export interface CalendarStats {
  readonly today: DateTime
  /** Of the list without filters. */
  readonly pages: number
  readonly categories: readonly FilterTarget[]
  readonly tags: readonly FilterTarget[]
  readonly venues: readonly FilterTarget[]
  /** Words of titles and texts. */
  readonly words: readonly string[]
  /** Pages of a month, at the least. */
  readonly monthPages: number
  /** Days from today to the earliest event; negative. */
  readonly firstDay: number
}

export interface VariedRequest {
  readonly kind: Kind
  /** What stands after the question mark. */
  readonly query: string
}

type Kind = 'page' | 'category' | 'tag' | 'venue' | 'month' | 'word' | 'combined'
type Parameters = Readonly<Record<string, string | number>>

/** How many of twenty are of the kind. */
const SHARES: Readonly<Record<Kind, number>> = {
  page: 4,
  category: 3,
  tag: 3,
  venue: 3,
  month: 3,
  word: 2,
  combined: 2,
}

const FARTHEST_PAGE = 100
const MONTH = { least: 28, most: 31 }
/** Days from today: the last event ends before the first, the default window at the second. */
const UNTIL = { least: 400, most: 729 }
const TRIES = 10_000

/** Every walk of a seed is the same one. Throws when there is nothing left to ask for. */
export function* generateVariedRequests(seed: number, facts: CalendarStats): Generator<VariedRequest, never> {
  const random = createRandom(seed)
  const kinds = kindsOf(facts)
  const taken = new Set<string>()
  while (true) {
    const kind = random.pick(kinds)
    const query = freshQuery(kind, { random, facts, taken })
    taken.add(query)
    yield { kind, query }
  }
}

/** In their shares; without those of which a small calendar has none. */
function kindsOf({ categories, tags, venues, words }: CalendarStats): Kind[] {
  const choices = { category: categories, tag: tags, venue: venues, word: words, combined: categories }
  const lacking = Object.entries(choices).flatMap(([kind, found]) => (found.length === 0 ? [kind] : []))
  const kinds: readonly Kind[] = ['page', 'category', 'tag', 'venue', 'month', 'word', 'combined']
  return kinds
    .filter((kind) => !lacking.includes(kind))
    .flatMap((kind) => Array.from({ length: SHARES[kind] }, () => kind))
}

interface Walk {
  readonly random: Random
  readonly facts: CalendarStats
  readonly taken: ReadonlySet<string>
}

/**
 * Some kinds have few addresses: a hundred pages are soon asked for. Then the list is asked for until a random day after
 * its last event, which finds the same events under another address.
 */
function freshQuery(kind: Kind, { random, facts, taken }: Walk): string {
  for (let tries = 0; tries < TRIES; tries++) {
    const parameters = parametersOf[kind](random, facts)
    const plain = queryOf(parameters)
    if (!taken.has(plain)) return plain
    if (parameters['end_date'] !== undefined) continue
    const day = dayAfter(facts.today, random.between(UNTIL.least, UNTIL.most))
    const until = queryOf({ ...parameters, end_date: day })
    if (!taken.has(until)) return until
  }
  throw new Error(`every ${kind} has been asked for`)
}

const queryOf = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

const dayAfter = (today: DateTime, days: number): string => toDateOnly(addDays(`${toDateOnly(today)} 00:00:00`, days))

const paged = (random: Random, { pages }: { readonly pages: number }) => ({
  page: random.between(1, Math.min(pages, FARTHEST_PAGE)),
})

function filtered(name: string, random: Random, filters: readonly FilterTarget[]): Parameters {
  const filter = random.pick(filters)
  return { [name]: filter.id, ...paged(random, filter) }
}

function month(random: Random, { today, firstDay }: CalendarStats): Parameters {
  const first = random.between(firstDay, 365 - MONTH.most)
  const length = random.between(MONTH.least, MONTH.most)
  return { start_date: dayAfter(today, first), end_date: dayAfter(today, first + length - 1) }
}

const word = (random: Random, { words }: CalendarStats): Parameters => ({ search: random.pick(words) })

const only = (random: Random, name: string, filters: readonly FilterTarget[]): Parameters => ({
  [name]: random.pick(filters).id,
})

function combined(random: Random, facts: CalendarStats): Parameters {
  const { categories, tags } = facts
  const choice = random.between(0, 2)
  if (choice === 0) return { ...only(random, 'categories', categories), ...month(random, facts) }
  if (choice === 1) return { ...only(random, 'categories', categories), ...word(random, facts) }
  const tag = tags.length > 0 ? only(random, 'tags', tags) : {}
  return { ...only(random, 'categories', categories), ...tag, ...month(random, facts) }
}

const parametersOf: { readonly [K in Kind]: (random: Random, facts: CalendarStats) => Parameters } = {
  page: (random, facts) => paged(random, facts),
  category: (random, { categories }) => filtered('categories', random, categories),
  tag: (random, { tags }) => filtered('tags', random, tags),
  venue: (random, { venues }) => filtered('venue', random, venues),
  month: (random, facts) => ({ ...month(random, facts), ...paged(random, { pages: facts.monthPages }) }),
  word,
  combined,
}
