/** Maps records of the API (wire-contract §7) to stored records. Data that the API does not contain is left unchanged. */

import { reverseTexturize } from '../../base/text/reverse-texturize.ts'
import { decodeEntities, escapeAmpersands, escapeHtml, sanitizeHtml, toPlainText } from '../../base/text/sanitize.ts'
import { sanitizeContent } from '../../base/text/sanitize-content.ts'
import { displayContent, displayExcerpt, displayTitle } from '../../base/text/wptexturize.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { isTimeZone, resolveLocal, toLocal } from '../../base/time/time-zone.ts'
import { readImportedValues } from '../../calendar/custom-fields/custom-values-field.ts'
import { resolveOffers } from '../../calendar/events/apply-offers.ts'
import { parseOffers } from '../../calendar/events/offer-field.ts'
import { applyGeoInput } from '../../calendar/linked/geocoding-state.ts'
import { parseExternalId } from '../../calendar/posts/external-id.ts'
import { hashPostPassword, isPostPasswordDigest, verifyPostPassword } from '../../calendar/posts/post-password.ts'
import { parseWebsite } from '../../kernel/common-fields.ts'
import { parseCost, parseImportedCost, presentOfferCost } from '../../kernel/cost.ts'
import type { CustomFields } from '../../kernel/custom-field.ts'
import { type CustomValues, changeCustomValues, NO_CUSTOM_VALUES } from '../../kernel/custom-values.ts'
import type { Offer } from '../../kernel/offer.ts'
import {
  type Event,
  NO_SERIES,
  type Organizer,
  POST_STATUSES,
  type Post,
  type PostByKind,
  type PostKind,
  type PostStatus,
  pickSeriesFields,
  type Venue,
} from '../../kernel/post.ts'
import type { Currency } from '../../kernel/site.ts'
import type { PlainTerm, Taxonomy } from '../../kernel/term.ts'
import { createFieldReader, type FieldReader, isRawRecord, type RawRecord } from './formats/record-reader.ts'
import { readAttendance, readEventStatus } from './map-event-status.ts'

export type ImportKind = PostKind | Taxonomy

const TAXONOMY_BY_NAME = new Map<unknown, Taxonomy>([
  ['tribe_events_cat', 'category'],
  ['post_tag', 'tag'],
])

/** Detects the kind of a record by its keys; undefined for unknown kinds. */
export function detectRecordKind(raw: RawRecord): ImportKind | undefined {
  const taxonomy = TAXONOMY_BY_NAME.get(raw['taxonomy'])
  if (taxonomy) return taxonomy
  if ('start_date' in raw) return 'event'
  if (typeof raw['venue'] === 'string') return 'venue'
  return typeof raw['organizer'] === 'string' ? 'organizer' : undefined
}

export interface MappingContext {
  /** Currency of the site. */
  readonly currency: Currency
  /** Additional fields of the site. */
  readonly customFields: CustomFields
  /** Returns a random salt for a record password. */
  readonly createSalt: () => string
}

type PostReader<K extends PostKind> = (
  read: FieldReader,
  current: PostByKind[K] | undefined,
  context: MappingContext,
) => PostByKind[K]

/** Problems are collected in the reader. The result is valid only if there are none. */
export const POST_READERS: { readonly [K in PostKind]: PostReader<K> } = {
  event: (read, current, context): Event => ({
    ...readSharedFields(read, { title: 'title', current, context }),
    ...readEventDates(read),
    all_day: read.flag('all_day'),
    ...readPricing(read, current, context.currency),
    website: readEventWebsite(read),
    show_map: read.flag('show_map'),
    show_map_link: read.flag('show_map_link'),
    hide_from_listings: read.flag('hide_from_listings'),
    sticky: read.flag('sticky'),
    featured: read.flag('featured'),
    post_parent: read.has('post_parent') ? read.optionalId('post_parent') : (current?.post_parent ?? 0),
    ...pickSeriesFields(current ?? NO_SERIES),
    ...readEventStatus(read, current),
    ...readAttendance(read, current),
  }),
  venue: (read, current, context): Venue => {
    const shared = readSharedFields(read, { title: 'venue', current, context })
    const address = {
      address: readLine(read, 'address'),
      city: readLine(read, 'city'),
      country: readLine(read, 'country'),
      province: readLine(read, 'province'),
      state: readLine(read, 'state'),
      zip: readLine(read, 'zip'),
      stateprovince: readLine(read, 'stateprovince'),
    }
    return {
      ...shared,
      ...address,
      phone: readLine(read, 'phone'),
      website: toSafeUrl(read.text('website')),
      show_map: read.flag('show_map'),
      show_map_link: read.flag('show_map_link'),
      ...applyGeoInput(readCoordinates(read), current, address),
    }
  },
  organizer: (read, current, context): Organizer => ({
    ...readSharedFields(read, { title: 'organizer', current, context }),
    phone: readLine(read, 'phone'),
    website: toSafeUrl(read.text('website')),
    email: readLine(read, 'email'),
  }),
}

interface SharedFieldOptions {
  /** Key of the title. */
  readonly title: 'title' | 'venue' | 'organizer'
  readonly current: Post | undefined
  readonly context: MappingContext
}

function readSharedFields(read: FieldReader, { title, current, context }: SharedFieldOptions): Post {
  const status = read.status('status')
  return {
    id: read.id('id'),
    author: read.optionalId('author'),
    status,
    trashed_from: status === 'trash' ? readTrashedFrom(read) || current?.trashed_from || 'draft' : '',
    slug: readSlug(read),
    title: restoreHtml(read.requiredText(title), displayTitle),
    content: restoreHtml(read.text('description'), displayContent),
    excerpt: restoreHtml(read.text('excerpt'), displayExcerpt),
    password: readPostPassword(read, current, context),
    date: read.moment('date'),
    date_utc: read.momentOrNever('date_utc'),
    modified: read.moment('modified'),
    modified_utc: read.momentOrNever('modified_utc'),
    image: current?.image ?? 0,
    external_id: read.has('external_id') ? readExternalId(read) : (current?.external_id ?? ''),
    custom_fields: readCustomValues(read, { title, current, context }),
  }
}

const KINDS = { title: 'event', venue: 'venue', organizer: 'organizer' } as const

/** Values of fields that are not defined here, or that these do not allow, are omitted. */
function readCustomValues(read: FieldReader, { title, current, context }: SharedFieldOptions): CustomValues {
  const [given] = read.has('custom_fields') ? read.records('custom_fields') : []
  const stored = current?.custom_fields ?? NO_CUSTOM_VALUES
  return given
    ? changeCustomValues(stored, readImportedValues(KINDS[title], given, context.customFields).values)
    : stored
}

const readTrashedFrom = (read: FieldReader): PostStatus | undefined =>
  read.oneOf(
    'trashed_from',
    POST_STATUSES.filter((status) => status !== 'trash'),
  )

/** A password, or the digest of one that an export of this service contains. Unchanged passwords keep their salt. */
function readPostPassword(read: FieldReader, current: Post | undefined, { createSalt }: MappingContext): string {
  const stored = current?.password ?? ''
  if (!read.has('post_password')) return stored
  const password = read.text('post_password')
  if (password === '' || isPostPasswordDigest(password)) return password
  return verifyPostPassword(password, stored) ? stored : hashPostPassword(password, createSalt())
}

/** Imported texts are displayed, untrusted HTML. The stored text displays as the same HTML. */
const restoreHtml = (displayed: string, display: (raw: string) => string): string =>
  reverseTexturize(display === displayTitle ? sanitizeHtml(displayed) : sanitizeContent(displayed), display)

/** Both coordinates or none. The API does not distinguish geocoded coordinates from others. */
function readCoordinates(read: FieldReader): { geo_lat?: number; geo_lng?: number } {
  const [geo_lat, geo_lng] = [read.degrees('geo_lat', 90), read.degrees('geo_lng', 180)]
  if (geo_lat !== undefined && geo_lng !== undefined) return { geo_lat, geo_lng }
  if (geo_lat !== geo_lng) read.addProblem(geo_lat === undefined ? 'geo_lat' : 'geo_lng', 'is missing')
  return {}
}

const readLine = (read: FieldReader, name: string): string => toPlainText(read.text(name))

/** The slug is imported unchanged, so that links keep working. Characters that URLs do not allow are rejected. */
function readSlug(read: FieldReader): string {
  const text = read.text('slug')
  if (!/^[\w%.~-]{0,200}$/.test(text)) read.addProblem('slug', 'is not a slug')
  return text
}

function readExternalId(read: FieldReader): string {
  const parsed = parseExternalId(read.text('external_id'))
  if ('error' in parsed) read.addProblem('external_id', 'is not an external id')
  return 'error' in parsed ? '' : parsed.value
}

/** Invalid URLs, such as those without scheme, are omitted. */
function toSafeUrl(text: string): string {
  const parsed = parseWebsite(text)
  return 'error' in parsed ? '' : parsed.value
}

/** An event without a website shows the URL of its page instead (Q45). */
function readEventWebsite(read: FieldReader): string {
  const [website, page] = [decodeEntities(read.text('website')), decodeEntities(read.text('url'))]
  return website === page ? '' : toSafeUrl(website)
}

/** Imported offers have absolute dates, so the current time is not used. */
const UNUSED_NOW = '2000-01-01 00:00:00'

/** A cost that is derived from the offers is not stored. */
function readPricing(
  read: FieldReader,
  current: Event | undefined,
  currency: Currency,
): Pick<Event, 'tickets' | 'cost'> {
  const tickets = read.has('tickets') ? readOffers(read, currency) : (current?.tickets ?? [])
  const offerCost = presentOfferCost(tickets, currency).cost
  if (read.has('cost_parts')) {
    const parts = parseCost(read.texts('cost_parts')) ?? []
    return { tickets, cost: escapeHtml(parts.join()) === offerCost ? [] : parts }
  }
  return { tickets, cost: offerCost === read.text('cost') ? [] : readCostParts(read, currency) }
}

function readOffers(read: FieldReader, currency: Currency): readonly Offer[] {
  const parsed = parseOffers(read.records('tickets'))
  const zone = read.text('timezone')
  const basis = { timezone: isTimeZone(zone) ? zone : 'UTC', now: UNUSED_NOW, currency: currency.code }
  const offers = 'error' in parsed ? parsed : resolveOffers(parsed.value, basis)
  if ('error' in offers) read.addProblem('tickets', 'are invalid')
  return 'error' in offers ? [] : offers.value
}

function readCostParts(read: FieldReader, currency: Currency): readonly string[] {
  const details = createFieldReader(read.records('cost_details')[0] ?? { values: [] })
  const parts = parseImportedCost(
    read.text('cost'),
    {
      currency_symbol: details.text('currency_symbol'),
      currency_position: details.text('currency_position'),
      values: [...details.texts('values')],
    },
    currency,
  )
  if (details.problems.length > 0) read.addProblem('cost_details', 'is invalid')
  return parts
}

function readEventDates(read: FieldReader) {
  const timezone = read.requiredText('timezone')
  if (!isTimeZone(timezone)) read.addProblem('timezone', 'is not a time zone')
  const start = resolveMoment(read.moment('start_date'), read.moment('utc_start_date'), timezone)
  const end = resolveMoment(read.moment('end_date'), read.moment('utc_end_date'), timezone)
  if (end.utc < start.utc) read.addProblem('end_date', 'is before the start')
  return {
    start_date: start.local,
    end_date: end.local,
    utc_start_date: start.utc,
    utc_end_date: end.utc,
    timezone,
  }
}

/** Uses the UTC time if it matches the wall time (a repeated hour has two), otherwise computes it (Q11). */
function resolveMoment(local: DateTime, utc: DateTime, zone: string): { local: DateTime; utc: DateTime } {
  return toLocal(utc, zone) === local ? { local, utc } : resolveLocal(local, zone)
}

export function readTerm(read: FieldReader, taxonomy: Taxonomy): PlainTerm {
  return {
    id: read.id('id'),
    taxonomy,
    name: decodeTermName(toPlainText(read.requiredText('name'))),
    slug: readSlug(read),
    description: sanitizeContent(read.text('description')),
    parent: taxonomy === 'tag' ? 0 : read.optionalId('parent'),
  }
}

/** Names are stored as plain text and presented with `&` escaped (wire-contract §6.6). */
function decodeTermName(presented: string): string {
  const plain = presented.replaceAll('&amp;', '&')
  return escapeAmpersands(plain) === presented ? plain : presented
}

/** Records embedded in an event. They may not appear anywhere else in the source. */
export function readEmbedded(raw: RawRecord): Readonly<Record<'venue' | 'organizer' | Taxonomy, readonly RawRecord[]>> {
  return {
    venue: toRecords(raw['venue']),
    organizer: toRecords(raw['organizer']),
    category: toRecords(raw['categories']),
    tag: toRecords(raw['tags']),
  }
}

const toRecords = (value: unknown): readonly RawRecord[] => (Array.isArray(value) ? value : [value]).filter(isRawRecord)
