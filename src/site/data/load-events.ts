/** What pages show, read by the rules of the interface and for anybody: pages know no callers. */

import type { DateTime } from '../../datetime/parse-date.ts'
import type { RawInput } from '../../domain/fields/validate-input.ts'
import { ANONYMOUS } from '../../domain/model/user.ts'
import type { EventView } from '../../presenters/event.ts'
import { parseViews } from '../../presenters/parse-view.ts'
import type { Urls } from '../../presenters/urls.ts'
import type { PasswordAttempt } from '../../usecases/auth/post-passwords.ts'
import { listEvents, type ReadContext } from '../../usecases/read/read-posts.ts'
import type { Services } from '../../usecases/services.ts'
import { computeSpan, type Day, type DayPlan, planWeek, shiftDay } from '../core/calendar-grid.ts'
import { type Filters, planFilteredEvents } from './page-filters.ts'

export interface DataSource {
  readonly services: Services
  readonly urls: Urls
}

export const createPublicReadContext = ({ services, urls }: DataSource, attempt?: PasswordAttempt): ReadContext => ({
  services,
  renderContext: { urls, currency: services.site.currency },
  access: { viewer: ANONYMOUS, attempt },
})

/** Which events a page is about, by parameters of the list of events. */
export interface EventSelection {
  readonly filters: Filters
  /** The term, venue or organizer of the page. */
  readonly archiveQuery: RawInput
}

interface EventListResult {
  readonly events: readonly EventView[]
  readonly total: number
  readonly filters: Filters
  readonly ignored: readonly string[]
  /** Last second for which it is true; undefined when that is the end of the day. */
  readonly until: DateTime | undefined
}

interface EventListOptions {
  readonly fixedFilters: RawInput
  readonly defaultDates?: RawInput
  readonly page: number
  readonly perPage: number
}

export async function readEvents(
  source: DataSource,
  { filters, archiveQuery }: EventSelection,
  { fixedFilters, defaultDates, page, perPage }: EventListOptions,
): Promise<EventListResult> {
  const asked = { filters, fixedFilters: { ...fixedFilters, ...archiveQuery }, defaultDates, paging: { page, perPage } }
  const { plan, ...filterQuery } = await planFilteredEvents(source.services, asked)
  const { records, total } = await listEvents(createPublicReadContext(source), plan)
  return { ...filterQuery, events: parseViews('event', records), total, until: plan.validUntil }
}

/** Moments at which a day begins and the next one does, by each event's own clock. */
export function buildDayRangeFilter(first: Day, last: Day, cutoff: string): RawInput {
  const startOfDay = (day: Day) => `${day} ${cutoff}:00`
  return { starts_before: startOfDay(shiftDay(last)), ends_after: startOfDay(first), strict_dates: 'true' }
}

export interface EventsByDay extends Omit<EventListResult, 'events'> {
  /** The days of each week, in the order given. */
  readonly weeks: readonly (readonly DayPlan<EventView>[])[]
  /** How many events each day has, shown or not. */
  readonly totals: ReadonlyMap<Day, number>
}

/** Beyond so many, each day is asked for by itself, and no more of it than is shown. */
const MAX_EVENTS_AT_ONCE = 400

/** Events by day. Each has its number of all, however many there are. */
export async function readEventsByDay(
  source: DataSource,
  selection: EventSelection,
  { weeks, perDay }: { readonly weeks: readonly (readonly Day[])[]; readonly perDay: number },
): Promise<EventsByDay> {
  const days = weeks.flat()
  const cutoff = source.services.site.dayCutoff
  const range = buildDayRangeFilter(days[0] ?? '', days.at(-1) ?? '', cutoff)
  const found = await readEvents(source, selection, { fixedFilters: range, page: 1, perPage: MAX_EVENTS_AT_ONCE })
  if (found.total > MAX_EVENTS_AT_ONCE)
    return { ...found, ...(await readEachDay(source, selection, { weeks, perDay })) }
  const events = found.events
    .map((event) => [event, computeSpan(event, cutoff)] as const)
    .sort(([a], [b]) => compareInDay(a, b))
  const plans = weeks.map((week) => planWeek(week, events))
  return { ...found, weeks: plans, totals: new Map(plans.flat().map((plan) => [plan.day, eventsOnDay(plan).length])) }
}

/** All that a day shows, in order. */
export const eventsOnDay = <T>({ bars, singleDayEvents }: DayPlan<T>): readonly T[] => [
  ...bars.flatMap((bar) => (bar ? [bar.event] : [])),
  ...singleDayEvents,
]

async function readEachDay(
  source: DataSource,
  selection: EventSelection,
  { weeks, perDay }: { readonly weeks: readonly (readonly Day[])[]; readonly perDay: number },
): Promise<Pick<EventsByDay, 'weeks' | 'totals'>> {
  const totals = new Map<Day, number>()
  const planDay = async (day: Day): Promise<DayPlan<EventView>> => {
    const range = buildDayRangeFilter(day, day, source.services.site.dayCutoff)
    const { events, total } = await readEvents(source, selection, { fixedFilters: range, page: 1, perPage: perDay })
    totals.set(day, total)
    return { day, bars: [], singleDayEvents: events.toSorted(compareInDay) }
  }
  return { weeks: await Promise.all(weeks.map((week) => Promise.all(week.map(planDay)))), totals }
}

/** On its day a sticky event stands first, what lasts all day before what begins at some hour. */
export function compareInDay(a: EventView, b: EventView): number {
  const rank = (event: EventView) => (event.sticky ? 0 : event.all_day ? 1 : 2)
  return rank(a) - rank(b) || (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id - b.id)
}

/** What is not over as a day begins, though it may have begun before. */
export const buildEndsAfterFilter = (day: Day, cutoff: string): RawInput => ({
  ends_after: `${day} ${cutoff}:00`,
  strict_dates: 'true',
})
