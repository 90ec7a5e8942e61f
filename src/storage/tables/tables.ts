/** Table types for Kysely. Only integers, texts, reals and bytes: both engines treat these alike. */
import type { Generated } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Pricing } from '../../kernel/pricing.ts'
import type { ApplicationPasswordTable, PasskeyTable, SessionTable, UserTable } from './account-tables.ts'
import type {
  MergedRecordTable,
  ReviewMailSettingsTable,
  ReviewNoteTable,
  SiteTables,
  SubmissionTable,
} from './administration-tables.ts'
import type { ImportChunkTable, ImportResultTable, ImportTable } from './import-tables.ts'
import type {
  IdempotencyKeyTable,
  ImportedRecordTable,
  ImportProgressTable,
  PurgeStateTable,
  SourceRunTable,
  SourceTable,
  WebhookDeliveryTable,
  WebhookStateTable,
  WebhookTable,
} from './synchronization-tables.ts'

/** 0 or 1. */
export type Flag = number

export interface PostColumns {
  id: number
  author: number
  status: string
  trashed_from: string
  slug: string
  title: string
  /** `createSortKey` of the title, for sorting and for finding a record of the same name. */
  title_folded: string
  content: string
  excerpt: string
  password: string
  date: DateTime
  date_utc: DateTime
  modified: DateTime
  modified_utc: DateTime
  image: number
  /** Unique where it is not empty. */
  external_id: string
  /** JSON object of the values by key; empty string without values. */
  custom_fields: string
}

export interface EventTable extends PostColumns {
  start_date: DateTime
  end_date: DateTime
  utc_start_date: DateTime
  utc_end_date: DateTime
  timezone: string
  all_day: Flag
  /** JSON list of strings. */
  cost: string
  /** JSON list of offers; empty string without offers. */
  tickets: string
  ticketed: Flag
  /** `classifyPricing` of the two lists, see `kernel/pricing.ts`. */
  pricing: Pricing
  website: string
  show_map: Flag
  show_map_link: Flag
  hide_from_listings: Flag
  sticky: Flag
  featured: Flag
  post_parent: number
  /** 0 without a series. */
  series_id: number
  series_date: string
  series_edited: Flag
  event_status: string
  event_status_reason: string
  previous_utc_start_date: DateTime
  attendance_mode: string
  virtual_url: string
  virtual_url_visibility: string
}

/** Columns that lists and permissions read are those of the template. */
export interface SeriesTable {
  id: number
  author: number
  status: string
  slug: string
  title_folded: string
  modified_utc: DateTime
  /** JSON of the event that new occurrences are created from, with the dates of the first. */
  template: string
  /** JSON of the ids of its venues, organizers and terms. */
  relations: string
  rrule: string
  /** JSON lists of dates; empty string without dates. */
  rdate: string
  exdate: string
  rule_timezone: string
  /** Id of the image in the template; derived. */
  image: number
  /** Date up to which occurrences were created; empty when the recurrence has ended. */
  extended_until: string
}

export interface VenueTable extends PostColumns {
  address: string
  city: string
  country: string
  province: string
  state: string
  zip: string
  phone: string
  website: string
  stateprovince: string
  show_map: Flag
  show_map_link: Flag
  geo_lat: number | null
  geo_lng: number | null
  /** Point on the unit sphere, computed from the coordinates; see `calendar/linked/geo.ts`. */
  geo_x: number | null
  geo_y: number | null
  geo_z: number | null
  /** State of geocoding, see `GeocodingState` in `kernel/post.ts`. */
  geocoding: string
  /** UTC. Not geocoded before this time: a lookup is running or has failed. */
  geocode_due: DateTime
  /** Number of failed lookups of the address. */
  geocode_failures: number
}

export interface OrganizerTable extends PostColumns {
  phone: string
  website: string
  email: string
}

export interface MediaTable {
  id: number
  author: number
  slug: string
  title: string
  caption: string
  alt_text: string
  mime_type: string
  /** Key of the full size, `YYYY/MM/name.jpg`. */
  key: string
  width: number
  height: number
  filesize: number
  /** JSON list of the smaller sizes. */
  sizes: string
  /** JSON objects; empty for none. */
  crop: string
  focal_point: string
  original: string
  /** Key of the full size of the original; empty if the image shows it. */
  original_key: string
  thumbhash: string
  /** JSON list; empty for none. */
  variants: string
  /** Time from which the placeholder and the variants may be computed; empty for never. */
  derivation_due: DateTime
  source_url: string
  post: number
  date: DateTime
  date_utc: DateTime
  modified: DateTime
  modified_utc: DateTime
}

/** Times are UTC, and empty before the first. */
export interface BackupStateTable {
  id: number
  /** Random name of the process that writes a backup; empty without one. */
  holder: Generated<string>
  /** Another process may write backups from this time on. */
  held_until: Generated<DateTime>
  attempted_at: Generated<DateTime>
  succeeded_at: Generated<DateTime>
  /** Name of the newest archive. */
  archive: Generated<string>
  /** Message of the last attempt, if it failed. */
  failure: Generated<string>
}

export interface TermTable {
  id: Generated<number>
  taxonomy: string
  name: string
  name_folded: string
  slug: string
  description: string
  parent: number
  count: number
  /** Time of the last write; a changed count does not count as one. */
  modified_utc: DateTime
  /** `createSortKey` of the description, for sorting. */
  description_folded: string
  color: Generated<string>
  icon: Generated<string>
  position: Generated<number>
}

/** See `storage/change-log/history.ts`. */
export interface HistoryTable {
  id: Generated<number>
  at: DateTime
  kind: string
  record_id: number
  action: string
  revision: number
  user_id: number
  application: string
  ip: string
  channel: string
  /** JSON object: values before and after by field; empty string without any. */
  fields: string
  /** The import that has caused the change; 0 without one. */
  import_id: number
}

export interface ListedEventTable {
  scope: string
  /** Id of the term, venue or organizer; 0 for all events. */
  scope_id: number
  start_date: DateTime
  date: DateTime
  event_id: number
  end_date: DateTime
}

/** One row, see `storage/database-identity.ts`. */
export interface IdentityTable {
  /** Always 1. */
  id: number
  epoch: string
  /** When the epoch began, UTC; empty for the first. */
  since: DateTime
  /** Place as reported by the engine; empty until a service has started. */
  place: string
  /** Time of the last write probe. */
  written: DateTime
}

/** Rendered JSON of a record, derived from its row (`fragments/`). */
export interface FragmentTable {
  /** Id of the record, in the id space that all post kinds share. */
  id: number
  kind: string
  /** Sequence number of the newest change of the record that the texts include. */
  revision: number
  /** Everything else that the texts depend on: presenters, settings, Unicode and time zone data. */
  version: string
  author: number
  status: string
  password: string
  /** Ids of the venues, organizers and terms of an event; empty for other records. */
  relations: string
  /** Online access of an event (`calendar/fragments/online-access.ts`); empty for other records. */
  online: string
  /** Templates (`calendar/fragments/fragment-template.ts`). */
  open: Buffer
  /** Redacted variant of a protected record. */
  closed: Buffer | null
  /** `json_ld`; the last column, so that lists need not read it. */
  detail: Buffer
}

export interface Tables extends SiteTables {
  /** Shared id space of posts, media and series. */
  object_ids: { id: Generated<number>; kind: string }
  events: EventTable
  venues: VenueTable
  organizers: OrganizerTable
  series: SeriesTable
  /** Venues and organizers of events, by position. */
  links: { event_id: number; kind: string; position: number; target_id: number }
  media: MediaTable
  terms: TermTable
  event_terms: { event_id: number; term_id: number }
  /** Each term with itself and its ancestors; derived, see `storage/listed-events.ts`. */
  term_ancestors: { term_id: number; ancestor_id: number }
  /** Events of public lists by scope, in their order; derived. */
  listed_events: ListedEventTable
  /** Number of listed events by the periods in which they start and end; derived. */
  listed_counts: { scope: string; scope_id: number; start_period: string; end_period: string; events: number }
  /** Publicly searchable text: the full text of a record, or the title of a protected one. */
  post_search: { rowid: number; text: string }
  /** Full texts of protected records, for viewers who may see them. */
  protected_search: { rowid: number; text: string }
  users: UserTable
  application_passwords: ApplicationPasswordTable
  sessions: SessionTable
  /** `secret` is Base32, `last_step` the time step (30 s) of the newest code that was used. */
  totp_secrets: { user_id: number; secret: string; last_step: number; is_confirmed: Flag }
  recovery_codes: { user_id: number; digest: string }
  passkeys: PasskeyTable
  /** `digest` is that of the token of a browser, `user_id` the user who registers a passkey, or 0 for a sign-in. */
  passkey_challenges: { digest: string; user_id: number; expires_utc: DateTime }
  /** Identities at OpenID Connect providers, at most one of a user. */
  user_identities: { issuer: string; subject: string; user_id: number; created_utc: DateTime }
  /** Invitations and password resets; `digest` is that of the token. */
  account_links: { digest: string; user_id: number; purpose: string; expires_utc: DateTime }
  /** At most one per event. `digest` is the digest of the token; `user_id` is 0 for links of earlier versions. */
  preview_links: { event_id: number; digest: string; expires_utc: DateTime; user_id: Generated<number> }
  /** `key` is a digest of the limited item, such as an IP address; see `calendar/users/failed-attempts.ts`. */
  failed_attempts: { key: string; times: number; expires: DateTime }
  changes: { seq: Generated<number>; kind: string; id: number; op: string; at: DateTime }
  history: HistoryTable
  imported_records: ImportedRecordTable
  idempotency_keys: IdempotencyKeyTable
  sources: SourceTable
  source_runs: SourceRunTable
  import_progress: ImportProgressTable
  merged_records: MergedRecordTable
  imports: ImportTable
  import_chunks: ImportChunkTable
  import_results: ImportResultTable
  review_notes: ReviewNoteTable
  review_mail_settings: ReviewMailSettingsTable
  /** One row: the newest entry of the history whose mails were sent. */
  review_mail_state: { id: number; history_id: number }
  submissions: SubmissionTable
  /** `digest` is that of the token of a link. */
  submission_links: { digest: string; event_id: number; expires_utc: DateTime }
  /** At most one row: the key that signs the forms of submissions. */
  submission_keys: { id: number; secret: string }
  webhooks: WebhookTable
  webhook_states: WebhookStateTable
  webhook_deliveries: WebhookDeliveryTable
  purge_states: PurgeStateTable
  /** One row; see `features/backup/backup-state.ts`. */
  backup_state: BackupStateTable
  migrations: { name: string; at: DateTime }
  database_identity: IdentityTable
  fragments: FragmentTable
  /** Every record whose newest change is at most `seq` has a fragment of the version. At most one row. */
  fragment_progress: { version: string; seq: number }
}

/** Both tables have the columns and index of `createSearchTable`. */
export const SEARCH_TABLES = ['post_search', 'protected_search'] as const satisfies readonly (keyof Tables)[]
export type SearchTable = (typeof SEARCH_TABLES)[number]

/** Tables with generated ids, and the column of the id. */
export const SERIAL_COLUMNS = {
  object_ids: 'id',
  terms: 'id',
  users: 'id',
  application_passwords: 'id',
  sessions: 'id',
  passkeys: 'id',
  changes: 'seq',
  history: 'id',
  sources: 'id',
  source_runs: 'id',
  imports: 'id',
  webhooks: 'id',
  webhook_deliveries: 'id',
  review_notes: 'id',
  digest_subscriptions: 'id',
} as const satisfies Partial<Record<keyof Tables, string>>

export type SerialTable = keyof typeof SERIAL_COLUMNS
