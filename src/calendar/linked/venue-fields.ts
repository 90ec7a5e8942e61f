import {
  authorField,
  createDegreesParser,
  dateField,
  dateUtcField,
  defineHtmlField,
  defineLineField,
  defineNameField,
  expectsDegrees,
  linkedImage,
  phoneField,
  postPasswordField,
  statusField,
  websiteField,
} from '../../kernel/common-fields.ts'
import { defineExtension, defineTruthyField, type Parsed, type ParseResult, valid } from '../../kernel/field.ts'
import { defineCustomValuesField } from '../custom-fields/custom-values-field.ts'
import { externalIdField } from '../posts/external-id.ts'

/** Map flags are texts tested for words for true; JSON booleans are accepted too (wire-contract §6.4, Q28). */
const defineMapFlagField = <K extends 'venue.show_map' | 'venue.show_map_link'>(describe: K) =>
  ({ ...defineTruthyField(describe, 'string'), type: 'string', default: null }) as const

/** Empty clears. */
const defineDegreesField = <K extends 'venue.geo_lat' | 'venue.geo_lng'>(describe: K, limit: 90 | 180) =>
  defineExtension({
    format: 'double',
    describe,
    expects: expectsDegrees(limit),
    cleared: null,
    parse: (raw: unknown): ParseResult<number | null> => (raw === '' ? valid(null) : createDegreesParser(limit)(raw)),
  })

/** Parameters of a venue, in the order of the reference (wire-contract §11.3). */
export const venueFields = {
  author: authorField,
  date: dateField,
  date_utc: dateUtcField,
  venue: { ...defineNameField('venue.venue'), required: true },
  description: { ...defineHtmlField('venue.description', 'typed-if-empty'), default: null },
  status: statusField,
  show_map: defineMapFlagField('venue.show_map'),
  show_map_link: defineMapFlagField('venue.show_map_link'),
  address: { ...defineLineField('venue.address'), default: null },
  city: { ...defineLineField('venue.city'), default: null },
  country: { ...defineLineField('venue.country'), default: null },
  province: { ...defineLineField('venue.province'), default: null },
  state: { ...defineLineField('venue.state'), default: null },
  zip: { ...defineLineField('venue.zip'), default: null },
  phone: { ...phoneField, default: null },
  stateprovince: { ...defineLineField('venue.stateprovince'), default: null },
  website: { ...websiteField, default: null },
  image: { ...linkedImage, default: null },
  geo_lat: defineDegreesField('venue.geo_lat', 90),
  geo_lng: defineDegreesField('venue.geo_lng', 180),
  post_password: postPasswordField,
  external_id: externalIdField,
  custom_fields: defineCustomValuesField('venue'),
} as const

export type VenueInput = Parsed<typeof venueFields>
