/** Interface of feed formats: opening, records and closing. */

import type { Language } from '../../base/i18n/language.ts'
import type { Translate } from '../../base/i18n/translate.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import type { CustomFields } from '../../kernel/custom-field.ts'

/** Metadata and options of a feed. */
export interface FeedChannel {
  /** Name of the site, with the filters of the feed. */
  readonly name: string
  /** URL of the site. */
  readonly siteUrl: string
  /** URL of the feed, without a password. */
  readonly url: string
  readonly language: Language
  /** Translates to the language of the feed. */
  readonly translate: Translate
  /** Time zone of the site. */
  readonly zone: string
  /** Time at which a day of the site begins, `HH:MM`. */
  readonly dayCutoff: string
  /** Additional fields of events. */
  readonly customFields: CustomFields
  /** Fields to include, for formats that can leave some out; undefined for all. */
  readonly fields: ReadonlySet<string> | undefined
  /** The only event of a single-event feed; its data also determines the header. */
  readonly onlyEvent?: FeedRecord
  /** Time zones of the events with the period they cover, UTC; empty for formats other than calendars. */
  readonly zones: readonly ZoneRange[]
}

export interface ZoneRange {
  readonly timezone: string
  readonly from: DateTime
  readonly until: DateTime
}

/** An event as the viewer sees it in lists, with the same redactions. */
export interface FeedRecord {
  /** JSON of the event as in the list. */
  readonly json: string
  /** Number of the newest change that `json` is guaranteed to include; 0 for formats other than calendars. */
  readonly revision: number
}

export interface FeedWriter {
  readonly opening: string
  readonly writeRecord: (record: FeedRecord) => string
  readonly closing: string
}

export interface FeedFormat {
  readonly mediaType: string
  /** Whether the format uses time zones and revisions. */
  readonly isCalendar: boolean
  readonly createWriter: (channel: FeedChannel) => FeedWriter
}
