/** Running series of other calendars, which can have begun decades ago. */
import { resolveEventDates } from '../../../calendar/events/event-dates.ts'
import { shiftDate } from '../../../calendar/series/calendar-dates.ts'
import type { SeriesInput } from '../../../calendar/series/create-series.ts'
import { isFinished } from '../../../calendar/series/expand-recurrence.ts'
import { getRuleDate } from '../../../calendar/series/occurrence-key.ts'
import { beginLater } from '../../../calendar/series/occurrences.ts'
import { anchorRecurrence, NO_RECURRENCE } from '../../../calendar/series/recurrence.ts'
import type { Series } from '../../../calendar/series/series.ts'
import type { TimeContext } from '../../../kernel/site.ts'

/** Days before today whose occurrences are imported by default. */
export const DEFAULT_PAST_DAYS = 366

interface PastOptions {
  readonly clock: TimeContext
  readonly pastDays: number
  /** The series of an earlier import, whose first occurrence stays. */
  readonly current: Series | undefined
}

interface LimitedSeries {
  readonly input: SeriesInput
  /** Date before which occurrences are omitted; empty if none are. */
  readonly from: string
}

/** Begins a series that has not ended at most `pastDays` ago. A series that ended earlier is imported as a whole. */
export function omitPast(input: SeriesInput, { clock, pastDays, current }: PastOptions): LimitedSeries {
  const dates = resolveEventDates(input, undefined, clock)
  const recurrence = anchorRecurrence({ ...NO_RECURRENCE, ...input.recurrence }, dates)
  const start = getRuleDate(dates, recurrence)
  const known = current && getRuleDate(current.template, current.recurrence)
  const earliest = shiftDate(clock.now.slice(0, 10), -pastDays)
  const from = known !== undefined && known < earliest ? known : earliest
  if (start >= from || isFinished(recurrence, start, from)) return { input, from: '' }
  const { recurrence: continued, first } = beginLater({ recurrence, first: dates }, from)
  const { start_date, end_date, timezone } = first
  return { input: { ...input, recurrence: continued, start_date, end_date, timezone }, from }
}
