import { externalId } from './external-id.ts'
import { ok, type Parsed, type Reading, trueWord } from './field.ts'
import {
  author,
  date,
  dateUtc,
  expectsDegrees,
  html,
  line,
  linkedImage,
  nameOf,
  parseDegrees,
  phone,
  postPassword,
  status,
  website,
} from './shared-fields.ts'

/** Map flags are texts tested for truthiness; JSON booleans count too (contract 6.4, Q28). */
const mapFlag = <K extends 'venue.show_map' | 'venue.show_map_link'>(describe: K) =>
  ({ ...trueWord(describe, 'string'), type: 'string', default: null }) as const

/** Empty clears. */
const degrees = <K extends 'venue.geo_lat' | 'venue.geo_lng'>(describe: K, limit: 90 | 180) =>
  ({
    format: 'double',
    describe,
    expects: expectsDegrees(limit),
    cleared: null,
    parse: (raw: unknown): Reading<number | null> => (raw === '' ? ok(null) : parseDegrees(limit)(raw)),
  }) as const

/** What a venue takes, in the order the reference declares it (contract 11.3). */
export const venueFields = {
  author,
  date,
  date_utc: dateUtc,
  venue: { ...nameOf('venue.venue'), required: true },
  description: { ...html('venue.description', 'typed-if-empty'), default: null },
  status,
  show_map: mapFlag('venue.show_map'),
  show_map_link: mapFlag('venue.show_map_link'),
  address: { ...line('venue.address'), default: null },
  city: { ...line('venue.city'), default: null },
  country: { ...line('venue.country'), default: null },
  province: { ...line('venue.province'), default: null },
  state: { ...line('venue.state'), default: null },
  zip: { ...line('venue.zip'), default: null },
  phone: { ...phone, default: null },
  stateprovince: { ...line('venue.stateprovince'), default: null },
  website: { ...website, default: null },
  image: { ...linkedImage, default: null },
  geo_lat: degrees('venue.geo_lat', 90),
  geo_lng: degrees('venue.geo_lng', 180),
  post_password: postPassword,
  external_id: externalId,
} as const

export type VenueInput = Parsed<typeof venueFields>

interface Region {
  readonly country: string
  readonly state: string
  readonly province: string
}

/** State or province, whichever the country has (contract 11.3). */
export function stateOrProvince({ country, state, province }: Region): string {
  const hasStates = country === '' || country === 'US' || country === 'United States'
  return hasStates ? state || province : province
}
