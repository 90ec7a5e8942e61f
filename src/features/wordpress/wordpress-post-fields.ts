/** Fields of events, venues and organizers as posts of WordPress, and their conversion to the fields of the calendar. */
import { isRecord } from '../../base/is-record.ts'
import { type EventInput, eventFields } from '../../calendar/events/event-fields.ts'
import { type LinkInput, MAX_LINKS } from '../../calendar/linked/linked-field.ts'
import { type OrganizerInput, organizerFields } from '../../calendar/linked/organizer-fields.ts'
import { type VenueInput, venueFields } from '../../calendar/linked/venue-fields.ts'
import { MAX_EVENT_TERMS } from '../../calendar/terms/term-fields.ts'
import {
  authorField,
  createCategoryReferences,
  dateField,
  dateUtcField,
  imageField,
  postPasswordField,
} from '../../kernel/common-fields.ts'
import {
  defineBooleanField,
  type Field,
  type Fields,
  invalid,
  makeOptional,
  type Parsed,
  type ParseResult,
  parseBoolean,
  parseElements,
  type Reference,
  toPositiveInteger,
  valid,
} from '../../kernel/field.ts'
import type { LinkedKind, PostKind } from '../../kernel/post.ts'
import { problem } from '../../kernel/problem.ts'
import { parseFields } from '../../kernel/validate-input.ts'
import { FLAG_META, TEXT_META } from './wordpress-meta.ts'

/** A text, or the object of a read. An object that contains only the displayed text is not written back. */
function parseRawText(raw: unknown, { parse }: Pick<Field<string>, 'parse'>): ParseResult<string | undefined> {
  if (!isRecord(raw)) return parse(raw)
  return 'raw' in raw || !('rendered' in raw) ? parse(raw['raw']) : valid(undefined)
}

function parseFlag(raw: unknown): ParseResult<boolean> {
  if (raw === 'yes') return valid(true)
  return raw === 'no' || raw === '' ? valid(false) : parseBoolean(raw)
}

const isNone = (raw: unknown): boolean => raw === '' || raw === 0 || raw === '0' || raw === false

/** Ids as a list, CSV or single value; nothing and 0 mean none. */
function parseIds(raw: unknown, limit: number): ParseResult<readonly number[]> {
  if (isNone(raw) || (Array.isArray(raw) && raw.length === 0)) return valid([])
  const elements = parseElements(raw).filter((element) => !isNone(element))
  const ids = elements.flatMap((element) => toPositiveInteger(element) ?? [])
  return ids.length < elements.length || ids.length > limit ? invalid : valid([...new Set(ids)])
}

function parseLinks(raw: unknown, limit: number): ParseResult<readonly LinkInput<never>[]> {
  const ids = parseIds(raw, limit)
  return 'error' in ids ? ids : valid(ids.value.map((id) => ({ id })))
}

/** The image of a post is one of the library. */
function parseImageId(raw: unknown): ParseResult<number> {
  if (isNone(raw)) return valid(0)
  const id = toPositiveInteger(raw)
  return id === undefined ? invalid : valid(id)
}

/** Names of metadata, by the fields of the calendar that they contain. */
const META_NAMES = {
  event: {
    ...TEXT_META.event,
    ...getFlagNames('event'),
    ...{ start_date: '_EventStartDate', end_date: '_EventEndDate', cost: '_EventCost' },
    ...{ venue: '_EventVenueID', organizer: '_EventOrganizerID' },
    ...{ event_status: '_tribe_events_status', event_status_reason: '_tribe_events_status_reason' },
  },
  venue: { ...TEXT_META.venue, ...getFlagNames('venue'), geo_lat: '_VenueLat', geo_lng: '_VenueLng' },
  organizer: TEXT_META.organizer,
} as const satisfies Record<PostKind, Readonly<Record<string, string>>>

function getFlagNames(kind: PostKind): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(FLAG_META[kind]).map(([name, [key]]) => [name, key]))
}

const eventMetaFields = makeOptional({
  ...eventFields,
  all_day: { ...eventFields.all_day, parse: parseFlag },
  show_map: { ...eventFields.show_map, parse: parseFlag },
  show_map_link: { ...eventFields.show_map_link, parse: parseFlag },
  hide_from_listings: { ...eventFields.hide_from_listings, parse: parseFlag },
  featured: { ...eventFields.featured, parse: parseFlag },
  venue: { ...eventFields.venue, parse: (raw: unknown) => parseLinks(raw, 1) },
  organizer: { ...eventFields.organizer, parse: (raw: unknown) => parseLinks(raw, MAX_LINKS) },
  event_status: {
    ...eventFields.event_status,
    parse: (raw: unknown) => (raw === '' ? valid('scheduled' as const) : eventFields.event_status.parse(raw)),
  },
})

/**
 * Metadata as an object. Unknown names are ignored, as in WordPress; the first invalid value makes the whole object invalid,
 * with a hint that names it.
 */
function defineMetaField<Values>(kind: PostKind, fields: Fields) {
  const names = Object.entries<string>(META_NAMES[kind])
  const parse = (raw: unknown): ParseResult<Values> => {
    if (Array.isArray(raw) && raw.length === 0) return valid({} as Values)
    if (!isRecord(raw)) return invalid
    const entries = names.flatMap(([name, key]) => (Object.hasOwn(raw, key) ? [[name, raw[key]] as const] : []))
    const { values, errors } = parseFields(fields, Object.fromEntries(entries))
    const wrong = names.find(([name]) => errors.has(name))
    if (!wrong) return valid(values as Values)
    return { error: { kind: 'invalid', hint: { key: 'hint.meta_value', values: { name: wrong[1] } } } }
  }
  return {
    describe: 'wordpress.meta',
    expects: { key: 'hint.meta', values: { names: names.map(([, key]) => key).join(', ') } },
    parse,
    references: (values: Values): Reference[] =>
      Object.entries(values ?? {}).flatMap(([name, value]) => fields[name]?.references?.(value) ?? []),
  } as const
}

/** Fields that all kinds have, in the order of WordPress. */
const postFields = {
  date: dateField,
  date_gmt: dateUtcField,
  slug: eventFields.slug,
  status: eventFields.status,
  password: postPasswordField,
  title: {
    describe: 'event.title',
    expects: eventFields.title.expects,
    parse: (raw: unknown) => parseRawText(raw, eventFields.title),
  },
  content: {
    describe: 'event.description',
    expects: eventFields.description.expects,
    cleared: '',
    parse: (raw: unknown) => parseRawText(raw, eventFields.description),
  },
  author: authorField,
  excerpt: {
    describe: 'event.excerpt',
    expects: eventFields.excerpt.expects,
    cleared: '',
    parse: (raw: unknown) => parseRawText(raw, eventFields.excerpt),
  },
  featured_media: {
    type: 'integer',
    describe: 'wordpress.featured_media',
    expects: { key: 'hint.media_id' },
    cleared: 0,
    parse: parseImageId,
    references: imageField.references,
  },
} as const

type LinkedMeta = Partial<VenueInput & OrganizerInput>

const parseTermIds = (raw: unknown) => parseIds(raw, MAX_EVENT_TERMS)
const noIds: readonly number[] = []

/** Unlike in the calendar, terms are ids of existing ones. */
export const wordpressEventFields = {
  ...postFields,
  meta: defineMetaField<Partial<EventInput>>('event', eventMetaFields),
  tribe_events_cat: {
    items: 'integer',
    describe: 'event.categories',
    expects: { key: 'hint.term_ids' },
    cleared: noIds,
    parse: parseTermIds,
    references: (ids: readonly number[]): Reference[] => createCategoryReferences(ids.map(String), 'id'),
  },
  tags: {
    items: 'integer',
    describe: 'event.tags',
    expects: { key: 'hint.term_ids' },
    cleared: noIds,
    parse: parseTermIds,
    references: (ids: readonly number[]): Reference[] =>
      ids.length > 0 ? [{ kind: 'tag', keys: ids.map(String), by: 'id' }] : [],
  },
} as const

export type WordpressEventInput = Parsed<typeof wordpressEventFields>

export const wordpressLinkedFields = {
  venue: { ...postFields, meta: defineMetaField<LinkedMeta>('venue', makeOptional<Fields>(venueFields)) },
  organizer: { ...postFields, meta: defineMetaField<LinkedMeta>('organizer', makeOptional<Fields>(organizerFields)) },
} as const satisfies Record<LinkedKind, Fields>

export type WordpressLinkedInput = Parsed<typeof wordpressLinkedFields.venue>

/** DELETE moves to the trash in any case. */
export const trashFields = { force: defineBooleanField('wordpress.force') } as const

/** Without members that have no value, so that an update keeps what the request omits. */
function convertShared(input: WordpressLinkedInput | WordpressEventInput) {
  const { date, date_gmt, slug, status, password, content, author, excerpt, featured_media: image } = input
  return {
    ...(date !== undefined && { date }),
    ...(date_gmt !== undefined && { date_utc: date_gmt }),
    ...(slug !== undefined && { slug }),
    ...(status !== undefined && { status }),
    ...(password !== undefined && { post_password: password }),
    ...(content !== undefined && { description: content }),
    ...(author !== undefined && { author }),
    ...(excerpt !== undefined && { excerpt }),
    ...(image !== undefined && { image }),
  }
}

export function toEventInput(input: WordpressEventInput): Partial<EventInput> {
  const { title, meta, tribe_events_cat: categories, tags } = input
  return {
    ...meta,
    ...convertShared(input),
    ...(title !== undefined && { title }),
    ...(categories && { categories: categories.map(String) }),
    ...(tags && { tags: tags.map(String) }),
  }
}

export function toLinkedInput(
  kind: LinkedKind,
  input: WordpressLinkedInput,
): LinkedMeta & { slug?: string; excerpt?: string } {
  const { title, meta } = input
  return { ...meta, ...convertShared(input), ...(title !== undefined && { [kind]: title }) }
}

/**
 * Throws `rest_missing_callback_param` for a new record without a title, or an event without dates. As in WordPress, a new
 * record without a status is a draft.
 */
export function completeNewPost<Input extends { readonly status?: unknown }>(
  kind: PostKind,
  input: Input,
): Input & { status: 'draft' } {
  const required = kind === 'event' ? ['title', 'start_date', 'end_date'] : [kind]
  const missing = required.filter((name) => Reflect.get(input, name) === undefined)
  const dateNames: Readonly<Record<string, string>> = META_NAMES.event
  const names = missing.map((name) => (dateNames[name] && name.endsWith('_date') ? `meta.${dateNames[name]}` : 'title'))
  if (names.length > 0)
    throw problem('rest_missing_callback_param', { values: { names: names.join(', ') }, data: { params: names } })
  return { status: 'draft', ...input } as Input & { status: 'draft' }
}
