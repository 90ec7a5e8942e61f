/** Formats dates and times in the language of the page. */

import type { Language } from '../base/i18n/language.ts'
import type { DateTime } from '../base/time/date-time.ts'
import { addDays, formatIsoWithOffset } from '../base/time/parse-date.ts'
import type { EventView } from '../calendar/events/present-event.ts'
import { computeSpan, type Day, type Month } from './calendar-grid.ts'
import type { DateStyle, IntlFormatters } from './intl-formatters.ts'

const toDate = (date: DateTime | Day | Month): Date => new Date(date.length > 10 ? `${date.replace(' ', 'T')}Z` : date)

type FormatterContext = Pick<DateFormatContext, 'formatters'>

export const formatDate = ({ formatters }: FormatterContext, style: DateStyle, date: DateTime | Day | Month): string =>
  formatters.dateFormat(style).format(toDate(date))

const formatRange = (
  { formatters }: FormatterContext,
  style: DateStyle,
  [from, to]: readonly [DateTime | Day, DateTime | Day],
): string => formatters.dateFormat(style).formatRange(toDate(from), toDate(to))

type EventTimes = Pick<
  EventView,
  'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'timezone_abbr' | 'timezone'
>

export interface DateFormatContext {
  readonly language: Language
  readonly formatters: IntlFormatters
  /** Time zone of the site. Times in another zone are followed by its name. */
  readonly zone: string
  /** Time at which a day of the site begins, `HH:MM`. */
  readonly cutoff: string
}

const formatZoneSuffix = ({ all_day, timezone, timezone_abbr }: EventTimes, zone: string): string =>
  all_day || timezone === zone || timezone_abbr === '' ? '' : ` ${timezone_abbr}`

/** `Central European Time`; the name or offset in the event if it is no zone of the Intl API, such as `UTC+2`. */
export function formatZoneName(
  { timezone, timezone_abbr, utc_start_date }: EventTimes,
  { language }: Pick<DateFormatContext, 'language'>,
): string {
  if (!timezone.includes('/')) return timezone_abbr || timezone
  try {
    const format = new Intl.DateTimeFormat(language, { timeZone: timezone, timeZoneName: 'longGeneric' })
    const parts = format.formatToParts(toDate(utc_start_date))
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone
  } catch {
    return timezone
  }
}

/** Full date and time, for the page of an event: `Saturday, December 5, 2026, 7:00 – 9:00 PM`. */
export function formatDateRange(event: EventTimes, context: DateFormatContext): string {
  const { first, last } = computeSpan(event, context.cutoff)
  if (event.all_day) return formatRange(context, 'longDay', [first, last])
  const times = [event.start_date, event.end_date] as const
  return `${formatRange(context, 'longMoment', times)}${formatZoneSuffix(event, context.zone)}`
}

/** For lists grouped by day: times, or dates of events over several days. Undefined for an all-day event of one day. */
export function formatTimes(event: EventTimes, context: DateFormatContext): string | undefined {
  const { first, last } = computeSpan(event, context.cutoff)
  if (event.all_day) return first === last ? undefined : formatRange(context, 'briefDay', [first, last])
  const style = first === last || isOvernight(event) ? 'time' : 'shortMoment'
  return `${formatTimeRange(context, style, event)}${formatZoneSuffix(event, context.zone)}`
}

/** An event that ends by 6 AM counts as part of the evening on which it began. */
const isOvernight = ({ start_date, end_date }: EventTimes): boolean =>
  end_date.slice(11) <= '06:00:00' && addDays(start_date, 1).slice(0, 10) === end_date.slice(0, 10)

/** Overnight times are joined by hand, because `formatRange` of Intl would add both dates. */
function formatTimeRange(
  context: FormatterContext,
  style: 'time' | 'shortMoment',
  { start_date, end_date }: EventTimes,
): string {
  if (style === 'shortMoment' || start_date.slice(0, 10) === end_date.slice(0, 10))
    return formatRange(context, style, [start_date, end_date])
  return `${formatDate(context, style, start_date)} – ${formatDate(context, style, end_date)}`
}

/** For places without a day heading: the day and, unless whole days, the times. */
export function formatShort(event: EventTimes, context: DateFormatContext): string {
  const { first, last } = computeSpan(event, context.cutoff)
  const isWholeDay = event.all_day === true || (first !== last && !isOvernight(event))
  if (isWholeDay) return formatRange(context, first === last ? 'shortDayOfYear' : 'briefDayOfYear', [first, last])
  return `${formatDate(context, 'shortDayOfYear', first)}, ${formatTimes(event, context) ?? ''}`
}

export const formatStart = (event: EventTimes, context: FormatterContext): string =>
  formatDate(context, 'time', event.start_date)

/** `7p` or `7:30p` in languages with a 12-hour clock, for narrow columns. Others have no shorter form. */
export function formatCompactStart({ start_date }: EventTimes, { formatters }: FormatterContext): string {
  const parts = formatters.dateFormat('time').formatToParts(toDate(start_date))
  const find = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const [hour, minute, period] = [find('hour'), find('minute'), find('dayPeriod')]
  if (period === '') return parts.map(({ value }) => value).join('')
  return `${hour}${minute === '00' ? '' : `:${minute}`}${period.slice(0, 1).toLowerCase()}`
}

/** `December 7 – 13, 2026`: parts that both dates share appear once. */
export const formatDayRange = (context: FormatterContext, first: Day, last: Day): string =>
  formatRange(context, 'plainDay', [first, last])

/** Value of the HTML attribute `datetime`: a date for all-day events, otherwise with offset. */
export const formatMachineTime = ({
  all_day,
  start_date,
  utc_start_date,
}: Pick<EventTimes, 'all_day' | 'start_date' | 'utc_start_date'>): string =>
  all_day ? start_date.slice(0, 10) : formatIsoWithOffset(start_date, utc_start_date)
