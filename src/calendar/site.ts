import { type DateTime, dayOf } from '../text/dates.ts'
import { resolveLocal, toLocal } from '../text/zone.ts'

/** What the owner of a site decides about it. */
export interface Site {
  readonly name: string
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
}

/** The site at a moment: what wall times are read by. `now` is UTC. */
export interface Clock {
  readonly now: DateTime
  readonly zone: string
  readonly dayCutoff: string
}

/** First and last second of the site's day, from midnight to midnight, in UTC. */
export function dayAround({ now, zone }: Clock): { readonly from: DateTime; readonly until: DateTime } {
  const day = dayOf(toLocal(now, zone))
  return { from: resolveLocal(`${day} 00:00:00`, zone).utc, until: resolveLocal(`${day} 23:59:59`, zone).utc }
}
