/** The tables as Kysely sees them. Integers, texts and reals only: both engines agree on those. */
import type { Generated } from 'kysely'
import type { DateTime } from '../../datetime/parse-date.ts'
import type { Pricing } from '../../domain/model/pricing.ts'

/** 0 or 1. */
export type Flag = number

export interface PostColumns {
  id: number
  author: number
  status: string
  trashed_from: string
  slug: string
  title: string
  /** `foldedKey` of the title, for order and for finding a record of the same name. */
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
}

export interface EventTable extends PostColumns {
  start_date: DateTime
  end_date: DateTime
  utc_start_date: DateTime
  utc_end_date: DateTime
  timezone: string
  all_day: Flag
  /** JSON list of texts. */
  cost: string
  /** JSON list of offers, empty when there are none. */
  tickets: string
  ticketed: Flag
  /** `pricingOf` the two lists; see `calendar/pricing.ts`. */
  pricing: Pricing
  website: string
  show_map: Flag
  show_map_link: Flag
  hide_from_listings: Flag
  sticky: Flag
  featured: Flag
  post_parent: number
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
  /** The place on the unit sphere, worked out from the two; see `calendar/place.ts`. */
  geo_x: number | null
  geo_y: number | null
  geo_z: number | null
  /** Where the search for coordinates of the address stands; see `Geocoding` in `calendar/post.ts`. */
  geocoding: string
  /** Before this moment, UTC, a wanted address is not asked for: it is being asked, or was in vain. */
  geocode_due: DateTime
  /** How often asking for the address failed. */
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
  /** `YYYY/MM/name.jpg`, of the full size. */
  key: string
  width: number
  height: number
  filesize: number
  /** JSON list of smaller files. */
  sizes: string
  source_url: string
  post: number
  date: DateTime
  date_utc: DateTime
  modified: DateTime
  modified_utc: DateTime
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
  /** When it was written; a change of its count is none. */
  modified_utc: DateTime
  /** `foldedKey` of the description, for order. */
  description_folded: string
}

export interface UserTable {
  id: Generated<number>
  login: string
  login_folded: string
  email: string
  email_folded: string
  name: string
  role: string
  password_hash: string
  created_utc: DateTime
}

export interface ApplicationPasswordTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 of the 24 characters, in hex: generated secrets need no slow hash. */
  digest: string
  created_utc: DateTime
  /** Id that the application gave itself; empty when it gave none. */
  app_id: string
  /** Empty before the first use. */
  last_used_utc: DateTime
  last_ip: string
}

/** One row, see `storage/identity.ts`. */
export interface IdentityTable {
  /** Always 1. */
  id: number
  epoch: string
  /** When the epoch began, UTC; empty for the first. */
  since: DateTime
  /** Where the engine says that the database lies; empty until a service has looked. */
  place: string
  /** When a service last tried whether it can write. */
  written: DateTime
}

export interface Tables {
  /** The one id space of posts and media. */
  object_ids: { id: Generated<number>; kind: string }
  events: EventTable
  venues: VenueTable
  organizers: OrganizerTable
  /** Venues and organizers of events, in order. */
  links: { event_id: number; kind: string; position: number; target_id: number }
  media: MediaTable
  terms: TermTable
  event_terms: { event_id: number; term_id: number }
  /** What everyone may search: the whole text of a record, or the title of a protected one. */
  post_search: { rowid: number; text: string }
  /** Whole texts of protected records, for those who are shown them. */
  protected_search: { rowid: number; text: string }
  users: UserTable
  application_passwords: ApplicationPasswordTable
  /** `key` is a digest that names what failed, such as an IP address; see `FailedAttempts`. */
  failed_attempts: { key: string; times: number; expires: DateTime }
  changes: { seq: Generated<number>; kind: string; id: number; op: string; at: DateTime }
  migrations: { name: string; at: DateTime }
  database_identity: IdentityTable
}

/** Both have the columns and the index of `createSearchTable`. */
export const SEARCH_TABLES = ['post_search', 'protected_search'] as const satisfies readonly (keyof Tables)[]
export type SearchTable = (typeof SEARCH_TABLES)[number]

/** Tables that number their rows themselves, and the column that has the number. */
export const SERIAL_COLUMNS = {
  object_ids: 'id',
  terms: 'id',
  users: 'id',
  application_passwords: 'id',
  changes: 'seq',
} as const satisfies Partial<Record<keyof Tables, string>>

export type SerialTable = keyof typeof SERIAL_COLUMNS
