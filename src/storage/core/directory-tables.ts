/** Tables of the maintenance and the review of records. */
import type { Generated } from 'kysely'
import type { DateTime } from '../../datetime/date-time.ts'

/** A record that no longer exists, and the one into which it was merged. */
export interface MergedRecordTable {
  kind: string
  /** Unique per kind, because posts and terms have separate ids. */
  id: number
  /** Empty for a record that had none. */
  slug: string
  target_id: number
}

/** A note of the review of an event, venue or organizer. */
export interface ReviewNoteTable {
  id: Generated<number>
  record_id: number
  author: number
  action: string
  text: string
  at: DateTime
}

/** Users without a row get mails in the first language of the site. */
export interface ReviewMailSettingsTable {
  user_id: number
  /** Empty for that of the site. */
  language: string
  /** 0 or 1. */
  is_enabled: number
}
