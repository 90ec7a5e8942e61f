/** Tables of imports and synchronization. */
import type { Generated } from 'kysely'
import type { DateTime } from '../../datetime/date-time.ts'

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
