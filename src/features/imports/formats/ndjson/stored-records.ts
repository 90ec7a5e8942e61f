/** Lines of an export: complete records with the names of the domain, one per line. */

import { isRecord } from '../../../../base/is-record.ts'
import { sanitizeHtml, toPlainText } from '../../../../base/text/sanitize.ts'
import { sanitizeContent } from '../../../../base/text/sanitize-content.ts'
import { isTimeZone } from '../../../../base/time/time-zone.ts'
import { cleanCustomValues } from '../../../../calendar/custom-fields/custom-values-field.ts'
import {
  type DerivedImageData,
  findTypeByKey,
  type ImageFiles,
  type ImageSize,
  isImageType,
  isMediaKey,
  type Media,
  NOT_DERIVED,
  SIZE_NAMES,
  UNEDITED,
} from '../../../../calendar/images/image.ts'
import { imageEditFields } from '../../../../calendar/images/image-fields.ts'
import { NO_RECURRENCE, parseRecurrence } from '../../../../calendar/series/recurrence.ts'
import { BLANK_TEMPLATE, type Series } from '../../../../calendar/series/series.ts'
import { categoryFields } from '../../../../calendar/terms/term-fields.ts'
import { parseWebsite } from '../../../../kernel/common-fields.ts'
import type { CustomValues } from '../../../../kernel/custom-values.ts'
import { ATTENDANCE_MODES, EVENT_STATUSES, LINK_VISIBILITIES } from '../../../../kernel/event-status.ts'
import { MAX_INTEGER } from '../../../../kernel/field.ts'
import { isOffer } from '../../../../kernel/offer.ts'
import {
  type Event,
  GEOCODING_STATES,
  type Organizer,
  POST_STATUSES,
  type Post,
  type PostByKind,
  type PostKind,
  type Venue,
} from '../../../../kernel/post.ts'
import { NO_APPEARANCE, type Term } from '../../../../kernel/term.ts'

type Raw = Readonly<Record<string, unknown>>

/** Format of an export, in its first line. */
export const EXPORT_HEADER = { format: 'calends-export', version: 1 } as const

/** File of an export to a folder. */
export const EXPORT_FILE = 'calends.ndjson'

/** Kinds of lines, in the order of an export: a record follows those that it refers to. */
export const EXPORT_KINDS = ['category', 'tag', 'media', 'venue', 'organizer', 'series', 'event'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

export interface StoredTerm extends Omit<Term, 'count'> {
  readonly modified_utc: string
}

/** Ids of the relations of an event. */
export interface StoredRelations {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly terms: readonly number[]
}

const { cost: _cost, tickets: _tickets, custom_fields: _values, ...blankEvent } = BLANK_TEMPLATE

const BLANK_POST: Omit<Post, 'custom_fields'> = {
  ...{ id: 0, author: 0, status: 'draft', trashed_from: '', slug: '', title: '', content: '', excerpt: '' },
  ...{ password: '', date: '', date_utc: '', modified: '', modified_utc: '', image: 0, external_id: '' },
}
const BLANK_VENUE: Omit<Venue, 'custom_fields'> = {
  ...BLANK_POST,
  ...{ address: '', city: '', country: '', province: '', state: '', zip: '', stateprovince: '', phone: '' },
  ...{ website: '', show_map: true, show_map_link: true, geo_lat: null, geo_lng: null, geocoding: '' },
}
const BLANK_ORGANIZER: Omit<Organizer, 'custom_fields'> = { ...BLANK_POST, phone: '', website: '', email: '' }
const BLANK_MEDIA: Omit<Media, 'sizes' | keyof typeof UNEDITED | keyof DerivedImageData> = {
  ...{ id: 0, author: 0, slug: '', title: '', caption: '', alt_text: '', mime_type: 'image/jpeg', key: '', width: 0 },
  ...{ height: 0, filesize: 0, source_url: '', post: 0, date: '', date_utc: '', modified: '', modified_utc: '' },
}
const BLANK_TERM: Omit<StoredTerm, 'taxonomy'> = {
  id: 0,
  name: '',
  slug: '',
  description: '',
  parent: 0,
  ...NO_APPEARANCE,
  modified_utc: '',
}

/** Names that each kind of line contains besides its relations. */
export const STORED_FIELDS: Readonly<Record<PostKind | 'media', readonly string[]>> = {
  event: Object.keys(BLANK_TEMPLATE),
  venue: [...Object.keys(BLANK_VENUE), 'custom_fields'],
  organizer: [...Object.keys(BLANK_ORGANIZER), 'custom_fields'],
  media: [...Object.keys(BLANK_MEDIA), 'sizes', ...Object.keys(UNEDITED)],
}

/** Fields with a list of allowed values. */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  status: POST_STATUSES,
  trashed_from: ['', ...POST_STATUSES],
  event_status: EVENT_STATUSES,
  attendance_mode: ATTENDANCE_MODES,
  virtual_url_visibility: LINK_VISIBILITIES,
  geocoding: GEOCODING_STATES,
}
const DATE_TIMES =
  /^(?:start_date|end_date|utc_start_date|utc_end_date|previous_utc_start_date|date|date_utc|modified|modified_utc)$/
const DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const KEY = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/

/** Reads the fields of `blank` from a line; a missing field has the value of `blank`. Throws an `Error` naming a field. */
function readShape<T extends object>(blank: T, raw: Raw): T {
  const result = { ...blank }
  for (const [name, sample] of Object.entries(blank)) {
    const value = raw[name]
    if (value === undefined) continue
    if (!isLike(sample, value) || !isAllowed(name, value))
      throw new Error(`"${name}" has the invalid value ${JSON.stringify(value)}`.slice(0, 200))
    Reflect.set(result, name, value)
  }
  return result
}

function isLike(sample: unknown, value: unknown): boolean {
  if (typeof sample === 'string') return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
  if (typeof sample === 'number') return isId(value) || value === 0
  if (typeof sample === 'boolean') return typeof value === 'boolean'
  return value === null || (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 180)
}

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_INTEGER

function isAllowed(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return true
  const names = ENUMS[name]
  if (names) return names.includes(value)
  if (DATE_TIMES.test(name)) return DATE_TIME.test(value) || (value === '' && name === 'previous_utc_start_date')
  if (name === 'extended_until') return value === '' || /^\d{4}-\d\d-\d\d$/.test(value)
  if (name === 'series_date') return value === '' || KEY.test(value)
  if (name === 'slug') return value.length <= 2000
  return true
}

/** The same rules as for input of the API; values that the service has stored are unchanged by them. */
const cleanPost = <P extends Pick<Post, 'title' | 'content' | 'excerpt'>>(post: P): P => ({
  ...post,
  title: sanitizeHtml(post.title),
  content: sanitizeContent(post.content),
  excerpt: sanitizeHtml(post.excerpt),
})

const cleanUrl = (url: string): string => {
  const parsed = parseWebsite(url)
  return 'error' in parsed ? '' : parsed.value
}

const LINE_FIELDS = [
  'address',
  'city',
  'country',
  'province',
  'state',
  'zip',
  'stateprovince',
  'phone',
  'email',
] as const

const cleanLinked = <P extends Omit<Organizer, 'custom_fields' | 'email'>>(post: P): P => {
  const lines = LINE_FIELDS.flatMap((name): [string, string][] => {
    const value: unknown = Reflect.get(post, name)
    return typeof value === 'string' ? [[name, toPlainText(value)]] : []
  })
  return { ...cleanPost(post), website: cleanUrl(post.website), ...Object.fromEntries(lines) }
}

const POST_READERS: { readonly [K in PostKind]: (raw: Raw) => PostByKind[K] } = {
  event: readStoredEvent,
  venue: (raw) => ({ ...cleanLinked(readShape(BLANK_VENUE, raw)), custom_fields: readCustomValues(raw) }),
  organizer: (raw) => ({ ...cleanLinked(readShape(BLANK_ORGANIZER, raw)), custom_fields: readCustomValues(raw) }),
}

/** Throws an `Error` for an invalid line. */
export function readStoredPost<K extends PostKind>(kind: K, raw: Raw): PostByKind[K] {
  const post: PostByKind[K] = POST_READERS[kind](raw)
  if (!isId(post.id)) throw new Error('"id" is not an id')
  if (post.title === '') throw new Error('the title is missing')
  return post
}

/** The keys are in the order in which templates of series are stored. */
function readStoredEvent(raw: Raw): Event {
  const event = cleanPost(readShape(blankEvent, raw))
  const { cost = [], tickets = [] } = raw
  if (!isTextList(cost)) throw new Error('"cost" is not a list of texts')
  if (!Array.isArray(tickets) || !tickets.every(isOffer)) throw new Error('"tickets" is not a list of offers')
  if (!isTimeZone(event.timezone)) throw new Error('"timezone" is not a time zone')
  if (event.utc_end_date < event.utc_start_date) throw new Error('"utc_end_date" is before the start')
  return {
    ...BLANK_TEMPLATE,
    ...event,
    cost,
    tickets,
    website: cleanUrl(event.website),
    virtual_url: cleanUrl(event.virtual_url),
    custom_fields: readCustomValues(raw),
  }
}

/** Also values of fields that are not defined, which are shown once they are. */
function readCustomValues({ custom_fields: given = {} }: Raw): CustomValues {
  const values = isRecord(given) ? cleanCustomValues(given) : undefined
  if (!values) throw new Error('"custom_fields" is not an object of values')
  return values
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && text.isWellFormed() && !text.includes('\0'))

const readIds = (raw: Raw, name: string): number[] => {
  const ids: unknown = raw[name] ?? []
  if (!Array.isArray(ids) || !ids.every(isId)) throw new Error(`"${name}" is not a list of ids`)
  return [...new Set(ids)]
}

export const readStoredRelations = (raw: Raw): StoredRelations => ({
  venues: readIds(raw, 'venues'),
  organizers: readIds(raw, 'organizers'),
  terms: readIds(raw, 'terms'),
})

export function readStoredSeries(raw: Raw): Series {
  const { id, template, relations, recurrence } = raw
  if (!isId(id) || !isRecord(template) || !isRecord(relations) || !isRecord(recurrence))
    throw new Error('it lacks an id, template, relations or recurrence')
  const parsed = parseRecurrence(recurrence)
  if ('error' in parsed) throw new Error('"recurrence" is invalid')
  const texts = readShape({ slug: '', extended_until: '' }, raw)
  return {
    ...{ id, ...texts, relations: readStoredRelations(relations), recurrence: { ...NO_RECURRENCE, ...parsed.value } },
    template: { ...readStoredEvent(template), id },
  }
}

/** Without the data that is derived from the image, which an export does not contain. */
export function readStoredMedia(raw: Raw): Media {
  const media = readShape(BLANK_MEDIA, raw)
  const { mime_type, key, source_url } = media
  if (!isId(media.id)) throw new Error('"id" is not an id')
  if (!isMediaKey(key) || !isImageType(mime_type) || findTypeByKey(key) !== mime_type)
    throw new Error('"key" is not the name of an image of its type')
  const crop = imageEditFields.crop.parse(raw['crop'] ?? '')
  const focalPoint = imageEditFields.focal_point.parse(raw['focal_point'] ?? '')
  if ('error' in crop || 'error' in focalPoint) throw new Error('"crop" or "focal_point" is invalid')
  return {
    ...media,
    ...NOT_DERIVED,
    sizes: readStoredSizes(raw),
    crop: crop.value,
    focal_point: focalPoint.value,
    original: readStoredOriginal(raw['original'], mime_type),
    title: sanitizeHtml(media.title),
    caption: sanitizeHtml(media.caption),
    source_url: cleanUrl(source_url),
  }
}

function readStoredSizes({ sizes = [] }: Raw): readonly ImageSize[] {
  if (!Array.isArray(sizes) || !sizes.every(isStoredSize)) throw new Error('"sizes" is not a list of sizes')
  return sizes
}

const BLANK_FILE = { key: '', width: 0, height: 0, filesize: 0 }

function readStoredOriginal(raw: unknown, type: string): ImageFiles | null {
  if (raw === undefined || raw === null) return null
  if (!isRecord(raw)) throw new Error('"original" is not an object')
  const file = readShape(BLANK_FILE, raw)
  if (!isMediaKey(file.key) || findTypeByKey(file.key) !== type) throw new Error('"original" has an invalid key')
  return { ...file, sizes: readStoredSizes(raw) }
}

const isStoredSize = (size: unknown): size is ImageSize =>
  isRecord(size) &&
  SIZE_NAMES.some((name) => name === size['name']) &&
  typeof size['key'] === 'string' &&
  isMediaKey(size['key']) &&
  isId(size['width']) &&
  isId(size['height']) &&
  isId(size['filesize'])

export function readStoredTerm(taxonomy: StoredTerm['taxonomy'], raw: Raw): StoredTerm {
  const term = readShape(BLANK_TERM, raw)
  if (!isId(term.id)) throw new Error('"id" is not an id')
  if (term.name.trim() === '' || term.slug === '') throw new Error('the name or slug is missing')
  const color = categoryFields.color.parse(term.color)
  const icon = categoryFields.icon.parse(term.icon)
  if ('error' in color || 'error' in icon) throw new Error('"color" or "icon" is invalid')
  return { ...term, taxonomy, name: toPlainText(term.name), description: sanitizeContent(term.description) }
}
