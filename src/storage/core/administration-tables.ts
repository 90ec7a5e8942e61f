/** Tables of the administration: settings, merged records, the review of records. */
import type { Generated } from 'kysely'
import type { DateTime } from '../../datetime/date-time.ts'

export interface SiteTables {
  /** Settings that administrators have changed; `name` is that of the API, `value` a text as in the environment. */
  settings: { name: string; value: string }
  /** At most one row, until an administrator exists. Readable, because every process prints it. */
  setup_token: { id: number; token: string }
  sample_records: SampleRecordTable
  link_checks: LinkCheckTable
}

/** A record that the sample calendar has added. */
interface SampleRecordTable {
  kind: string
  record_id: number
  /** Its revision then; a higher one shows an edit. */
  revision: number
}

/** The result of the last check of a URL that events, venues or organizers contain. */
interface LinkCheckTable {
  url: string
  checked_utc: DateTime
  /** Consecutive failures. */
  failures: number
  /** Of the last failure: status or error; empty after a success. */
  reason: string
}

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

/** An event that a visitor has submitted, until some days after the decision. */
export interface SubmissionTable {
  event_id: number
  /** The venue and the organizer that were created with the event; 0 for none. */
  venue_id: number
  organizer_id: number
  /** SHA-256 of the form, which can be sent once. */
  form_digest: string
  name: string
  email: string
  /** For the editors. */
  note: string
  /** Of the pages that the submitter uses. */
  language: string
  submitted_utc: DateTime
  /** When the event was published, returned, rejected or withdrawn; empty while it waits. */
  decided_utc: DateTime
}

/** Users without a row get mails in the first language of the site. */
export interface ReviewMailSettingsTable {
  user_id: number
  /** Empty for that of the site. */
  language: string
  /** 0 or 1. */
  is_enabled: number
}
