import type { DateTime } from '../text/dates.ts'

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
