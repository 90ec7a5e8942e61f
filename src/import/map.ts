/** Recorded wire records as records of this service (contract 7). What the wire does not say stays as it is here. */
import { costFromWire, costOfOffers } from '../calendar/cost.ts'
import { parseExternalId } from '../calendar/external-id.ts'
import { changedPlace } from '../calendar/geocoding.ts'
import { datedOffers, type Offer, parseOffers } from '../calendar/offer.ts'
import type { Event, Organizer, Post, PostKind, PostOf, Venue } from '../calendar/post.ts'
import { parseWebsite } from '../calendar/shared-fields.ts'
import type { Currency } from '../calendar/site.ts'
import type { Taxonomy, Term } from '../calendar/term.ts'
import type { DateTime } from '../text/dates.ts'
import { decodeEntities, escapeAmpersands, plainText, sanitizeHtml } from '../text/html.ts'
import { displayContent, displayExcerpt, displayTitle } from '../text/typography.ts'
import { untypeset } from '../text/untypeset.ts'
import { isTimeZone, resolveLocal, toLocal } from '../text/zone.ts'
import { type FieldReader, isRaw, type Raw, readerOf } from './reader.ts'

export type RecordKind = PostKind | Taxonomy

const TAXONOMY_OF = new Map<unknown, Taxonomy>([
  ['tribe_events_cat', 'category'],
  ['post_tag', 'tag'],
])

/** What a record is, by its keys; undefined when it is none of ours. */
export function kindOf(raw: Raw): RecordKind | undefined {
  const taxonomy = TAXONOMY_OF.get(raw['taxonomy'])
  if (taxonomy) return taxonomy
  if ('start_date' in raw) return 'event'
  if (typeof raw['venue'] === 'string') return 'venue'
  return typeof raw['organizer'] === 'string' ? 'organizer' : undefined
}

type ReadPost<K extends PostKind> = (read: FieldReader, current: PostOf[K] | undefined, currency: Currency) => PostOf[K]

/** What is wrong is told by the reader afterwards; the record means something only when nothing is. */
export const readPost: { readonly [K in PostKind]: ReadPost<K> } = {
  event: (read, current, currency): Event => ({
    ...sharedFacts(read, 'title', current),
    ...eventDates(read),
    all_day: read.flag('all_day'),
    ...pricing(read, current, currency),
    website: eventWebsite(read),
    show_map: read.flag('show_map'),
    show_map_link: read.flag('show_map_link'),
    hide_from_listings: read.flag('hide_from_listings'),
    sticky: read.flag('sticky'),
    featured: read.flag('featured'),
    post_parent: current?.post_parent ?? 0,
  }),
  venue: (read, current): Venue => {
    const shared = sharedFacts(read, 'venue', current)
    const address = {
      address: line(read, 'address'),
      city: line(read, 'city'),
      country: line(read, 'country'),
      province: line(read, 'province'),
      state: line(read, 'state'),
      zip: line(read, 'zip'),
      stateprovince: line(read, 'stateprovince'),
    }
    return {
      ...shared,
      ...address,
      phone: line(read, 'phone'),
      website: safeAddress(read.text('website')),
      show_map: read.flag('show_map'),
      show_map_link: read.flag('show_map_link'),
      ...changedPlace(placeIn(read), current, address),
    }
  },
  organizer: (read, current): Organizer => ({
    ...sharedFacts(read, 'organizer', current),
    phone: line(read, 'phone'),
    website: safeAddress(read.text('website')),
    email: line(read, 'email'),
  }),
}

function sharedFacts(read: FieldReader, title: 'title' | 'venue' | 'organizer', current: Post | undefined): Post {
  const status = read.status('status')
  return {
    id: read.id('id'),
    author: read.optionalId('author'),
    status,
    trashed_from: status === 'trash' ? current?.trashed_from || 'draft' : '',
    slug: slug(read),
    title: html(read.name(title), displayTitle),
    content: html(read.text('description'), displayContent),
    excerpt: html(read.text('excerpt'), displayExcerpt),
    password: current?.password ?? '',
    date: read.moment('date'),
    date_utc: read.momentOrNever('date_utc'),
    modified: read.moment('modified'),
    modified_utc: read.momentOrNever('modified_utc'),
    image: current?.image ?? 0,
    external_id: read.has('external_id') ? externalId(read) : (current?.external_id ?? ''),
  }
}

/** Recorded texts are foreign HTML, displayed already; what is kept displays as the same again. */
const html = (shown: string, display: (raw: string) => string): string => untypeset(sanitizeHtml(shown), display)

/** Both coordinates or none; looked-up ones are not told from others on the wire. */
function placeIn(read: FieldReader): { geo_lat?: number; geo_lng?: number } {
  const [geo_lat, geo_lng] = [read.degrees('geo_lat', 90), read.degrees('geo_lng', 180)]
  if (geo_lat !== undefined && geo_lng !== undefined) return { geo_lat, geo_lng }
  if (geo_lat !== geo_lng) read.refuse(geo_lat === undefined ? 'geo_lat' : 'geo_lng', 'is missing')
  return {}
}

const line = (read: FieldReader, name: string): string => plainText(read.text(name))

/** Kept as recorded, so that links go on working; some signs can be in no address. */
function slug(read: FieldReader): string {
  const text = read.text('slug')
  if (!/^[\w%.~-]{0,200}$/.test(text)) read.refuse('slug', 'is not a slug')
  return text
}

function externalId(read: FieldReader): string {
  const reading = parseExternalId(read.text('external_id'))
  if ('flaw' in reading) read.refuse('external_id', 'is not an external id')
  return 'flaw' in reading ? '' : reading.value
}

/** An address that this service would refuse, such as one without scheme, is left out. */
function safeAddress(text: string): string {
  const reading = parseWebsite(text)
  return 'flaw' in reading ? '' : reading.value
}

/** The event's own page stands for none (Q45). */
function eventWebsite(read: FieldReader): string {
  const [website, page] = [decodeEntities(read.text('website')), decodeEntities(read.text('url'))]
  return website === page ? '' : safeAddress(website)
}

/** Relative dates mean nothing in a recording; offers show theirs in full. */
const NO_NOW = '2000-01-01 00:00:00'

/** A cost that only sums up the offers is none of the event's own. */
function pricing(read: FieldReader, current: Event | undefined, currency: Currency): Pick<Event, 'tickets' | 'cost'> {
  const tickets = read.has('tickets') ? readOffers(read, currency) : (current?.tickets ?? [])
  const cost = costParts(read, currency)
  return { tickets, cost: costOfOffers(tickets, currency).cost === read.text('cost') ? [] : cost }
}

function readOffers(read: FieldReader, currency: Currency): readonly Offer[] {
  const given = parseOffers(read.records('tickets'))
  const zone = read.text('timezone')
  const basis = { timezone: isTimeZone(zone) ? zone : 'UTC', now: NO_NOW, currency: currency.code }
  const offers = 'flaw' in given ? given : datedOffers(given.value, basis)
  if ('flaw' in offers) read.refuse('tickets', 'are not as they should be')
  return 'flaw' in offers ? [] : offers.value
}

function costParts(read: FieldReader, currency: Currency): readonly string[] {
  const details = readerOf(read.records('cost_details')[0] ?? { values: [] })
  const parts = costFromWire(
    read.text('cost'),
    {
      currency_symbol: details.text('currency_symbol'),
      currency_position: details.text('currency_position'),
      values: [...details.texts('values')],
    },
    currency,
  )
  if (details.flaws.length > 0) read.refuse('cost_details', 'is not as it should be')
  return parts
}

function eventDates(read: FieldReader) {
  const timezone = read.name('timezone')
  if (!isTimeZone(timezone)) read.refuse('timezone', 'is not a time zone')
  const start = resolved(read.moment('start_date'), read.moment('utc_start_date'), timezone)
  const end = resolved(read.moment('end_date'), read.moment('utc_end_date'), timezone)
  if (end.utc < start.utc) read.refuse('end_date', 'lies before the start')
  return {
    start_date: start.local,
    end_date: end.local,
    utc_start_date: start.utc,
    utc_end_date: end.utc,
    timezone,
  }
}

/** The recorded instant where it fits the wall time (an hour that comes twice has two), else the wall time's (Q11). */
function resolved(local: DateTime, utc: DateTime, zone: string): { local: DateTime; utc: DateTime } {
  return toLocal(utc, zone) === local ? { local, utc } : resolveLocal(local, zone)
}

export function readTerm(read: FieldReader, taxonomy: Taxonomy): Omit<Term, 'count'> {
  return {
    id: read.id('id'),
    taxonomy,
    name: termName(plainText(read.name('name'))),
    slug: slug(read),
    description: sanitizeHtml(read.text('description')),
    parent: taxonomy === 'tag' ? 0 : read.optionalId('parent'),
  }
}

/** Names are kept plain and shown with `&` escaped (contract 6.6). */
function termName(shown: string): string {
  const plain = shown.replaceAll('&amp;', '&')
  return escapeAmpersands(plain) === shown ? plain : shown
}

/** What an event carries along: whole records, which may be nowhere else. */
export function embeddedIn(raw: Raw): Readonly<Record<'venue' | 'organizer' | Taxonomy, readonly Raw[]>> {
  return {
    venue: rawsIn(raw['venue']),
    organizer: rawsIn(raw['organizer']),
    category: rawsIn(raw['categories']),
    tag: rawsIn(raw['tags']),
  }
}

const rawsIn = (value: unknown): readonly Raw[] => (Array.isArray(value) ? value : [value]).filter(isRaw)
