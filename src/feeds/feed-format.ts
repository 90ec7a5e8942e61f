/** What every form of feed is made of: what stands before its events, each of them, and after. */
import type { DateTime } from '../datetime/parse-date.ts'

/** The feed itself. */
export interface FeedChannel {
  /** The name of the site, with what the events are filtered by. */
  readonly name: string
  /** Address of the site. */
  readonly siteUrl: string
  /** Where the feed is had; without a password. */
  readonly url: string
  /** Zone of the site. */
  readonly zone: string
  /** Time of day at which days begin on the site, `HH:MM`. */
  readonly dayCutoff: string
  /** Fields to include, for formats that can leave some out; undefined for all. */
  readonly fields: ReadonlySet<string> | undefined
  /** Whether an event is shown by itself, so that it alone decides what stands above it. */
  readonly onlyEvent?: FeedRecord
  /** Zones its events are in and the time these take, UTC; empty for forms that do not ask. */
  readonly zones: readonly ZoneRange[]
}

export interface ZoneRange {
  readonly timezone: string
  readonly from: DateTime
  readonly until: DateTime
}

/** An event as this viewer sees it in lists: whatever is closed there is closed here. */
export interface FeedRecord {
  /** JSON of the list's record. */
  readonly json: string
  /** Number of the newest change of the event that `json` shows in any case; 0 for forms that do not ask. */
  readonly revision: number
}

export interface FeedWriter {
  readonly opening: string
  readonly writeRecord: (record: FeedRecord) => string
  readonly closing: string
}

export interface FeedFormat {
  readonly mediaType: string
  /** Whether it wants to know zones and revisions. */
  readonly isCalendar: boolean
  readonly createWriter: (channel: FeedChannel) => FeedWriter
}
