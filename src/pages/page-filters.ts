/** Filters of pages: parameters of the event list, read leniently. */

import { toDateOnly } from '../base/time/parse-date.ts'
import { toLocal } from '../base/time/time-zone.ts'
import { type EventQuery, eventQuery } from '../calendar/lists/event-query.ts'
import { type EventPlan, type Pagination, planEvents, type ResolvedIds } from '../calendar/lists/query-plan.ts'
import { resolveReferences } from '../calendar/posts/resolve-references.ts'
import { createTimeContext, type Services } from '../calendar/services.ts'
import { Problem } from '../kernel/problem.ts'
import { ANONYMOUS } from '../kernel/user.ts'
import { parseFields, type RawInput } from '../kernel/validate-input.ts'
import { type Day, parseDay, shiftDay } from './calendar-grid.ts'

/** Filters of all views and feeds. */
export const EVENT_FILTERS = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'ticketed',
  'free',
  'is_virtual',
  'categories_exclude',
  'tags_exclude',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
] as const satisfies readonly (keyof EventQuery)[]

const DATE_FILTERS = ['start_date', 'end_date'] as const

/** Additional filters of lists and maps. Other views have fixed dates and a fixed order. */
export const LIST_FILTERS = [...DATE_FILTERS, 'orderby'] as const

export type FilterName = (typeof EVENT_FILTERS)[number] | (typeof LIST_FILTERS)[number]
export type Filters = { readonly [Name in FilterName]?: string | undefined }

/** Parameters that together form one filter by distance. */
export const isGeoFilter = (name: string): boolean => name.startsWith('geoloc_') || name === 'orderby'

/** The only value of `orderby` for pages: lists are sorted by date otherwise. */
const DISTANCE = 'distance'

/** The filters of a query, each as one string. Empty form fields are ignored. */
export function readFilters(query: RawInput, isList: boolean): Filters {
  const names: readonly FilterName[] = isList ? [...EVENT_FILTERS, ...LIST_FILTERS] : EVENT_FILTERS
  return Object.fromEntries(
    names.flatMap((name): [FilterName, string][] => {
      const text = readQueryText(query[name])
      return text === '' || (name === 'orderby' && text !== DISTANCE) ? [] : [[name, text]]
    }),
  )
}

/** Forms repeat a parameter for several values, URLs separate them with commas. */
export function readQueryText(raw: unknown): string {
  const values = typeof raw === 'object' && raw !== null ? Object.values(raw) : [raw]
  const texts = values.filter((value) => typeof value === 'string').map((value) => value.trim())
  return texts.filter((text) => text !== '').join(',')
}

/** Longer texts are no names; every word is a condition of a query. */
const MAX_SEARCH_LENGTH = 100

/** A short text to search for names. */
export const readSearchText = (raw: unknown): string =>
  readQueryText(raw).replaceAll('\0', '').slice(0, MAX_SEARCH_LENGTH)

export interface FilterQuery {
  readonly plan: EventPlan
  /** Effective filters. */
  readonly filters: Filters
  /** Names of filters that are invalid or refer to missing records. */
  readonly ignored: readonly string[]
}

interface FilterInput {
  readonly filters: Filters
  /** Filters of the page itself, such as its term and its dates. They are always valid. */
  readonly fixedFilters: RawInput
  /** Dates used when no effective filter contains a date. */
  readonly defaultDates?: RawInput | undefined
  readonly paging: Pagination
}

/** Invalid filters are ignored instead of failing the page. */
export async function planFilteredEvents(
  services: Services,
  { filters, fixedFilters, defaultDates, paging }: FilterInput,
): Promise<FilterQuery> {
  const clock = createTimeContext(services)
  const dayContext = { today: toDateOnly(toLocal(clock.now, clock.zone)), cutoff: clock.dayCutoff }
  let validFilters: Filters = filters
  const ignored: string[] = []
  for (;;) {
    try {
      const { args, found } = await resolveQuery(services, {
        ...limitToDays(validFilters, dayContext),
        ...fixedFilters,
        ...(!hasDateFilter(validFilters) && defaultDates),
      })
      const plan = planEvents(args, found, { viewer: ANONYMOUS, clock, paging })
      return { plan: plan.search ? { ...plan, searchesNames: true } : plan, filters: validFilters, ignored }
    } catch (error) {
      const invalidFilters =
        error instanceof Problem ? findInvalidFilters(validFilters, Object.keys(error.details.fieldErrors ?? {})) : []
      if (invalidFilters.length === 0) throw error
      ignored.push(...invalidFilters)
      validFilters = Object.fromEntries(Object.entries(validFilters).filter(([name]) => !invalidFilters.includes(name)))
    }
  }
}

/**
 * Parameters of the event list. Days limit a page to the events that take place on any of them: those of the API, which
 * select by start and end, would omit ongoing events.
 */
export function limitToDays(filters: Filters, { today, cutoff }: DayContext): RawInput {
  const { start_date, end_date, ...others } = filters
  const [first, last] = [start_date, end_date].map((text) => (text === undefined ? undefined : parseDay(text)))
  const isRange = (first ?? last) !== undefined && first === start_date && last === end_date
  if (!isRange) return filters
  return {
    ...others,
    ends_after: `${first ?? today} ${cutoff}:00`,
    ...(last !== undefined && { starts_before: `${shiftDay(last)} ${cutoff}:00` }),
    strict_dates: 'true',
  }
}

export interface DayContext {
  readonly today: Day
  /** Time at which a day of the site begins, `HH:MM`. */
  readonly cutoff: string
}

const hasDateFilter = (filters: Filters): boolean => DATE_FILTERS.some((name) => filters[name] !== undefined)

/** An error may name a missing geo parameter, so all geo filters count as invalid together. */
function findInvalidFilters(filters: Filters, names: readonly string[]): readonly string[] {
  const hasGeo = names.some(isGeoFilter)
  return Object.keys(filters).filter((name) => names.includes(name) || (hasGeo && isGeoFilter(name)))
}

function resolveQuery(services: Services, raw: RawInput): Promise<{ args: EventQuery; found: ResolvedIds }> {
  return resolveReferences(
    services.database.read,
    { viewer: ANONYMOUS, attempt: undefined },
    parseFields(eventQuery, raw, { viewer: ANONYMOUS, withDefaults: true }),
  )
}
