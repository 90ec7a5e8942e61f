/** iCalendar: RFC 5545, with 7986 (name, refreshing, images) and 9073 (styled descriptions). */
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
      entry: (record) => eventComponent(record, zones),
      closing: 'END:VCALENDAR\r\n',
    }
  },
}

/** How soon readers should ask again; most changes are known by then, and asking in vain is cheap. */
const REFRESH = 'PT1H'

function calendarLines({ name, home, address, zone }: Channel): string {
  return [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Calends//Calends//EN\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n',
    textLine('NAME', name),
    textLine('X-WR-CALNAME', name),
    textLine('X-WR-TIMEZONE', zone),
    line('URL', escapeUri(home)),
    line('SOURCE', escapeUri(address), { VALUE: 'URI' }),
    line('REFRESH-INTERVAL', REFRESH, { VALUE: 'DURATION' }),
    line('X-PUBLISHED-TTL', REFRESH),
  ].join('')
}

/** The revision numbers the changes of the whole calendar: it rises with each of this event and never falls. */
function eventComponent({ json, revision }: FeedRecord, zones: KnownZones): string {
  const event = readFeedEvent(json)
  const { uid, modified, published, title, text, html, url, categories, image, venue, organizers } = event
  return [
    'BEGIN:VEVENT\r\n',
    textLine('UID', uid),
    utcLine('DTSTAMP', modified),
    published === undefined ? '' : utcLine('CREATED', published),
    utcLine('LAST-MODIFIED', modified),
    line('SEQUENCE', String(revision)),
    dateLines(event, zones),
    textLine('SUMMARY', title),
    textLine('DESCRIPTION', text),
    textLine('STYLED-DESCRIPTION', html, { VALUE: 'TEXT', FMTTYPE: 'text/html' }),
    textLine('LOCATION', locationOf(event)),
    venue?.lat === undefined || venue.lng === undefined
      ? ''
      : line('GEO', `${decimal(venue.lat)};${decimal(venue.lng)}`),
    organizerLines(organizers),
    categories.length === 0 ? '' : line('CATEGORIES', categories.map(escapeText).join(',')),
    line('STATUS', event.status === 'publish' ? 'CONFIRMED' : 'TENTATIVE'),
    line('URL', escapeUri(url)),
    image ? imageLines(image) : '',
    'END:VEVENT\r\n',
  ].join('')
}

/** The end is where the event no longer is; one that takes no time has none. */
function dateLines(event: FeedEvent, zones: KnownZones): string {
  const { start, end, timezone, isAllDay } = event
  if (!isAllDay) {
    const ends = end.utc > start.utc ? momentLine('DTEND', end, timezone, zones) : ''
    return momentLine('DTSTART', start, timezone, zones) + ends
  }
  const { first, after } = daysOf(event)
  return dayLine('DTSTART', first) + (after > first ? dayLine('DTEND', after) : '')
}

const dayLine = (name: string, day: string): string => line(name, day.replaceAll('-', ''), { VALUE: 'DATE' })

/** Without the exponent that small numbers get. */
const decimal = (degrees: number): string => degrees.toFixed(7).replace(/\.?0+$/, '')

const MAILBOX = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/

/** Only who can be written to organizes, and only one does; everybody else is somebody to turn to. */
function organizerLines(organizers: readonly FeedOrganizer[]): string {
  const host = organizers.find(({ email }) => MAILBOX.test(email))
  const others = organizers.filter((one) => one !== host)
  const contacts = others.map(({ name, phone, email, website }) =>
    textLine('CONTACT', [name, phone, email, website].filter((part) => part !== '').join(', ')),
  )
  const first = host
    ? line('ORGANIZER', `mailto:${escapeUri(host.email)}`, host.name === '' ? {} : { CN: host.name })
    : ''
  return first + contacts.join('')
}

const imageLines = ({ url, type }: FeedImage): string =>
  line('IMAGE', escapeUri(url), { VALUE: 'URI', DISPLAY: 'BADGE', FMTTYPE: type }) +
  line('ATTACH', escapeUri(url), { FMTTYPE: type })
