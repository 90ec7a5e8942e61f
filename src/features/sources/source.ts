/** Sources: external calendars that are imported repeatedly. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { RecordedFields } from '../../kernel/change-record.ts'

/** `tec`: a site with The Events Calendar; `page`: any page, whose first run chooses what it offers. */
export const SOURCE_TYPES = ['ics', 'tec', 'calends', 'page'] as const
/** Types in responses. Clients know no others, so a page is shown as a calendar. */
export const SHOWN_SOURCE_TYPES = SOURCE_TYPES.filter((type) => type !== 'page')
export type SourceType = (typeof SOURCE_TYPES)[number]

/** Status of events that a source creates. */
export const SOURCE_STATUSES = ['publish', 'pending'] as const
export type SourceStatus = (typeof SOURCE_STATUSES)[number]

/** Effects on events that disappear from the source. */
export const MISSING_ACTIONS = ['cancel', 'trash', 'keep'] as const
export type MissingAction = (typeof MISSING_ACTIONS)[number]

export interface SourceSettings {
  readonly name: string
  readonly type: SourceType
  readonly url: string
  /** Empty without credentials, as is the password. */
  readonly username: string
  readonly password: string
  /** Minutes from the end of a run to the next. */
  readonly interval: number
  /** Category that the events get in addition to their own; 0 for none. */
  readonly category: number
  readonly status: SourceStatus
  /** Author of new events. */
  readonly author: number
  readonly missing: MissingAction
  readonly isEnabled: boolean
}

/** Properties that a new source has unless they are given. Its name is its URL. */
export const SOURCE_DEFAULTS = {
  type: 'ics',
  username: '',
  password: '',
  interval: 60,
  category: 0,
  status: 'publish',
  missing: 'cancel',
  isEnabled: true,
} as const satisfies Partial<SourceSettings>

export type NewSource = Pick<SourceSettings, 'url' | 'author'> & Partial<SourceSettings>

export interface Source extends SourceSettings {
  readonly id: number
  readonly created: DateTime
  /** Validators of the last response that was imported completely; empty without one. */
  readonly etag: string
  readonly lastModified: string
  readonly nextRun: DateTime
  /** Consecutive failed runs. */
  readonly failures: number
}

/** `queued`: waits for a process; `not-modified`: the source has not changed since the last run. */
export const RUN_STATUSES = ['queued', 'running', 'succeeded', 'not-modified', 'failed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export interface RunCounts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** Events that were edited here and therefore left unchanged. */
  readonly conflicts: number
  /** Events that were canceled or moved to the trash because the source lacks them. */
  readonly canceled: number
  readonly failed: number
}

export const NO_COUNTS: RunCounts = { created: 0, updated: 0, unchanged: 0, conflicts: 0, canceled: 0, failed: 0 }

export const DETAIL_OUTCOMES = ['created', 'updated', 'conflict', 'canceled', 'failed'] as const

/** Outcome of notes about the source, which is newer than the documented list of outcomes and not part of responses. */
export const NOTE_OUTCOME = 'warning'

/** A record of a run, or a note about the source. Only previews list records without a problem. */
export interface RunDetail {
  readonly outcome: (typeof DETAIL_OUTCOMES)[number] | typeof NOTE_OUTCOME
  /** Identifier of the record at the source. */
  readonly key: string
  /** Event of this service; 0 without one. */
  readonly event: number
  readonly title: string
  readonly reason: string
}

export interface SourceRun extends RunCounts {
  readonly id: number
  readonly source: number
  readonly status: RunStatus
  readonly isPreview: boolean
  /** True if more than half of the events may disappear. */
  readonly isConfirmed: boolean
  readonly attempts: number
  readonly requested: DateTime
  readonly started: DateTime | undefined
  readonly ended: DateTime | undefined
  readonly error: string
  readonly details: readonly RunDetail[]
}

/** Identifies the source in external IDs and in the state of imported records. */
export const createSourceKey = ({ id }: Pick<Source, 'id'>): string => `source-${id}`

export const recordSourceFields = ({ isEnabled, ...fields }: SourceSettings): RecordedFields => ({
  name: fields.name,
  type: fields.type,
  url: fields.url,
  username: fields.username,
  password: fields.password,
  interval: fields.interval,
  category: fields.category,
  status: fields.status,
  author: fields.author,
  missing: fields.missing,
  enabled: isEnabled,
})
