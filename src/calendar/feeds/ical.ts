/** iCalendar feed: RFC 5545, with RFC 7986 (name, refresh, images) and RFC 9073 (styled descriptions). */

import { isEmailAddress } from '../../base/text/email-address.ts'
import { ICAL_FIELDS, type IcalField } from '../lists/event-query.ts'
import {
  computeFeedDays,
  type FeedEvent,
  type FeedImage,
  type FeedOrganizer,
  formatFeedLocation,
  readFeedEvent,
} from './feed-event.ts'
import type { FeedChannel, FeedFormat, FeedRecord } from './feed-format.ts'
import { escapeText, escapeUri, formatLine, formatTextLine } from './ical-content-line.ts'
import { collectZones, type DescribedZones, formatDateTimeLine, formatUtcLine, formatZones } from './ical-vtimezone.ts'

export const ical: FeedFormat = {
  mediaType: 'text/calendar',
  isCalendar: true,
  createWriter: (channel) => {
    const zones = collectZones(channel.zones)
    return {
      opening: `${formatCalendarHeader(channel)}${formatZones(zones)}`,
      writeRecord: (record) => formatEvent(record, channel, zones),
      closing: 'END:VCALENDAR\r\n',
    }
  },
}

/** Suggested polling interval. Unchanged feeds are cheap, because they return 304. */
const REFRESH_INTERVAL = 'PT1H'

export function formatCalendarHeader(channel: FeedChannel): string {
  const { name, siteUrl, url, zone } = channel
  return [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Calends//Calends//EN\r\nCALSCALE:GREGORIAN\r\n',
    isPublication(channel) ? 'METHOD:PUBLISH\r\n' : '',
    formatTextLine('NAME', name),
    formatTextLine('X-WR-CALNAME', name),
    formatTextLine('X-WR-TIMEZONE', zone),
    formatLine('URL', escapeUri(siteUrl)),
    formatLine('SOURCE', escapeUri(url), { VALUE: 'URI' }),
    formatLine('REFRESH-INTERVAL', REFRESH_INTERVAL, { VALUE: 'DURATION' }),
    formatLine('X-PUBLISHED-TTL', REFRESH_INTERVAL),
  ].join('')
}

/**
 * METHOD:PUBLISH requires an ORGANIZER in every event (RFC 5546, 3.2.1), which lists cannot guarantee. Clients import or
 * subscribe to a calendar without METHOD.
 */
function isPublication({ onlyEvent, fields, dayCutoff }: FeedChannel): boolean {
  if (!onlyEvent || !isIncluded(fields, 'organizer')) return false
  return findOrganizer(readFeedEvent(onlyEvent.json, dayCutoff).organizers) !== undefined
}

const isIncluded = (fields: FeedChannel['fields'], name: IcalField): boolean => fields?.has(name) ?? true

const formatEvent = ({ json, revision }: FeedRecord, channel: FeedChannel, zones: DescribedZones): string =>
  formatFeedEvent(readFeedEvent(json, channel.dayCutoff), { revision, fields: channel.fields, zones })

interface EventFormatOptions {
  readonly revision: number
  readonly fields: FeedChannel['fields']
  readonly zones: DescribedZones
  /** Properties of the recurrence, which follow the dates. */
  readonly recurrence?: string
}

/** SEQUENCE is the revision, which increases with every change of the event. */
export function formatFeedEvent(
  event: FeedEvent,
  { revision, fields, zones, recurrence = '' }: EventFormatOptions,
): string {
  const { uid, modified, published, title, statusReason } = event
  return [
    'BEGIN:VEVENT\r\n',
    formatTextLine('UID', uid),
    formatUtcLine('DTSTAMP', modified),
    published === undefined ? '' : formatUtcLine('CREATED', published),
    formatUtcLine('LAST-MODIFIED', modified),
    formatLine('SEQUENCE', String(revision)),
    formatDates(event, zones),
    recurrence,
    formatTextLine('SUMMARY', title),
    formatLine('STATUS', getCalendarStatus(event)),
    // Programs and imports must not publish what is not public here.
    event.status === 'publish' ? '' : formatLine('CLASS', 'PRIVATE'),
    formatTextLine('COMMENT', statusReason),
    ICAL_FIELDS.map((name) => (isIncluded(fields, name) ? FIELD_FORMATTERS[name](event) : '')).join(''),
    'END:VEVENT\r\n',
  ].join('')
}

/** Canceled events stay in the feed, so that subscribed calendars cancel theirs. */
function getCalendarStatus({ eventStatus, status }: FeedEvent): string {
  if (eventStatus === 'canceled') return 'CANCELLED'
  return eventStatus === 'postponed' || status !== 'publish' ? 'TENTATIVE' : 'CONFIRMED'
}

/** Properties that subscribers can exclude with `fields`. */
const FIELD_FORMATTERS: Readonly<Record<IcalField, (event: FeedEvent) => string>> = {
  title: () => '',
  description: ({ text }) => formatTextLine('DESCRIPTION', text),
  styled_description: ({ html }) => formatTextLine('STYLED-DESCRIPTION', html, { VALUE: 'TEXT', FMTTYPE: 'text/html' }),
  venue: (event) => formatTextLine('LOCATION', formatFeedLocation(event)) + formatGeo(event),
  organizer: ({ organizers }) => formatOrganizers(organizers),
  categories: ({ categories }) =>
    categories.length === 0 ? '' : formatLine('CATEGORIES', categories.map(escapeText).join(',')),
  url: ({ url }) => formatLine('URL', escapeUri(url)),
  image: ({ image }) => (image ? formatImage(image) : ''),
  conference: ({ virtualUrl }) => (virtualUrl === '' ? '' : formatConference(virtualUrl)),
}

/** RFC 7986, 5.11, and the property that Google Calendar reads. */
const formatConference = (url: string): string =>
  formatLine('CONFERENCE', escapeUri(url), { VALUE: 'URI' }) + formatLine('X-GOOGLE-CONFERENCE', escapeUri(url))

const formatGeo = ({ venue }: FeedEvent): string =>
  venue?.lat === undefined || venue.lng === undefined
    ? ''
    : formatLine('GEO', `${formatDecimal(venue.lat)};${formatDecimal(venue.lng)}`)

/** DTEND is exclusive and omitted for events without duration. */
function formatDates(event: FeedEvent, zones: DescribedZones): string {
  const { start, end, timezone, hasWholeDays } = event
  if (!hasWholeDays) {
    const ends = end.utc > start.utc ? formatDateTimeLine('DTEND', end, timezone, zones) : ''
    return formatDateTimeLine('DTSTART', start, timezone, zones) + ends
  }
  const { first, after } = computeFeedDays(event)
  return formatDayLine('DTSTART', first) + (after > first ? formatDayLine('DTEND', after) : '')
}

export const formatDayLine = (name: string, day: string): string =>
  formatLine(name, day.replaceAll('-', ''), { VALUE: 'DATE' })

/** Decimal notation without exponent. */
const formatDecimal = (degrees: number): string => degrees.toFixed(7).replace(/\.?0+$/, '')

/**
 * Email addresses that need no escapes in a `mailto` URI. Others become CONTACT, because Apple Calendar rejects events
 * whose ORGANIZER is not a URI, and clients decode escapes differently.
 */
const UNESCAPED_ADDRESS = /^[a-z0-9][\w.+'-]*@[a-z0-9-]+\.[a-z0-9.-]+$/i

const findOrganizer = (organizers: readonly FeedOrganizer[]): FeedOrganizer | undefined =>
  organizers.find(({ email }) => isEmailAddress(email) && UNESCAPED_ADDRESS.test(email))

/** RFC 5545 allows one ORGANIZER with an email address. The others, and those with more details, become CONTACT. */
function formatOrganizers(organizers: readonly FeedOrganizer[]): string {
  const organizer = findOrganizer(organizers)
  const others = organizers.filter((one) => one !== organizer || one.phone !== '' || one.website !== '')
  const contacts = others.map(({ name, phone, email, website }) =>
    formatTextLine('CONTACT', [name, phone, email, website].filter((part) => part !== '').join(', ')),
  )
  const first = organizer
    ? formatLine('ORGANIZER', `mailto:${organizer.email}`, organizer.name === '' ? {} : { CN: organizer.name })
    : ''
  return first + contacts.join('')
}

const formatImage = ({ url, type }: FeedImage): string =>
  formatLine('IMAGE', escapeUri(url), { VALUE: 'URI', DISPLAY: 'BADGE', FMTTYPE: type }) +
  formatLine('ATTACH', escapeUri(url), { FMTTYPE: type })
