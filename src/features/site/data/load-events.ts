/** Loads events for pages, through the same queries as the API. Pages are always rendered for the anonymous viewer. */

import type { DateTime } from '../../../base/time/date-time.ts'
import type { EventView } from '../../../calendar/events/present-event.ts'
import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import { listEventSummaries } from '../../../calendar/events/read-summaries.ts'
import { parseViews } from '../../../calendar/fragments/parse-view.ts'
import type { PasswordAttempt } from '../../../calendar/posts/post-passwords.ts'
import { listEvents, type ReadContext, readVisibleEvents } from '../../../calendar/posts/read-posts.ts'
import { createRenderContext } from '../../../calendar/posts/render-settings.ts'
import type { Urls } from '../../../calendar/posts/urls.ts'
import type { Services } from '../../../calendar/services.ts'
import { ANONYMOUS } from '../../../kernel/user.ts'
import type { RawInput } from '../../../kernel/validate-input.ts'
import type { EventPreview } from '../../../kernel/visibility.ts'
import {
  computeSpan,
  type Day,
  type DayPlan,
  getFirstDay,
  getLastDay,
  isLongRunning,
  type Month,
  planWeek,
  shiftDay,
} from '../../../pages/calendar-grid.ts'
import { type FilterQuery, type Filters, planFilteredEvents } from '../../../pages/page-filters.ts'
import { addImageData } from '../../../pages/page-images.ts'
import { colorSummaries } from './category-colors.ts'

export interface DataSource {
  readonly services: Services
  readonly urls: Urls
}

export const createPublicReadContext = (
  { services, urls }: DataSource,
  attempt?: PasswordAttempt,
  preview?: EventPreview,
): ReadContext => ({
  services,
  renderContext: createRenderContext(urls, services.site),
  access: { viewer: ANONYMOUS, attempt, preview },
})

/** The events of a page, as parameters of the event list. */
export interface EventSelection {
  readonly filters: Filters
  /** Selects the term, venue or organizer of the page. */
  readonly archiveQuery: RawInput
}

interface EventListResult<T> {
  readonly events: readonly T[]
  readonly total: number
  readonly filters: Filters
  readonly ignored: readonly string[]
  /** Last second for which the result is valid, UTC; undefined for the end of the day. */
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
  selection: EventSelection,
  options: EventListOptions,
): Promise<EventListResult<EventView>> {
  const { plan, ...filterQuery } = await planSelection(source, selection, options)
  const { records, total, validUntil } = await listEvents(createPublicReadContext(source), plan)
  const events = await addImageData(source, parseViews('event', records))
  return { ...filterQuery, events, total, until: validUntil }
}

/** Like `readEvents`, in display order, with the few fields that calendars show. */
export async function readSummaries(
  source: DataSource,
  selection: EventSelection,
  options: EventListOptions,
): Promise<EventListResult<EventSummary>> {
  const { plan, ...filterQuery } = await planSelection(source, selection, options)
  const { records, total } = await listEventSummaries(createPublicReadContext(source), plan)
  return { ...filterQuery, events: records.toSorted(compareInDay), total, until: plan.validUntil }
}

function planSelection(
  { services }: DataSource,
  { filters, archiveQuery }: EventSelection,
  { fixedFilters, defaultDates, page, perPage }: EventListOptions,
): Promise<FilterQuery> {
  const input = { filters, fixedFilters: { ...fixedFilters, ...archiveQuery }, defaultDates, paging: { page, perPage } }
  return planFilteredEvents(services, input)
}

/** Where events take place, by id of the event. */
export async function readPlaces(
  source: DataSource,
  events: readonly EventSummary[],
): Promise<ReadonlyMap<number, EventView>> {
  const ids = [...new Set(events.map(({ id }) => id))]
  const visible = await readVisibleEvents(createPublicReadContext(source), ids)
  const views = parseViews(
    'event',
    visible.map(({ fragment }) => fragment),
  )
  return new Map(views.map((event) => [event.id, event]))
}

/** Events that take place on the days `first` to `last`, in the time zone of each event. */
export function buildDayRangeFilter(first: Day, last: Day, cutoff: string): RawInput {
  const startOfDay = (day: Day) => `${day} ${cutoff}:00`
  return { starts_before: startOfDay(shiftDay(last)), ends_after: startOfDay(first), strict_dates: 'true' }
}

export interface EventsByDay extends Omit<EventListResult<EventSummary>, 'events'> {
  readonly weeks: readonly (readonly DayPlan<EventSummary>[])[]
  /** Events of more than a week, which are not part of the days. */
  readonly ongoing: readonly EventSummary[]
  /** Number of events per day, including those that are not shown. */
  readonly totals: ReadonlyMap<Day, number>
}

/** Days of a month with events that do not run for long; of a month with more events than are read at once, the first. */
export async function readDaysWithEvents(
  source: DataSource,
  selection: EventSelection,
  month: Month,
): Promise<ReadonlySet<Day>> {
  const cutoff = source.services.site.dayCutoff
  const { start_date, end_date, orderby, ...filters } = selection.filters
  const { events } = await readSummaries(
    source,
    { ...selection, filters },
    {
      fixedFilters: buildDayRangeFilter(getFirstDay(month), getLastDay(month), cutoff),
      page: 1,
      perPage: MAX_EVENTS_AT_ONCE,
    },
  )
  const spans = events.map((event) => computeSpan(event, cutoff)).filter((span) => !isLongRunning(span))
  return new Set(
    spans.flatMap(({ first, last }) => {
      const days = [first]
      for (let day = first; day < last; days.push(day)) day = shiftDay(day)
      return days
    }),
  )
}

/** Above this total, each day is queried separately, with only as many events as are shown. */
const MAX_EVENTS_AT_ONCE = 1000

/** Events by day, with the total of each day. */
export async function readEventsByDay(
  source: DataSource,
  selection: EventSelection,
  { weeks, perDay }: { readonly weeks: readonly (readonly Day[])[]; readonly perDay: number },
): Promise<EventsByDay> {
  const days = weeks.flat()
  const cutoff = source.services.site.dayCutoff
  const range = buildDayRangeFilter(days[0] ?? '', days.at(-1) ?? '', cutoff)
  const result = await readSummaries(source, selection, { fixedFilters: range, page: 1, perPage: MAX_EVENTS_AT_ONCE })
  if (result.total > MAX_EVENTS_AT_ONCE)
    return { ...result, ...(await readEachDay(source, selection, { weeks, perDay })) }
  const colored = await colorSummaries(source.services.database.read, result.events)
  const events = colored.map((event) => [event, computeSpan(event, cutoff)] as const)
  const ongoing = events.filter(([, span]) => isLongRunning(span))
  const plans = weeks.map((week) =>
    planWeek(
      week,
      events.filter(([, span]) => !isLongRunning(span)),
    ),
  )
  return {
    ...result,
    ongoing: ongoing.map(([event]) => event),
    weeks: plans,
    totals: new Map(plans.flat().map((plan) => [plan.day, eventsOnDay(plan).length])),
  }
}

/** All events of a day, in display order. */
export const eventsOnDay = <T>({ bars, singleDayEvents }: DayPlan<T>): readonly T[] => [
  ...bars.flatMap((bar) => (bar ? [bar.event] : [])),
  ...singleDayEvents,
]

async function readEachDay(
  source: DataSource,
  selection: EventSelection,
  { weeks, perDay }: { readonly weeks: readonly (readonly Day[])[]; readonly perDay: number },
): Promise<Pick<EventsByDay, 'weeks' | 'totals' | 'ongoing'>> {
  const totals = new Map<Day, number>()
  const planDay = async (day: Day): Promise<DayPlan<EventSummary>> => {
    const range = buildDayRangeFilter(day, day, source.services.site.dayCutoff)
    const { events, total } = await readSummaries(source, selection, { fixedFilters: range, page: 1, perPage: perDay })
    totals.set(day, total)
    return { day, bars: [], singleDayEvents: await colorSummaries(source.services.database.read, events) }
  }
  return { weeks: await Promise.all(weeks.map((week) => Promise.all(week.map(planDay)))), totals, ongoing: [] }
}

/** Sticky events come first, then featured ones, then all-day events, then the others by start. */
export function compareInDay(a: EventSummary, b: EventSummary): number {
  const rank = ({ sticky, featured, all_day }: EventSummary) => (sticky ? 0 : featured ? 1 : all_day ? 2 : 3)
  return rank(a) - rank(b) || (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id - b.id)
}

/** Events that end after the beginning of a day, including those that started earlier. */
export const buildEndsAfterFilter = (day: Day, cutoff: string): RawInput => ({
  ends_after: `${day} ${cutoff}:00`,
  strict_dates: 'true',
})
