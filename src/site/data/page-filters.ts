/** What a page asks of the calendar: the parameters of the interface's list of events, as people leave them. */

import { parseFields, type RawInput } from '../../domain/fields/validate-input.ts'
import { ANONYMOUS } from '../../domain/model/user.ts'
import { Problem } from '../../domain/problem.ts'
import { type EventQuery, eventQuery } from '../../domain/query/event-query.ts'
import { type EventPlan, type Pagination, planEvents, type ResolvedIds } from '../../domain/query/query-plan.ts'
import { resolveReferences } from '../../usecases/read/resolve-references.ts'
import { createTimeContext, type Services } from '../../usecases/services.ts'

/** Parameters that choose events whichever way they are shown; feeds take the same. */
export const EVENT_FILTERS = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'ticketed',
  'free',
  'categories_exclude',
  'tags_exclude',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
] as const satisfies readonly (keyof EventQuery)[]

const DATE_FILTERS = ['start_date', 'end_date'] as const

/** Parameters that lists read besides: other views have dates of their own, and an order. */
export const LIST_FILTERS = [...DATE_FILTERS, 'orderby'] as const

export type FilterName = (typeof EVENT_FILTERS)[number] | (typeof LIST_FILTERS)[number]
export type Filters = { readonly [Name in FilterName]?: string | undefined }

/** These say one thing together. */
export const isGeoFilter = (name: string): boolean => name.startsWith('geoloc_') || name === 'orderby'

/** Of the interface's orders the one that a list of dates does not have already. */
const DISTANCE = 'distance'

/** What was asked for, each as one text; what a form left empty was not. */
export function readFilters(query: RawInput, isList: boolean): Filters {
  const names: readonly FilterName[] = isList ? [...EVENT_FILTERS, ...LIST_FILTERS] : EVENT_FILTERS
  return Object.fromEntries(
    names.flatMap((name): [FilterName, string][] => {
      const text = readQueryText(query[name])
      return text === '' || (name === 'orderby' && text !== DISTANCE) ? [] : [[name, text]]
    }),
  )
}

/** Forms say several values by repeating a name, addresses by commas. */
export function readQueryText(raw: unknown): string {
  const values = typeof raw === 'object' && raw !== null ? Object.values(raw) : [raw]
  const texts = values.filter((value) => typeof value === 'string').map((value) => value.trim())
  return texts.filter((text) => text !== '').join(',')
}

export interface FilterQuery {
  readonly plan: EventPlan
  /** Filters in force. */
  readonly filters: Filters
  /** Names of those that made no sense, or name what is not there. */
  readonly ignored: readonly string[]
}

interface FilterInput {
  readonly filters: Filters
  /** What the page itself says: the term it is about, the days it shows. These always make sense. */
  readonly fixedFilters: RawInput
  /** What it says besides where no filter in force names a date. */
  readonly defaultDates?: RawInput | undefined
  readonly paging: Pagination
}

/** A page is shown whatever was asked for: filters that make no sense are left out. */
export async function planFilteredEvents(
  services: Services,
  { filters, fixedFilters, defaultDates, paging }: FilterInput,
): Promise<FilterQuery> {
  const clock = createTimeContext(services)
  let validFilters: Filters = filters
  const ignored: string[] = []
  for (;;) {
    try {
      const { args, found } = await resolveQuery(services, {
        ...validFilters,
        ...fixedFilters,
        ...(!hasDateFilter(validFilters) && defaultDates),
      })
      const plan = planEvents(args, found, { viewer: ANONYMOUS, clock, paging })
      return { plan, filters: validFilters, ignored }
    } catch (error) {
      const invalidFilters =
        error instanceof Problem ? findInvalidFilters(validFilters, Object.keys(error.details.fieldErrors ?? {})) : []
      if (invalidFilters.length === 0) throw error
      ignored.push(...invalidFilters)
      validFilters = Object.fromEntries(Object.entries(validFilters).filter(([name]) => !invalidFilters.includes(name)))
    }
  }
}

const hasDateFilter = (filters: Filters): boolean => DATE_FILTERS.some((name) => filters[name] !== undefined)

/** What is wanting of a place is named, not what there is of it. */
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
