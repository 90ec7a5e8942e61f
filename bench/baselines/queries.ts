/**
 * What the service's varied lists ask of a database, written by hand: the same conditions on the same tables, in as few
 * statements as there can be. Texts of events stand ready in `bench_texts`.
 */
import { addDays, addSeconds, addYears, type DateTime, toDateOnly } from '../../src/datetime/parse-date.ts'

export const PER_PAGE = 50

export const getUtcNow = (): DateTime => new Date().toISOString().slice(0, 19).replace('T', ' ')

/** What differs between engines. */
export interface SqlDialect {
  /** Stands for the value of this number, counted from 1. */
  readonly place: (number: number) => string
  /** Numbers of what holds a word; its value is `word(text)`. */
  readonly holders: (place: string) => string
  readonly word: (text: string) => string
  /** All texts of a page as one value: `text` of the rows of `page`, in their order. */
  readonly joined: (page: string) => string
}

export interface ListStatements {
  readonly count: string
  /** The page as one value. */
  readonly texts: string
  /** Numbers of the page. */
  readonly ids: string
  /** Of `count`; the others take `offset` after them. */
  readonly values: readonly (string | number)[]
  readonly offset: number
}

/** A category with those below it. */
export type CategoryDescendants = ReadonlyMap<number, readonly number[]>

/** `parents` are the categories with the one above each. */
export function findDescendants(
  parents: readonly { readonly id: number; readonly parent: number }[],
): CategoryDescendants {
  const below = (id: number): number[] => [
    id,
    ...parents.filter(({ parent }) => parent === id).flatMap((child) => below(child.id)),
  ]
  return new Map(parents.map(({ id }) => [id, below(id)]))
}

/** From the start of today for two years, where nothing else is asked. */
export function getDefaultBounds(now: DateTime): { readonly from: DateTime; readonly to: DateTime } {
  const from = `${toDateOnly(now)} 00:00:00`
  return { from, to: lastSecond(addYears(from, 2)) }
}

const lastSecond = (day: DateTime): DateTime => addSeconds(addDays(`${toDateOnly(day)} 00:00:00`, 1), -1)

const ORDER = 'start_date, date, id'

export function buildListStatements(
  search: string,
  now: DateTime,
  descendants: CategoryDescendants,
  dialect: SqlDialect,
): ListStatements {
  const asked = new URLSearchParams(search)
  const start = asked.get('start_date')
  const end = asked.get('end_date')
  const bounds = getDefaultBounds(now)
  const to = end ? lastSecond(`${end} 00:00:00`) : bounds.to
  const values: (string | number)[] = [start ? `${start} 00:00:00` : bounds.from, to, to]
  const conditions = [
    "status = 'publish' and hide_from_listings = 0",
    // What ends within has begun before the end, which bounds the part of the index to be read.
    `start_date >= ${dialect.place(1)} and start_date <= ${dialect.place(2)} and end_date <= ${dialect.place(3)}`,
    ...filters(asked, descendants, dialect, (value) => dialect.place(values.push(value))),
  ]
  const where = conditions.join(' and ')
  const limit = `order by ${ORDER} limit ${PER_PAGE} offset ${dialect.place(values.length + 1)}`
  const page = `select id, start_date, date from events where ${where} ${limit}`
  return {
    count: `select count(*) as total from events where ${where}`,
    texts: dialect.joined(page),
    ids: `select id from events where ${where} ${limit}`,
    values,
    offset: (Number(asked.get('page') ?? 1) - 1) * PER_PAGE,
  }
}

/** `put` takes a value in and says its place. */
function filters(
  asked: URLSearchParams,
  descendants: CategoryDescendants,
  dialect: SqlDialect,
  put: (value: string | number) => string,
): string[] {
  const category = asked.get('categories')
  const tag = asked.get('tags')
  const venue = asked.get('venue')
  const word = asked.get('search')
  const terms = (ids: readonly number[]) =>
    `id in (select event_id from event_terms where term_id in (${ids.map(put).join(', ')}))`
  return [
    ...(category ? [terms(descendants.get(Number(category)) ?? [Number(category)])] : []),
    ...(tag ? [terms([Number(tag)])] : []),
    ...(venue ? [`id in (select event_id from links where target_id = ${put(Number(venue))})`] : []),
    ...(word ? [`password = '' and id in (${dialect.holders(put(dialect.word(word)))})`] : []),
  ]
}
