/** Maps an event in JSON-LD to the fields of an event. */

import { decodeBasicEntities } from '../../../../base/text/find-tags.ts'
import type { RawInput } from '../../../../kernel/validate-input.ts'
import { mapLocation } from '../../map-location.ts'
import { formatCsvMoment, parseCsvMoment } from '../csv/csv-dates.ts'
import { isRawRecord, type RawRecord } from '../record-reader.ts'

/** All fields are set, so that a removed property clears its field. Throws an `Error` for invalid dates. */
export function mapJsonLdEvent(event: RawRecord, pageUrl: string): RawInput {
  const places = toList(event['location'])
  const link = places.map((place) => readUrl(place, 'url', pageUrl, 'VirtualLocation')).find((url) => url !== '') ?? ''
  const venue = places.map((place) => readVenue(place, pageUrl)).find((found) => found !== undefined)
  return {
    title: readFirstText(event['name']) || 'Untitled',
    description: readDescription(event),
    website: resolveUrl(readFirstText(event['url']), pageUrl),
    image: readImage(event, pageUrl),
    tags: toList(event['keywords'])
      .flatMap((words) => readFirstText(words).split(','))
      .map((word) => word.trim())
      .filter(Boolean),
    organizer: toList(event['organizer']).flatMap((organizer) => readOrganizer(organizer, pageUrl)),
    cost: readCost(event),
    event_status: STATUSES[readType(event['eventStatus'])] ?? 'scheduled',
    ...readDates(event),
    ...readAttendance(event, venue, link),
  }
}

export const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** The first text of a value, which may be a list, or a record with a language or a name. */
export function readFirstText(value: unknown): string {
  const [first] = toList(value)
  const [text] = isRawRecord(first) ? toList(first['@value'] ?? first['name']) : [first]
  return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : ''
}

/** Empty for anything but a URL of the web. */
export function resolveUrl(text: string, pageUrl: string): string {
  if (text === '' || !URL.canParse(text, URL.canParse(pageUrl) ? pageUrl : undefined)) return ''
  const { protocol, href } = new URL(text, URL.canParse(pageUrl) ? pageUrl : undefined)
  return /^https?:$/.test(protocol) ? href : ''
}

/** `EventCancelled` of `https://schema.org/EventCancelled`. */
const readType = (value: unknown): string => readFirstText(value).replace(/^.*[/:]/, '')

const STATUSES: Readonly<Record<string, string>> = {
  EventScheduled: 'scheduled',
  EventCancelled: 'canceled',
  EventPostponed: 'postponed',
  EventRescheduled: 'rescheduled',
  EventMovedOnline: 'moved-online',
}

/** Some programs escape the tags of the description. */
function readDescription(event: RawRecord): string {
  const text = readFirstText(event['description'])
  return /&lt;\/?[a-z]/i.test(text) && !text.includes('<') ? decodeBasicEntities(text) : text
}

function readImage(event: RawRecord, pageUrl: string): string {
  const [image] = toList(event['image'])
  const url = isRawRecord(image) ? (image['url'] ?? image['contentUrl']) : image
  return resolveUrl(readFirstText(url), pageUrl)
}

function readUrl(value: unknown, name: string, pageUrl: string, type: string): string {
  if (!isRawRecord(value) || !toList(value['@type']).some((one) => readType(one) === type)) return ''
  return resolveUrl(readFirstText(value[name]), pageUrl)
}

function readVenue(place: unknown, pageUrl: string): RawInput | undefined {
  if (typeof place === 'string') return mapLocation(place)
  if (!isRawRecord(place) || toList(place['@type']).some((type) => readType(type) === 'VirtualLocation'))
    return undefined
  const address = isRawRecord(place['address']) ? place['address'] : { streetAddress: place['address'] }
  const street = readFirstText(address['streetAddress'])
  const name = readFirstText(place['name']) || street
  if (name === '') return undefined
  const venue = {
    ...{ venue: name, address: street, city: readFirstText(address['addressLocality']) },
    ...{ stateprovince: readFirstText(address['addressRegion']), zip: readFirstText(address['postalCode']) },
    ...{ country: readFirstText(address['addressCountry']), phone: readFirstText(place['telephone']) },
    website: resolveUrl(readFirstText(place['url']), pageUrl),
  }
  return { venue: { ...venue, ...readGeo(place['geo']) } }
}

function readGeo(value: unknown): RawInput {
  const [lat, lng] = isRawRecord(value) ? [Number(value['latitude']), Number(value['longitude'])] : [Number.NaN, 0]
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0) ? { geo_lat: lat, geo_lng: lng } : {}
}

function readAttendance(event: RawRecord, venue: RawInput | undefined, link: string): RawInput {
  const [, stated] = /^(Offline|Online|Mixed)EventAttendanceMode$/.exec(readType(event['eventAttendanceMode'])) ?? []
  const found = link === '' ? 'offline' : venue ? 'mixed' : 'online'
  return { venue: '', virtual_url: link, attendance_mode: stated?.toLowerCase() ?? found, ...venue }
}

function readOrganizer(value: unknown, pageUrl: string): RawInput[] {
  const name = readFirstText(value)
  if (!isRawRecord(value) || name === '') return name === '' ? [] : [{ organizer: name }]
  const website = resolveUrl(readFirstText(value['url']), pageUrl)
  const email = readFirstText(value['email']).replace(/^mailto:/i, '')
  return [{ organizer: name, website, email, phone: readFirstText(value['telephone']) }]
}

/** Prices with their currency, each once. */
function readCost(event: RawRecord): readonly string[] {
  const prices = toList(event['offers']).flatMap((offer) => {
    if (!isRawRecord(offer)) return []
    const currency = readFirstText(offer['priceCurrency'])
    return [offer['price'] ?? offer['lowPrice'], offer['highPrice']]
      .map(readFirstText)
      .filter((price) => price !== '')
      .map((price) => (Number(price) === 0 ? '0' : `${price} ${currency}`.trim()))
  })
  return prices.length === 0 && event['isAccessibleForFree'] === true ? ['0'] : [...new Set(prices)]
}

/** A date without a time is a whole day. */
function readDates(event: RawRecord): RawInput {
  const start = readDate(event, 'startDate')
  const end = event['endDate'] === undefined || event['endDate'] === '' ? start : readDate(event, 'endDate')
  const isAllDay = start.time === undefined && end.time === undefined
  return {
    start_date: formatCsvMoment(start.date, start.time ?? { seconds: 0 }),
    end_date: formatCsvMoment(end.date, end.time ?? { seconds: 0 }),
    all_day: isAllDay,
  }
}

function readDate(event: RawRecord, name: string) {
  const text = readFirstText(event[name])
  const moment = parseCsvMoment(text, 'YMD')
  if (!moment) throw new Error(text === '' ? `${name} is missing` : `${name} is not a date: "${text.slice(0, 100)}"`)
  return moment
}
