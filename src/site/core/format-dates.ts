/** Dates and times as people write them in each language. */
import { addDays, type DateTime, formatIsoWithOffset } from '../../datetime/parse-date.ts'
import type { Language } from '../../i18n/language.ts'
import { computeSpan, type Day, type Month } from './calendar-grid.ts'

const DATE_STYLES = {
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  dayNumber: { day: 'numeric' },
  shortMonth: { month: 'short' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  shortDayOfYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  briefDay: { day: 'numeric', month: 'short' },
  briefDayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  plainDay: { day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  longMoment: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  shortMoment: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type DateStyle = keyof typeof DATE_STYLES

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than a hundred uses of it. */
function getFormatter(language: Language, style: DateStyle): Intl.DateTimeFormat {
  const name = `${language} ${style}`
  const cached = formatters.get(name)
  if (cached) return cached
  const formatter = new Intl.DateTimeFormat(language, { ...DATE_STYLES[style], timeZone: 'UTC' })
  formatters.set(name, formatter)
  return formatter
}

const toDate = (moment: DateTime | Day | Month): Date =>
  new Date(moment.length > 10 ? `${moment.replace(' ', 'T')}Z` : moment)

export const formatDate = (language: Language, style: DateStyle, moment: DateTime | Day | Month): string =>
  getFormatter(language, style).format(toDate(moment))

const formatRange = (language: Language, style: DateStyle, [from, to]: readonly [string, string]): string =>
  getFormatter(language, style).formatRange(toDate(from), toDate(to))

interface EventTimes {
  readonly all_day: boolean | null
  readonly start_date: DateTime
  readonly end_date: DateTime
  readonly utc_start_date: DateTime
  readonly timezone_abbr: string
  readonly timezone: string
}

export interface DateFormatContext {
  readonly language: Language
  /** Times of another zone are told with its name. */
  readonly zone: string
  readonly cutoff: string
}

const formatZoneSuffix = ({ all_day, timezone, timezone_abbr }: EventTimes, zone: string): string =>
  all_day || timezone === zone || timezone_abbr === '' ? '' : ` ${timezone_abbr}`

/** In full, for the event's own page: `Saturday, December 5, 2026, 7:00 – 9:00 PM`. */
export function formatDateRange(event: EventTimes, { language, zone, cutoff }: DateFormatContext): string {
  const { first, last } = computeSpan(event, cutoff)
  if (event.all_day) return formatRange(language, 'longDay', [first, last])
  const times = [event.start_date, event.end_date] as const
  return `${formatRange(language, 'longMoment', times)}${formatZoneSuffix(event, zone)}`
}

/** Beside its day: times alone, or days where there are several. Undefined for a whole day. */
export function formatTimes(event: EventTimes, { language, zone, cutoff }: DateFormatContext): string | undefined {
  const { first, last } = computeSpan(event, cutoff)
  if (event.all_day) return first === last ? undefined : formatRange(language, 'briefDay', [first, last])
  const style = first === last || isOvernight(event) ? 'time' : 'shortMoment'
  return `${formatTimeRange(language, style, event)}${formatZoneSuffix(event, zone)}`
}

/** What ends in the small hours belongs to the evening on which it began. */
const isOvernight = ({ start_date, end_date }: EventTimes): boolean =>
  end_date.slice(11) <= '06:00:00' && addDays(start_date, 1).slice(0, 10) === end_date.slice(0, 10)

/** Intl would name the days of a night. */
function formatTimeRange(
  language: Language,
  style: 'time' | 'shortMoment',
  { start_date, end_date }: EventTimes,
): string {
  if (style === 'shortMoment' || start_date.slice(0, 10) === end_date.slice(0, 10))
    return formatRange(language, style, [start_date, end_date])
  return `${formatDate(language, style, start_date)} – ${formatDate(language, style, end_date)}`
}

/** Where it stands alone in a list of others: with its day. */
export function formatShort(event: EventTimes, context: DateFormatContext): string {
  const { first, last } = computeSpan(event, context.cutoff)
  const isWholeDay = event.all_day === true || (first !== last && !isOvernight(event))
  if (isWholeDay)
    return formatRange(context.language, first === last ? 'shortDayOfYear' : 'briefDayOfYear', [first, last])
  return `${formatDate(context.language, 'shortDayOfYear', first)}, ${formatTimes(event, context) ?? ''}`
}

export const formatStart = (event: EventTimes, { language }: DateFormatContext): string =>
  formatDate(language, 'time', event.start_date)

/** `Monday, December 7 – Sunday, December 13, 2026`, the short way. */
export const formatDayRange = (language: Language, first: Day, last: Day): string =>
  formatRange(language, 'plainDay', [first, last])

/** For `datetime`: whole days have no time. */
export const formatMachineTime = ({ all_day, start_date, utc_start_date }: EventTimes): string =>
  all_day ? start_date.slice(0, 10) : formatIsoWithOffset(start_date, utc_start_date)
