/** Suggestions for a view in which no event matches. */
import type { RawInput } from '../../../kernel/validate-input.ts'
import { computeSpan, type Day } from '../../../pages/calendar-grid.ts'
import type { DayContext, Filters } from '../../../pages/page-filters.ts'
import { buildEndsAfterFilter, type DataSource, type EventSelection, readEvents } from './load-events.ts'

export interface Alternative<T> {
  readonly target: T
  readonly total: number
}

/** The days on which the nearest events before and after a period begin. */
export interface NearestDays {
  readonly previous: Day | undefined
  readonly next: Day | undefined
}

export async function countMatches(source: DataSource, selection: EventSelection, dates: RawInput): Promise<number> {
  const { total } = await readEvents(source, selection, { fixedFilters: {}, defaultDates: dates, page: 1, perPage: 1 })
  return total
}

/** Selects the events that ended before today, the latest first. */
export const buildPastFilter = ({ today, cutoff }: DayContext): RawInput => ({
  ends_before: `${today} ${cutoff}:00`,
  strict_dates: 'true',
  orderby: 'start_date',
  order: 'desc',
})

export const buildUpcomingFilter = ({ today, cutoff }: DayContext): RawInput => buildEndsAfterFilter(today, cutoff)

interface CountRequest<T> {
  readonly selection: EventSelection
  readonly dates: RawInput
  readonly candidates: readonly { readonly target: T; readonly filters: Filters }[]
}

/** Counts the events of each candidate; those without events are omitted. */
export async function countAlternatives<T>(
  source: DataSource,
  { selection, dates, candidates }: CountRequest<T>,
): Promise<readonly Alternative<T>[]> {
  const counted = await Promise.all(
    candidates.map(async ({ target, filters }) => ({
      target,
      total: await countMatches(source, { ...selection, filters }, dates),
    })),
  )
  return counted.filter(({ total }) => total > 0)
}

/** `first` and `last` are the days of the period. */
export async function findNearestDays(
  source: DataSource,
  selection: EventSelection,
  { first, last }: { readonly first: Day; readonly last: Day },
): Promise<NearestDays> {
  const cutoff = source.services.site.dayCutoff
  const find = async (bounds: RawInput) => {
    const fixedFilters = { ...bounds, strict_dates: 'true', orderby: 'start_date' }
    const { events } = await readEvents(source, selection, { fixedFilters, page: 1, perPage: 1 })
    return events[0] && computeSpan(events[0], cutoff).first
  }
  const [previous, next] = await Promise.all([
    find({ starts_before: `${first} ${cutoff}:00`, order: 'desc' }),
    find({ starts_after: `${last} ${cutoff}:00`, order: 'asc' }),
  ])
  return { previous, next }
}
