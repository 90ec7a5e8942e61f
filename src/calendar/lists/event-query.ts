import {
  defineEventIdField,
  defineRecordIdsField,
  modifiedAfterField,
  optionalPageField,
  pageField,
  parseDateText,
  parseTermFilter,
  password,
  perPageField,
  searchField,
  statusFilter,
  textFormField,
} from '../../kernel/common-fields.ts'
import { correctEventStatus, EVENT_STATUSES, type EventStatus } from '../../kernel/event-status.ts'
import {
  defineBooleanField,
  defineEnumField,
  invalid,
  isTrueWord,
  type Parsed,
  type ParseResult,
  parseElements,
  positives,
  type Reference,
  valid,
} from '../../kernel/field.ts'
import { defineCustomValuesFilter } from '../custom-fields/custom-values-field.ts'
import { externalIdFilter } from '../posts/external-id.ts'
import { geolocRadiusField, geoQuery } from './geo-query.ts'
import { eventOrderFields } from './sort-order.ts'

/** `start_date=0` means now, as in the reference (wire-contract §8.3). */
const defineBoundField = <K extends `list.${'start' | 'end'}_date` | `list.${'starts' | 'ends'}_${'before' | 'after'}`>(
  key: K,
) =>
  ({
    describe: key,
    expects: { key: 'hint.date' },
    parse: (raw: unknown): ParseResult<string> => (raw === '0' || raw === 0 ? valid('now') : parseDateText(raw)),
  }) as const

/** Any form of a boolean; `0` and the empty text are rejected, as in the reference (wire-contract §8.1). */
function parseStrictDates(raw: unknown): ParseResult<boolean> {
  return raw === '' || raw === 0 || raw === '0' || typeof raw === 'object' ? invalid : valid(isTrueWord(raw))
}

const defineTermsField = <K extends `list.${'categories' | 'tags'}${'' | '_exclude'}`>(
  taxonomy: 'category' | 'tag',
  describe: K,
) =>
  ({
    items: 'integer',
    describe,
    expects: { key: taxonomy === 'category' ? 'hint.category_keys' : 'hint.tag_keys' },
    parse: parseTermFilter,
    references: (keys: readonly string[]): Reference[] => [{ kind: taxonomy, keys, by: 'any' }],
  }) as const

function parseEventStatuses(raw: unknown): ParseResult<readonly EventStatus[]> {
  const names = parseElements(raw).map(correctEventStatus)
  const known = EVENT_STATUSES.filter((name) => names.includes(name))
  return known.length === 0 || known.length < new Set(names).size ? invalid : valid(known)
}

/** Parameters of the list of events, in the order of the reference (wire-contract §8.1). */
export const eventQuery = {
  page: pageField,
  per_page: perPageField,
  start_date: defineBoundField('list.start_date'),
  end_date: defineBoundField('list.end_date'),
  starts_before: defineBoundField('list.starts_before'),
  starts_after: defineBoundField('list.starts_after'),
  ends_before: defineBoundField('list.ends_before'),
  ends_after: defineBoundField('list.ends_after'),
  strict_dates: {
    default: false,
    describe: 'list.strict_dates',
    expects: { key: 'hint.boolean' },
    parse: parseStrictDates,
  },
  search: searchField,
  categories: defineTermsField('category', 'list.categories'),
  tags: defineTermsField('tag', 'list.tags'),
  venue: defineRecordIdsField('venue', 'list.venue'),
  organizer: defineRecordIdsField('organizer', 'list.organizer'),
  featured: defineBooleanField('list.featured'),
  status: statusFilter,
  ...geoQuery,
  include: positives('list.include'),
  post_parent: defineEventIdField('list.post_parent'),
  ticketed: defineBooleanField('list.ticketed'),
  geoloc_radius: geolocRadiusField,
  exclude: positives('list.exclude_events'),
  categories_exclude: defineTermsField('category', 'list.categories_exclude'),
  tags_exclude: defineTermsField('tag', 'list.tags_exclude'),
  modified_after: modifiedAfterField,
  text: textFormField,
  ...eventOrderFields,
  hidden: defineBooleanField('list.hidden'),
  external_id: externalIdFilter,
  custom_fields: defineCustomValuesFilter('event'),
  free: defineBooleanField('list.free'),
  series: positives('list.series'),
  collapse: defineEnumField(['series'], 'list.collapse'),
  /** Name of the parameter `collapse=series` in the reference. */
  hide_subsequent_recurrences: defineBooleanField('list.hide_subsequent_recurrences'),
  password,
  strict: defineBooleanField('list.strict'),
  event_status: {
    items: 'string',
    describe: 'list.event_status',
    expects: { key: 'hint.names', values: { names: EVENT_STATUSES.join(', ') } },
    parse: parseEventStatuses,
  },
  is_virtual: defineBooleanField('list.is_virtual'),
  author: positives('list.author'),
  has_image: defineBooleanField('list.has_image'),
  has_venue: defineBooleanField('list.has_venue'),
} as const

export type EventQuery = Parsed<typeof eventQuery>

/** Parameters of feeds, which contain the whole list unless a page is requested. */
export const feedQuery = { ...eventQuery, page: optionalPageField } as const

/** Optional fields of events in a calendar, in the order of its properties; title and dates are always included. */
export const ICAL_FIELDS = [
  'title',
  'description',
  'styled_description',
  'venue',
  'organizer',
  'categories',
  'url',
  'image',
  'conference',
] as const

export type IcalField = (typeof ICAL_FIELDS)[number]

function parseIcalFields(raw: unknown): ParseResult<readonly IcalField[]> {
  const names = parseElements(raw)
  const known = ICAL_FIELDS.filter((name) => names.includes(name))
  return known.length === 0 || known.length < new Set(names).size ? invalid : valid(known)
}

/** Without it all fields are included. */
export const icalFields = {
  fields: {
    items: 'string',
    describe: 'list.fields',
    expects: { key: 'hint.names', values: { names: ICAL_FIELDS.join(', ') } },
    parse: parseIcalFields,
  },
} as const

export const icalQuery = { ...feedQuery, ...icalFields } as const
