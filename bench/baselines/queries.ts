/**
 * Hand-written queries for the varied lists: the same conditions on the same tables in as few statements as possible.
 * `bench_texts` contains the JSON of the events.
 */

import type { DateTime } from '../../src/base/time/date-time.ts'
import { addDays, addSeconds, addYears, toDateOnly } from '../../src/base/time/parse-date.ts'

export const PER_PAGE = 50

export const getUtcNow = (): DateTime => new Date().toISOString().slice(0, 19).replace('T', ' ')

/** Differences between the engines. */
export interface SqlDialect {
  /** Placeholder of a value, by position from 1. */
  readonly placeholder: (position: number) => string
  /** Query for the IDs of records that contain a word, whose value is `word(text)`. */
  readonly wordMatches: (placeholder: string) => string
  readonly word: (text: string) => string
  /** Concatenates the texts of the rows of `page` in order. */
  readonly joinTexts: (page: string) => string
}

export interface ListStatements {
  readonly count: string
  /** Query for the concatenated texts of the page. */
  readonly texts: string
  /** Values of `count`. The other query takes `offset` as an additional value. */
  readonly values: readonly (string | number)[]
  readonly offset: number
}

/** Each category with its descendants, including itself. */
export type CategoryDescendants = ReadonlyMap<number, readonly number[]>

export function findDescendants(
  parents: readonly { readonly id: number; readonly parent: number }[],
): CategoryDescendants {
  const collect = (id: number): number[] => [
    id,
    ...parents.filter(({ parent }) => parent === id).flatMap((child) => collect(child.id)),
  ]
  return new Map(parents.map(({ id }) => [id, collect(id)]))
}

/** The default date range of lists: two years from the start of today. */
export function getDefaultBounds(now: DateTime): { readonly from: DateTime; readonly to: DateTime } {
  const from = `${toDateOnly(now)} 00:00:00`
  return { from, to: endOfDay(addYears(from, 2)) }
}

const endOfDay = (day: DateTime): DateTime => addSeconds(addDays(`${toDateOnly(day)} 00:00:00`, 1), -1)

const ORDER = 'start_date, date, id'

export function buildListStatements(
  search: string,
  now: DateTime,
  descendants: CategoryDescendants,
  dialect: SqlDialect,
): ListStatements {
  const parameters = new URLSearchParams(search)
  const start = parameters.get('start_date')
  const end = parameters.get('end_date')
  const bounds = getDefaultBounds(now)
  const to = end ? endOfDay(`${end} 00:00:00`) : bounds.to
  const values: (string | number)[] = [start ? `${start} 00:00:00` : bounds.from, to, to]
  const conditions = [
    "status = 'publish' and hide_from_listings = 0",
    // Events that end in the range start before its end. This bounds the index scan.
    `start_date >= ${dialect.placeholder(1)} and start_date <= ${dialect.placeholder(2)} and end_date <= ${dialect.placeholder(3)}`,
    ...buildFilters(parameters, descendants, dialect, (value) => dialect.placeholder(values.push(value))),
  ]
  const where = conditions.join(' and ')
  const limit = `order by ${ORDER} limit ${PER_PAGE} offset ${dialect.placeholder(values.length + 1)}`
  const page = `select id, start_date, date from events where ${where} ${limit}`
  return {
    count: `select count(*) as total from events where ${where}`,
    texts: dialect.joinTexts(page),
    values,
    offset: (Number(parameters.get('page') ?? 1) - 1) * PER_PAGE,
  }
}

/** `bind` adds a value and returns its placeholder. */
function buildFilters(
  parameters: URLSearchParams,
  descendants: CategoryDescendants,
  dialect: SqlDialect,
  bind: (value: string | number) => string,
): string[] {
  const category = parameters.get('categories')
  const tag = parameters.get('tags')
  const linked = parameters.get('venue') ?? parameters.get('organizer')
  const word = parameters.get('search')?.replaceAll('"', '').toLowerCase()
  const terms = (ids: readonly number[]) =>
    `id in (select event_id from event_terms where term_id in (${ids.map(bind).join(', ')}))`
  return [
    ...(category ? [terms(descendants.get(Number(category)) ?? [Number(category)])] : []),
    ...(tag ? [terms([Number(tag)])] : []),
    ...(linked ? [`id in (select event_id from links where target_id = ${bind(Number(linked))})`] : []),
    ...(word ? [`password = '' and id in (${dialect.wordMatches(bind(dialect.word(word)))})`] : []),
  ]
}
