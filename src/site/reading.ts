/** What pages show, read by the rules of the interface and for anybody: pages know no callers. */
import { listEvents, type Reading } from '../actions/read-posts.ts'
import type { PasswordAttempt } from '../actions/record-passwords.ts'
import type { Services } from '../actions/services.ts'
import type { RawInput } from '../calendar/parse.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import type { Urls } from '../present/urls.ts'
import type { DateTime } from '../text/dates.ts'
import { type Day, type DayPlan, dayAfter, planWeek, spanOf } from './days.ts'
import { type Filters, planOf } from './question.ts'
import { type EventView, viewsOf } from './views.ts'

export interface Source {
  readonly services: Services
  readonly urls: Urls
}

export const readingOf = ({ services, urls }: Source, attempt?: PasswordAttempt): Reading => ({
  services,
  setting: { urls, currency: services.site.currency },
  sight: { viewer: ANONYMOUS, attempt },
})

/** Which events a page is about, by parameters of the list of events. */
export interface Choice {
  readonly filters: Filters
  /** The term, venue or organizer of the page. */
  readonly base: RawInput
}

interface Found {
  readonly events: readonly EventView[]
  readonly total: number
  readonly filters: Filters
  readonly ignored: readonly string[]
  /** Last second for which it is true; undefined when that is the end of the day. */
  readonly until: DateTime | undefined
}

interface Part {
  readonly own: RawInput
  readonly undated?: RawInput
  readonly page: number
  readonly perPage: number
}

export async function readEvents(
  source: Source,
  { filters, base }: Choice,
  { own, undated, page, perPage }: Part,
): Promise<Found> {
  const asked = { filters, own: { ...own, ...base }, undated, paging: { page, perPage } }
  const { plan, ...question } = await planOf(source.services, asked)
  const { records, total } = await listEvents(readingOf(source), plan)
  return { ...question, events: viewsOf<EventView>(records), total, until: plan.until }
}

/** Moments at which a day begins and the next one does, by each event's own clock. */
export function betweenDays(first: Day, last: Day, cutoff: string): RawInput {
  const begins = (day: Day) => `${day} ${cutoff}:00`
  return { starts_before: begins(dayAfter(last)), ends_after: begins(first), strict_dates: 'true' }
}

export interface DaysFound extends Omit<Found, 'events'> {
  /** The days of each week, in the order given. */
  readonly weeks: readonly (readonly DayPlan<EventView>[])[]
  /** How many events each day has, shown or not. */
  readonly totals: ReadonlyMap<Day, number>
}

/** Beyond so many, each day is asked for by itself, and no more of it than is shown. */
const MOST_AT_ONCE = 400

/** Events by day. Each has its number of all, however many there are. */
export async function readDays(
  source: Source,
  choice: Choice,
  { weeks, perDay }: { readonly weeks: readonly (readonly Day[])[]; readonly perDay: number },
): Promise<DaysFound> {
  const days = weeks.flat()
  const cutoff = source.services.site.dayCutoff
  const whole = betweenDays(days[0] ?? '', days.at(-1) ?? '', cutoff)
  const found = await readEvents(source, choice, { own: whole, page: 1, perPage: MOST_AT_ONCE })
  if (found.total > MOST_AT_ONCE) return { ...found, ...(await readEachDay(source, choice, { weeks, perDay })) }
  const events = found.events
    .map((event) => [event, spanOf(event, cutoff)] as const)
    .sort(([a], [b]) => byPlaceInDay(a, b))
  const plans = weeks.map((week) => planWeek(week, events))
  return { ...found, weeks: plans, totals: new Map(plans.flat().map((plan) => [plan.day, shownOn(plan).length])) }
}

/** All that a day shows, in order. */
export const shownOn = <T>({ bars, others }: DayPlan<T>): readonly T[] => [
  ...bars.flatMap((bar) => (bar ? [bar.event] : [])),
  ...others,
]

async function readEachDay(
  source: Source,
  choice: Choice,
  { weeks, perDay }: { readonly weeks: readonly (readonly Day[])[]; readonly perDay: number },
): Promise<Pick<DaysFound, 'weeks' | 'totals'>> {
  const totals = new Map<Day, number>()
  const planDay = async (day: Day): Promise<DayPlan<EventView>> => {
    const own = betweenDays(day, day, source.services.site.dayCutoff)
    const { events, total } = await readEvents(source, choice, { own, page: 1, perPage: perDay })
    totals.set(day, total)
    return { day, bars: [], others: events.toSorted(byPlaceInDay) }
  }
  return { weeks: await Promise.all(weeks.map((week) => Promise.all(week.map(planDay)))), totals }
}

/** On its day a sticky event stands first, what lasts all day before what begins at some hour. */
export function byPlaceInDay(a: EventView, b: EventView): number {
  const rank = (event: EventView) => (event.sticky ? 0 : event.all_day ? 1 : 2)
  return rank(a) - rank(b) || (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id - b.id)
}

/** What is not over as a day begins, though it may have begun before. */
export const endsAfterStartOf = (day: Day, cutoff: string): RawInput => ({
  ends_after: `${day} ${cutoff}:00`,
  strict_dates: 'true',
})
