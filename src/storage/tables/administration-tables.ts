/** Tables of the administration: settings, merged records, the review of records, digests by mail. */
import type { Generated } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'

export interface SiteTables {
  /** Settings that administrators have changed; `name` is that of the API, `value` a text as in the environment. */
  settings: { name: string; value: string }
  /** At most one row, until an administrator exists. Readable, because every process prints it. */
  setup_token: { id: number; token: string }
  sample_records: SampleRecordTable
  link_checks: LinkCheckTable
  digest_subscriptions: DigestSubscriptionTable
  /** Links in mails of digests; `digest` is that of the token. */
  digest_links: { digest: string; subscription_id: number; purpose: string; expires_utc: DateTime }
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
  /** Status or error of the last failure; empty after a success. */
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
  /** Language of the pages that the submitter uses. */
  language: string
  submitted_utc: DateTime
  /** Time of the decision or withdrawal; empty while the event waits. */
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

/** An address that gets the digest of a scope. `email_folded` and `scope` are unique together. */
interface DigestSubscriptionTable {
  id: Generated<number>
  email: string
  /** In lower case. */
  email_folded: string
  /** Filters of the events, as a query string with sorted names; empty for all events. */
  scope: string
  language: string
  /** `pending` until the address is confirmed, `active`, or `bounced` after rejected mails. */
  status: string
  created_utc: DateTime
  /** Empty until then. */
  confirmed_utc: DateTime
  /** The time for which the newest processed digest was scheduled; empty before the first. */
  period_utc: DateTime
  /** Time of the newest digest that was sent; empty before the first. */
  sent_utc: DateTime
  /** Failed attempts to send the current digest. */
  attempts: number
  next_attempt_utc: DateTime
  /** Consecutive digests that the mail server of the address rejected. */
  bounces: number
  /** The process that sends the digest, until `held_until`. */
  holder: string
  held_until: DateTime
}
