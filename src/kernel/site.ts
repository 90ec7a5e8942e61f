import type { Language } from '../base/i18n/language.ts'
import type { DateTime } from '../base/time/date-time.ts'
import { toDateOnly } from '../base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../base/time/time-zone.ts'
import type { CustomFields } from './custom-field.ts'

/** Settings of the site. */
export interface Site {
  readonly name: string
  /** The first one is the default. */
  readonly languages: readonly [Language, ...Language[]]
  /** Time zone of publication times, of events without a zone, and of date filters. */
  readonly zone: string
  /** Time at which a day begins, `HH:MM`. */
  readonly dayCutoff: string
  readonly perPage: number
  readonly maxPerPage: number
  readonly currency: Currency
  /** Occurrences of series are created this many days ahead. */
  readonly seriesHorizon: number
  /** Entries of the history are deleted after this many days; infinite for never. */
  readonly historyDays: number
  /** Undefined without one. */
  readonly logo: SiteLogo | undefined
  /** Icon of browser tabs; undefined for that of the theme. */
  readonly favicon: SiteLogo | undefined
  /** `#rrggbb`; empty for the color of the theme. */
  readonly accentColor: string
  /** Additional fields of events, venues and organizers. */
  readonly customFields: CustomFields
  /** Plain text in the footer of pages; empty for the name of the site. */
  readonly footer: string
}

/** An image of the media library. */
export interface SiteLogo {
  readonly key: string
  /** Pixels. */
  readonly width: number
  readonly height: number
}

export interface Currency {
  readonly symbol: string
  readonly code: string
  readonly position: 'prefix' | 'postfix'
  /** Text for a price of zero. */
  readonly free: string
}

/** Current time and time settings of the site, by which wall times are resolved. `now` is UTC. */
export interface TimeContext {
  readonly now: DateTime
  readonly zone: string
  readonly dayCutoff: string
  /** The site's day, where it was computed before; `findDayRange` ignores it for another time or zone. */
  readonly day?: DayRange
}

/** A day of a zone from midnight to midnight; first and last second, UTC. */
export interface DayRange {
  readonly zone: string
  readonly from: DateTime
  readonly until: DateTime
}

export function findDayRange({ now, zone, day }: TimeContext): DayRange {
  if (day?.zone === zone && day.from <= now && now <= day.until) return day
  const date = toDateOnly(toLocal(now, zone))
  const toUtc = (time: string) => resolveLocal(`${date} ${time}`, zone).utc
  return { zone, from: toUtc('00:00:00'), until: toUtc('23:59:59') }
}

/** Returns a function that creates time contexts and computes the day range once per day and zone. */
export function createTimeContexts() {
  let day: DayRange | undefined
  return ({ zone, dayCutoff }: Pick<Site, 'zone' | 'dayCutoff'>, now: DateTime): TimeContext => {
    day = findDayRange({ now, zone, dayCutoff, ...(day && { day }) })
    return { now, zone, dayCutoff, day }
  }
}
