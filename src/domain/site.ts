import { type DateTime, toDateOnly } from '../datetime/parse-date.ts'
import { resolveLocal, toLocal } from '../datetime/time-zone.ts'
import type { Language } from '../i18n/language.ts'

/** What the owner of a site decides about it. */
export interface Site {
  readonly name: string
  /** Those it speaks; the first is its own. */
  readonly languages: readonly [Language, ...Language[]]
  /** Zone of publication times, of events without one, and of bounds. */
  readonly zone: string
  /** When a day begins, `HH:MM`. */
  readonly dayCutoff: string
  readonly perPage: number
  readonly maxPerPage: number
  readonly currency: Currency
}

export interface Currency {
  readonly symbol: string
  readonly code: string
  readonly position: 'prefix' | 'postfix'
  /** What is said of a price of nothing. */
  readonly free: string
}

/** The site at a moment: what wall times are read by. `now` is UTC. */
export interface TimeContext {
  readonly now: DateTime
  readonly zone: string
  readonly dayCutoff: string
}

/** A day of a zone, in UTC. */
interface DayRange {
  readonly zone: string
  readonly from: DateTime
  readonly until: DateTime
}

let cachedDay: DayRange = { zone: '', from: '', until: '' }

/** First and last second of the site's day, from midnight to midnight. */
export function findDayRange({ now, zone }: TimeContext): DayRange {
  const { from, until } = cachedDay
  if (cachedDay.zone === zone && from <= now && now <= until) return cachedDay
  const day = toDateOnly(toLocal(now, zone))
  const midnight = (time: string) => resolveLocal(`${day} ${time}`, zone).utc
  cachedDay = { zone, from: midnight('00:00:00'), until: midnight('23:59:59') }
  return cachedDay
}
