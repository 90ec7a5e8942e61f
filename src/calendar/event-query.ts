import { externalIdFilter } from './external-id.ts'
import { boolean, flawed, isTrueWord, listOf, type Mention, ok, type Parsed, positives, type Reading } from './field.ts'
import { modifiedAfter } from './modified-after.ts'
import { eventOrder } from './order.ts'
import { geolocRadius, placeQuery } from './place-query.ts'
import {
  idsOf,
  oneEvent,
  onePage,
  page,
  parseDateText,
  parseTermFilter,
  password,
  perPage,
  search,
  statusFilter,
} from './shared-fields.ts'

/** `start_date=0` means now, as observed (contract 8.3). */
const bound = <K extends `list.${'start' | 'end'}_date` | `list.${'starts' | 'ends'}_${'before' | 'after'}`>(key: K) =>
  ({
    describe: key,
    expects: { key: 'hint.date' },
    parse: (raw: unknown): Reading<string> => (raw === '0' || raw === 0 ? ok('now') : parseDateText(raw)),
  }) as const

/** Any spelling of a boolean; `0` and the empty text are refused as observed (contract 8.1). */
function parseStrict(raw: unknown): Reading<boolean> {
  return raw === '' || raw === 0 || raw === '0' || typeof raw === 'object' ? flawed : ok(isTrueWord(raw))
}

const terms = <K extends `list.${'categories' | 'tags'}${'' | '_exclude'}`>(
  taxonomy: 'category' | 'tag',
  describe: K,
) =>
  ({
    items: 'integer',
    describe,
    expects: { key: taxonomy === 'category' ? 'hint.category_keys' : 'hint.tag_keys' },
    parse: parseTermFilter,
    mentions: (keys: readonly string[]): Mention[] => [{ kind: taxonomy, keys, by: 'any' }],
  }) as const

/** What the list of events takes, in the order the reference declares it (contract 8.1). */
export const eventQuery = {
  page,
  per_page: perPage,
  start_date: bound('list.start_date'),
  end_date: bound('list.end_date'),
  starts_before: bound('list.starts_before'),
  starts_after: bound('list.starts_after'),
  ends_before: bound('list.ends_before'),
  ends_after: bound('list.ends_after'),
  strict_dates: {
    default: false,
    describe: 'list.strict_dates',
    expects: { key: 'hint.boolean' },
    parse: parseStrict,
  },
  search,
  categories: terms('category', 'list.categories'),
  tags: terms('tag', 'list.tags'),
  venue: idsOf('venue', 'list.venue'),
  organizer: idsOf('organizer', 'list.organizer'),
  featured: boolean('list.featured'),
  status: statusFilter,
  ...placeQuery,
  include: positives('list.include'),
  post_parent: oneEvent('list.post_parent'),
  ticketed: boolean('list.ticketed'),
  geoloc_radius: geolocRadius,
  exclude: positives('list.exclude_events'),
  categories_exclude: terms('category', 'list.categories_exclude'),
  tags_exclude: terms('tag', 'list.tags_exclude'),
  modified_after: modifiedAfter,
  ...eventOrder,
  hidden: boolean('list.hidden'),
  external_id: externalIdFilter,
  free: boolean('list.free'),
  password,
  strict: boolean('list.strict'),
} as const

export type EventQuery = Parsed<typeof eventQuery>

/** The same of feeds, which hold all of the list unless a page is asked for. */
export const feedQuery = { ...eventQuery, page: onePage } as const

/** Fields of an event that a calendar can include; title and dates are always there. In the order of its properties. */
export const ICAL_FIELDS = [
  'title',
  'description',
  'styled_description',
  'venue',
  'organizer',
  'categories',
  'url',
  'image',
] as const

export type IcalField = (typeof ICAL_FIELDS)[number]

function parseIcalFields(raw: unknown): Reading<readonly IcalField[]> {
  const names = listOf(raw)
  const known = ICAL_FIELDS.filter((name) => names.includes(name))
  return known.length === 0 || known.length < new Set(names).size ? flawed : ok(known)
}

/** Without it a calendar has all of them. */
export const icalFields = {
  fields: {
    items: 'string',
    describe: 'list.fields',
    expects: { key: 'hint.names', values: { names: ICAL_FIELDS.join(', ') } },
    parse: parseIcalFields,
  },
} as const

export const calendarQuery = { ...feedQuery, ...icalFields } as const
