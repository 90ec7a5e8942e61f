import type { Clock, Site } from '../calendar/site.ts'
import type { Geocoder } from '../net/geocoder.ts'
import type { Database } from '../storage/database.ts'
import type { DateTime } from '../text/dates.ts'

/** What use cases work with; handed in by the context. */
export interface Services {
  readonly database: Database
  readonly site: Site
  /** The present, in UTC. */
  readonly now: () => DateTime
  /** Random text, hexadecimal, of so many bytes. */
  readonly random: (bytes: number) => string
  /** Undefined when no geocoder is set. */
  readonly geocoder: Geocoder | undefined
}

export function clockOf({ site, now }: Services): Clock {
  return { now: now(), zone: site.zone, dayCutoff: site.dayCutoff }
}
