/** Groups listed events by month and by day. */
import { computeSpan, type Day, getMonth, parseDay } from '../../../pages/calendar-grid.ts'
import { formatDate } from '../../../pages/format-dates.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import type { Filters } from '../../../pages/page-filters.ts'
import type { ListedEvent } from '../data/more-dates.ts'

export interface EventGroup {
  readonly name: string
  readonly isOngoing: boolean
  readonly events: readonly ListedEvent[]
}

/** Events that began before the first day of the list are ongoing, which form their own group. */
export function groupEvents(
  context: PageContext,
  events: readonly ListedEvent[],
  from: Day | undefined,
): readonly EventGroup[] {
  const names = new Map<string, ListedEvent[]>()
  for (const event of events) {
    const { first } = computeSpan(event, context.cutoff)
    const name = from !== undefined && first < from ? '' : getMonth(first)
    const group = names.get(name)
    if (group) group.push(event)
    else names.set(name, [event])
  }
  return [...names].map(([month, monthEvents]) => ({
    name: month === '' ? context.translate('page.ongoing') : formatDate(context, 'month', month),
    isOngoing: month === '',
    events: monthEvents,
  }))
}

/** The day on which a list of upcoming events begins. */
export function findFirstDay({ today }: PageContext, { start_date }: Filters): Day {
  const first = parseDay(start_date ?? '')
  return first !== undefined && first > today ? first : today
}

/** Sticky events come first on their day. */
export function groupByDay(
  context: PageContext,
  events: readonly ListedEvent[],
): ReadonlyMap<Day, readonly ListedEvent[]> {
  const days = new Map<Day, ListedEvent[]>()
  for (const event of events) {
    const { first } = computeSpan(event, context.cutoff)
    const day = days.get(first) ?? []
    days.set(first, event.sticky ? [event, ...day] : [...day, event])
  }
  return days
}
