/** What a page asks of the calendar: the parameters of the interface's list of events, as people leave them. */
import { settleArgs } from '../actions/mentions.ts'
import { clockOf, type Services } from '../actions/services.ts'
import { type EventQuery, eventQuery } from '../calendar/event-query.ts'
import { type RawInput, readFields } from '../calendar/parse.ts'
import { type EventPlan, type FoundIds, type Paging, planEvents } from '../calendar/plans.ts'
import { Problem } from '../calendar/problem.ts'
import { ANONYMOUS } from '../calendar/user.ts'

/** Parameters that choose events whichever way they are shown; feeds take the same. */
export const FILTERS = [
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

const DATES = ['start_date', 'end_date'] as const

/** Parameters that lists read besides: other views have dates of their own, and an order. */
export const OF_LISTS = [...DATES, 'orderby'] as const

export type FilterName = (typeof FILTERS)[number] | (typeof OF_LISTS)[number]
export type Filters = { readonly [Name in FilterName]?: string | undefined }

/** These say one thing together. */
export const isOfPlace = (name: string): boolean => name.startsWith('geoloc_') || name === 'orderby'

/** Of the interface's orders the one that a list of dates does not have already. */
const DISTANCE = 'distance'

/** What was asked for, each as one text; what a form left empty was not. */
export function filtersIn(query: RawInput, isList: boolean): Filters {
  const names: readonly FilterName[] = isList ? [...FILTERS, ...OF_LISTS] : FILTERS
  return Object.fromEntries(
    names.flatMap((name): [FilterName, string][] => {
      const text = textOf(query[name])
      return text === '' || (name === 'orderby' && text !== DISTANCE) ? [] : [[name, text]]
    }),
  )
}

/** Forms say several values by repeating a name, addresses by commas. */
export function textOf(raw: unknown): string {
  const values = typeof raw === 'object' && raw !== null ? Object.values(raw) : [raw]
  const texts = values.filter((value) => typeof value === 'string').map((value) => value.trim())
  return texts.filter((text) => text !== '').join(',')
}

export interface Question {
  readonly plan: EventPlan
  /** Filters in force. */
  readonly filters: Filters
  /** Names of those that made no sense, or name what is not there. */
  readonly ignored: readonly string[]
}

interface Asked {
  readonly filters: Filters
  /** What the page itself says: the term it is about, the days it shows. These always make sense. */
  readonly own: RawInput
  /** What it says besides where no filter in force names a date. */
  readonly undated?: RawInput | undefined
  readonly paging: Paging
}

/** A page is shown whatever was asked for: filters that make no sense are left out. */
export async function planOf(services: Services, { filters, own, undated, paging }: Asked): Promise<Question> {
  const clock = clockOf(services)
  let kept: Filters = filters
  const ignored: string[] = []
  for (;;) {
    try {
      const { args, found } = await settled(services, { ...kept, ...own, ...(!isDated(kept) && undated) })
      const plan = planEvents(args, found, { viewer: ANONYMOUS, clock, paging })
      return { plan, filters: kept, ignored }
    } catch (error) {
      const dropped = error instanceof Problem ? flawedIn(kept, Object.keys(error.facts.flaws ?? {})) : []
      if (dropped.length === 0) throw error
      ignored.push(...dropped)
      kept = Object.fromEntries(Object.entries(kept).filter(([name]) => !dropped.includes(name)))
    }
  }
}

const isDated = (filters: Filters): boolean => DATES.some((name) => filters[name] !== undefined)

/** What is wanting of a place is named, not what there is of it. */
function flawedIn(filters: Filters, wrong: readonly string[]): readonly string[] {
  const withPlace = wrong.some(isOfPlace)
  return Object.keys(filters).filter((name) => wrong.includes(name) || (withPlace && isOfPlace(name)))
}

function settled(services: Services, raw: RawInput): Promise<{ args: EventQuery; found: FoundIds }> {
  return settleArgs(
    services.database.read,
    { viewer: ANONYMOUS, attempt: undefined },
    readFields(eventQuery, raw, { viewer: ANONYMOUS, withDefaults: true }),
  )
}
