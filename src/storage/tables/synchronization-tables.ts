/** Tables of imports and synchronization. */
import type { Generated } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'

/** A record as it was imported last. The same record may come from several sources. */
export interface ImportedRecordTable {
  /** URL of the site, or the name of the source. */
  source: string
  kind: string
  /** Identifier of the record at its source: an id, or the UID of a calendar. */
  key: string
  record_id: number
  /** Revision of the record after its import; a higher one shows a local edit. */
  revision: number
  /** Digest of the record as read from the source. */
  fingerprint: string
  /** Time of its last change as the source states it; empty if it does not. */
  modified: string
}

/** The response to a write with an `Idempotency-Key`. */
export interface IdempotencyKeyTable {
  /** Digest of the key with user, method and path. */
  key: string
  /** Digest of the input, so that the key cannot be used for another request. */
  fingerprint: string
  status: number
  /** JSON object. */
  headers: string
  body: string
  expires_utc: string
}

/** An external calendar that is imported repeatedly, with the state of its runs. */
export interface SourceTable {
  id: Generated<number>
  name: string
  type: string
  url: string
  username: string
  /** Sent to the source, so it cannot be a hash. */
  password: string
  status: string
  missing: string
  created_utc: DateTime
  interval_minutes: number
  /** 0 without a category. */
  category: number
  author: number
  is_enabled: number
  /** Validators of the last response that was imported completely; empty without one. */
  etag: string
  last_modified: string
  next_run_utc: DateTime
  /** The process that runs the source until `held_until`; empty without one. */
  holder: string
  held_until: DateTime | ''
  /** Consecutive failed runs. */
  failures: number
}

export interface SourceRunTable {
  id: Generated<number>
  source_id: number
  status: string
  requested_utc: DateTime
  /** Empty before the start, as is `ended_utc` before the end. */
  started_utc: DateTime | ''
  ended_utc: DateTime | ''
  /** Reason of a failed run. */
  error: string
  /** JSON list of `RunDetail`; empty without any. */
  details: string
  is_preview: number
  is_confirmed: number
  /** Number of processes that have started the run. */
  attempts: number
  created: number
  updated: number
  unchanged: number
  conflicts: number
  canceled: number
  failed: number
}

/** Part of a list of a site that is imported. */
export interface ImportProgressTable {
  /** URL of the site. */
  source: string
  /** Name of the list; `changes` for the time up to which changes were read. */
  list: string
  /** First day of the part; empty for a whole list. */
  first: string
  last: string
  /** Day from which the part continues, or a time in seconds since 1970; empty when the part is complete. */
  next: string
}

export interface WebhookTable {
  id: Generated<number>
  name: string
  url: string
  /** JSON list. */
  kinds: string
  /** JSON object. */
  filters: string
  view: string
  /** 0 or 1. */
  enabled: number
  disabled_reason: string
  /** Readable, because messages are signed with it. */
  secret: string
  previous_secret: string
  previous_secret_until: DateTime
  created_utc: DateTime
  modified_utc: DateTime
}

/** Progress of the deliveries of a webhook in this database. */
export interface WebhookStateTable {
  webhook_id: number
  /** Epoch of the database at the last run. */
  epoch: string
  /** Newest change whose deliveries are stored. */
  cursor: number
  /** The process that delivers; empty without one. */
  holder: string
  held_until: DateTime
}

export interface PurgeStateTable {
  /** Digest of the URL of a shared cache. */
  target: string
  /** Epoch of the database at the last purge; empty before the first. */
  epoch: string
  /** Newest change whose purges are done. */
  cursor: number
  /** The process that purges; empty without one. */
  holder: string
  held_until: DateTime
}

export interface WebhookDeliveryTable {
  id: Generated<number>
  webhook_id: number
  /** Unique per webhook. */
  message_id: string
  kind: string
  record_id: number
  revision: number
  action: string
  changed_utc: DateTime
  queued_utc: DateTime
  state: string
  attempts: number
  attempted_utc: DateTime
  /** Empty unless pending. */
  next_attempt_utc: DateTime
  status: number
  duration_ms: number
  response: string
  failure: string
}
