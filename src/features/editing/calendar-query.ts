/** The calendar of editors: all events of a period, with the filters of the list. */
import { addDays, toDateOnly } from '../../base/time/parse-date.ts'
import { type EventQuery, eventQuery } from '../../calendar/lists/event-query.ts'
import { type EventPlan, type PlanContext, planEvents, type ResolvedIds } from '../../calendar/lists/query-plan.ts'
import { defineDateField, parseDateText } from '../../kernel/common-fields.ts'
import { type Fields, invalid, type Parsed, type ParseResult } from '../../kernel/field.ts'

/** Parameters that contradict a period without pages. */
const OMITTED = [
  ...([
    'page',
    'per_page',
    'start_date',
    'end_date',
    'starts_before',
    'starts_after',
    'ends_before',
    'ends_after',
  ] as const),
  ...([
    'strict_dates',
    'orderby',
    'order',
    'collapse',
    'hide_subsequent_recurrences',
    'hidden',
    'strict',
    'password',
  ] as const),
] as const

function omitFields<F extends Fields, const N extends keyof F & string>(
  fields: F,
  names: readonly N[],
): { readonly [K in Exclude<keyof F, N>]: F[K] } {
  const omitted: readonly string[] = names
  const entries = Object.entries(fields).flatMap(([name, field]) => (omitted.includes(name) ? [] : [[name, field]]))
  return Object.fromEntries(entries)
}

/** `YYYY-MM-DD`, because a period consists of whole days. */
const parseDay = (raw: unknown): ParseResult<string> =>
  typeof raw === 'string' && /^\d{4}-\d\d-\d\d$/.test(raw) ? parseDateText(raw) : invalid

export const calendarQuery = {
  from: { ...defineDateField('calendar.from'), required: true, parse: parseDay },
  to: { ...defineDateField('calendar.to'), required: true, parse: parseDay },
  ...omitFields(eventQuery, OMITTED),
} as const

export type CalendarQuery = Parsed<typeof calendarQuery>

/** More events are not listed; engines limit statement parameters. */
const MAX_EVENTS = 5000

/** Editors also get events that are hidden from listings. */
export function planCalendar(
  { from, to, ...filters }: CalendarQuery,
  resolved: ResolvedIds,
  context: Omit<PlanContext, 'paging'>,
): EventPlan {
  // Both bounds mean the end of their day.
  const before = toDateOnly(addDays(`${from} 00:00:00`, -1))
  const query: EventQuery = { ...filters, page: 1, ends_after: before, starts_before: to, hidden: true }
  return planEvents(query, resolved, { ...context, paging: { page: 1, perPage: MAX_EVENTS } })
}
