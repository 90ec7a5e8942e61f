/** iCalendar: RFC 5545, with 7986 (name, refreshing, images) and 9073 (styled descriptions). */
import { ICAL_FIELDS, type IcalField } from '../calendar/event-query.ts'
import type { Channel, FeedForm, FeedRecord } from './feed.ts'
import { daysOf, type FeedEvent, type FeedImage, type FeedOrganizer, locationOf, readFeedEvent } from './feed-event.ts'
import { escapeText, escapeUri, line, textLine } from './ical-line.ts'
import { type KnownZones, knownZones, momentLine, utcLine, zoneLines } from './ical-zone.ts'

export const ical: FeedForm = {
  mediaType: 'text/calendar',
  isCalendar: true,
  write: (channel) => {
    const zones = knownZones(channel.zones)
    return {
      opening: `${calendarLines(channel)}${zoneLines(zones)}`,
      entry: (record) => eventComponent(record, channel, zones),
      closing: 'END:VCALENDAR\r\n',
    }
  },
}

/** How soon readers should ask again; most changes are known by then, and asking in vain is cheap. */
const REFRESH = 'PT1H'

function calendarLines(channel: Channel): string {
  const { name, home, address, zone } = channel
  return [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Calends//Calends//EN\r\nCALSCALE:GREGORIAN\r\n',
    isPublication(channel) ? 'METHOD:PUBLISH\r\n' : '',
    textLine('NAME', name),
    textLine('X-WR-CALNAME', name),
    textLine('X-WR-TIMEZONE', zone),
    line('URL', escapeUri(home)),
    line('SOURCE', escapeUri(address), { VALUE: 'URI' }),
    line('REFRESH-INTERVAL', REFRESH, { VALUE: 'DURATION' }),
    line('X-PUBLISHED-TTL', REFRESH),
  ].join('')
}

/**
 * METHOD:PUBLISH demands an ORGANIZER in every event (RFC 5546, 3.2.1), which events of a list need not have. Programs read
 * a calendar without METHOD as one to import or to subscribe to.
 */
function isPublication({ onlyEvent, fields, dayCutoff }: Channel): boolean {
  if (!onlyEvent || !isIncluded(fields, 'organizer')) return false
  return findHost(readFeedEvent(onlyEvent.json, dayCutoff).organizers) !== undefined
}

const isIncluded = (fields: Channel['fields'], name: IcalField): boolean => fields?.has(name) ?? true

/** The revision numbers the changes of the whole calendar: it rises with each of this event and never falls. */
function eventComponent({ json, revision }: FeedRecord, { dayCutoff, fields }: Channel, zones: KnownZones): string {
  const event = readFeedEvent(json, dayCutoff)
  const { uid, modified, published, title, status } = event
  return [
    'BEGIN:VEVENT\r\n',
    textLine('UID', uid),
    utcLine('DTSTAMP', modified),
    published === undefined ? '' : utcLine('CREATED', published),
    utcLine('LAST-MODIFIED', modified),
    line('SEQUENCE', String(revision)),
    dateLines(event, zones),
    textLine('SUMMARY', title),
    line('STATUS', status === 'publish' ? 'CONFIRMED' : 'TENTATIVE'),
    ICAL_FIELDS.map((name) => (isIncluded(fields, name) ? FIELD_LINES[name](event) : '')).join(''),
    'END:VEVENT\r\n',
  ].join('')
}

/** What subscribers may leave out; the properties around them are those that every event needs. */
const FIELD_LINES: Readonly<Record<IcalField, (event: FeedEvent) => string>> = {
  title: () => '',
  description: ({ text }) => textLine('DESCRIPTION', text),
  styled_description: ({ html }) => textLine('STYLED-DESCRIPTION', html, { VALUE: 'TEXT', FMTTYPE: 'text/html' }),
  venue: (event) => textLine('LOCATION', locationOf(event)) + positionLine(event),
  organizer: ({ organizers }) => organizerLines(organizers),
  categories: ({ categories }) =>
    categories.length === 0 ? '' : line('CATEGORIES', categories.map(escapeText).join(',')),
  url: ({ url }) => line('URL', escapeUri(url)),
  image: ({ image }) => (image ? imageLines(image) : ''),
}

const positionLine = ({ venue }: FeedEvent): string =>
  venue?.lat === undefined || venue.lng === undefined ? '' : line('GEO', `${decimal(venue.lat)};${decimal(venue.lng)}`)

/** The end is where the event no longer is; one that takes no time has none. */
function dateLines(event: FeedEvent, zones: KnownZones): string {
  const { start, end, timezone, hasWholeDays } = event
  if (!hasWholeDays) {
    const ends = end.utc > start.utc ? momentLine('DTEND', end, timezone, zones) : ''
    return momentLine('DTSTART', start, timezone, zones) + ends
  }
  const { first, after } = daysOf(event)
  return dayLine('DTSTART', first) + (after > first ? dayLine('DTEND', after) : '')
}

const dayLine = (name: string, day: string): string => line(name, day.replaceAll('-', ''), { VALUE: 'DATE' })

/** Without the exponent that small numbers get. */
const decimal = (degrees: number): string => degrees.toFixed(7).replace(/\.?0+$/, '')

/**
 * Addresses that need no escapes in a `mailto` URI; all others become CONTACT. Apple Calendar does not import an event
 * whose ORGANIZER is no URI, and programs differ in what they make of escapes.
 */
const MAILBOX = /^[a-z0-9][\w.+'-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

const findHost = (organizers: readonly FeedOrganizer[]): FeedOrganizer | undefined =>
  organizers.find(({ email }) => MAILBOX.test(email))

/** RFC 5545 allows one ORGANIZER, by its address; the other organizers become CONTACT. */
function organizerLines(organizers: readonly FeedOrganizer[]): string {
  const host = findHost(organizers)
  const others = organizers.filter((one) => one !== host)
  const contacts = others.map(({ name, phone, email, website }) =>
    textLine('CONTACT', [name, phone, email, website].filter((part) => part !== '').join(', ')),
  )
  const first = host ? line('ORGANIZER', `mailto:${host.email}`, host.name === '' ? {} : { CN: host.name }) : ''
  return first + contacts.join('')
}

const imageLines = ({ url, type }: FeedImage): string =>
  line('IMAGE', escapeUri(url), { VALUE: 'URI', DISPLAY: 'BADGE', FMTTYPE: type }) +
  line('ATTACH', escapeUri(url), { FMTTYPE: type })
