/** Dates and times as people write them in each language. */
import { addDays, type DateTime, isoWithOffset } from '../text/dates.ts'
import type { Language } from '../text/language.ts'
import { type Day, type Month, spanOf } from './days.ts'

const STYLES = {
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

type Style = keyof typeof STYLES

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than a hundred uses of it. */
function formatOf(language: Language, style: Style): Intl.DateTimeFormat {
  const name = `${language} ${style}`
  const known = formats.get(name)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, { ...STYLES[style], timeZone: 'UTC' })
  formats.set(name, made)
  return made
}

const dateOf = (moment: DateTime | Day | Month): Date =>
  new Date(moment.length > 10 ? `${moment.replace(' ', 'T')}Z` : moment)

export const sayDate = (language: Language, style: Style, moment: DateTime | Day | Month): string =>
  formatOf(language, style).format(dateOf(moment))

const sayRange = (language: Language, style: Style, [from, to]: readonly [string, string]): string =>
  formatOf(language, style).formatRange(dateOf(from), dateOf(to))

interface Timed {
  readonly all_day: boolean | null
  readonly start_date: DateTime
  readonly end_date: DateTime
  readonly utc_start_date: DateTime
  readonly timezone_abbr: string
  readonly timezone: string
}

export interface Manner {
  readonly language: Language
  /** Times of another zone are told with its name. */
  readonly zone: string
  readonly cutoff: string
}

const zoneNote = ({ all_day, timezone, timezone_abbr }: Timed, zone: string): string =>
  all_day || timezone === zone || timezone_abbr === '' ? '' : ` ${timezone_abbr}`

/** In full, for the event's own page: `Saturday, December 5, 2026, 7:00 – 9:00 PM`. */
export function sayWhen(event: Timed, { language, zone, cutoff }: Manner): string {
  const { first, last } = spanOf(event, cutoff)
  if (event.all_day) return sayRange(language, 'longDay', [first, last])
  const times = [event.start_date, event.end_date] as const
  return `${sayRange(language, 'longMoment', times)}${zoneNote(event, zone)}`
}

/** Beside its day: times alone, or days where there are several. Undefined for a whole day. */
export function sayHours(event: Timed, { language, zone, cutoff }: Manner): string | undefined {
  const { first, last } = spanOf(event, cutoff)
  if (event.all_day) return first === last ? undefined : sayRange(language, 'briefDay', [first, last])
  const style = first === last || isNight(event) ? 'time' : 'shortMoment'
  return `${sayTimes(language, style, event)}${zoneNote(event, zone)}`
}

/** What ends in the small hours belongs to the evening on which it began. */
const isNight = ({ start_date, end_date }: Timed): boolean =>
  end_date.slice(11) <= '06:00:00' && addDays(start_date, 1).slice(0, 10) === end_date.slice(0, 10)

/** Intl would name the days of a night. */
function sayTimes(language: Language, style: 'time' | 'shortMoment', { start_date, end_date }: Timed): string {
  if (style === 'shortMoment' || start_date.slice(0, 10) === end_date.slice(0, 10))
    return sayRange(language, style, [start_date, end_date])
  return `${sayDate(language, style, start_date)} – ${sayDate(language, style, end_date)}`
}

/** Where it stands alone in a list of others: with its day. */
export function sayBriefly(event: Timed, manner: Manner): string {
  const { first, last } = spanOf(event, manner.cutoff)
  const isWhole = event.all_day === true || (first !== last && !isNight(event))
  if (isWhole) return sayRange(manner.language, first === last ? 'shortDayOfYear' : 'briefDayOfYear', [first, last])
  return `${sayDate(manner.language, 'shortDayOfYear', first)}, ${sayHours(event, manner) ?? ''}`
}

export const sayStart = (event: Timed, { language }: Manner): string => sayDate(language, 'time', event.start_date)

/** `Monday, December 7 – Sunday, December 13, 2026`, the short way. */
export const sayDays = (language: Language, first: Day, last: Day): string =>
  sayRange(language, 'plainDay', [first, last])

/** For `datetime`: whole days have no time. */
export const machineTime = ({ all_day, start_date, utc_start_date }: Timed): string =>
  all_day ? start_date.slice(0, 10) : isoWithOffset(start_date, utc_start_date)
