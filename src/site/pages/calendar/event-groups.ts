/** Groups listed events by month and by day. */
import { computeSpan, type Day, getMonth } from '../../core/calendar-grid.ts'
import { formatDate } from '../../core/format-dates.ts'
import type { PageContext } from '../../core/page-context.ts'
import type { ListedEvent } from '../../data/more-dates.ts'

export interface EventGroup {
  readonly name: string
  readonly isOngoing: boolean
  readonly events: readonly ListedEvent[]
}

/** Events that started before today form their own group. */
export function groupEvents(
  context: PageContext,
  events: readonly ListedEvent[],
  isPast: boolean,
): readonly EventGroup[] {
  const names = new Map<string, ListedEvent[]>()
  for (const event of events) {
    const { first } = computeSpan(event, context.cutoff)
    const name = !isPast && first < context.today ? '' : getMonth(first)
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
