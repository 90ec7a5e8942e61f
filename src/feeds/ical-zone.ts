/** Time zones inside a calendar: RFC 5545, 3.6.5. */
import type { DateTime } from '../text/dates.ts'
import { type Clocks, clocksBetween, comesOnce, zoneId } from '../text/zone.ts'
import type { ZoneRange } from './feed.ts'
import type { FeedMoment } from './feed-event.ts'
import { line, textLine } from './ical-line.ts'

/** Zones a calendar describes, by their names, with the time for which it does, UTC. */
export type KnownZones = ReadonlyMap<string, ZoneRange>

/** Rules are laid down for these years: what lies beyond is said in UTC, and cannot make a calendar grow. */
const FIRST: DateTime = '1970-01-01 00:00:00'
const LAST: DateTime = '2100-01-01 00:00:00'
/** Before all that is described. */
const ALWAYS: DateTime = '1601-01-01 00:00:00'

const UTC = 'UTC'

/** Zones that are written differently but are the same become one. */
export function knownZones(ranges: readonly ZoneRange[]): KnownZones {
  const zones = new Map<string, ZoneRange>()
  for (const range of ranges) {
    const id = zoneId(range.timezone)
    const known = zones.get(id)
    const from = later(FIRST, earlier(range.from, known?.from ?? range.from))
    const until = earlier(LAST, later(range.until, known?.until ?? range.until))
    if (id !== UTC && from <= until) zones.set(id, { timezone: range.timezone, from, until })
  }
  return new Map([...zones].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const earlier = (a: DateTime, b: DateTime): DateTime => (a < b ? a : b)
const later = (a: DateTime, b: DateTime): DateTime => (a < b ? b : a)

export const zoneLines = (zones: KnownZones): string =>
  [...zones].map(([id, range]) => zoneComponent(id, range)).join('')

function zoneComponent(id: string, { timezone, from, until }: ZoneRange): string {
  const observances = clocksBetween(timezone, from, until).map(observance).join('')
  return `BEGIN:VTIMEZONE\r\n${textLine('TZID', id)}${observances}END:VTIMEZONE\r\n`
}

function observance({ since, offset, offsetBefore, isSummer, abbreviation }: Clocks): string {
  const name = isSummer ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${name}\r\n`,
    line('DTSTART', basic(since ?? ALWAYS)),
    line('TZOFFSETFROM', offsetText(offsetBefore)),
    line('TZOFFSETTO', offsetText(offset)),
    textLine('TZNAME', abbreviation),
    `END:${name}\r\n`,
  ].join('')
}

/** Seconds only where there are some, as before there were zones. */
function offsetText(offset: number): string {
  const digits = [
    Math.trunc(Math.abs(offset) / 3600),
    Math.trunc((Math.abs(offset) % 3600) / 60),
    Math.abs(offset) % 60,
  ]
  const [hours, minutes, seconds] = digits.map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours}${minutes}${seconds === '00' ? '' : seconds}`
}

/** `20270110T200000`. */
export const basic = (moment: DateTime): string => moment.replace(/[-:]/g, '').replace(' ', 'T')

/** A property in UTC. */
export const utcLine = (name: string, utc: DateTime): string => line(name, `${basic(utc)}Z`)

/**
 * A moment in the zone of its event; in UTC where the calendar does not describe the zone at that time, and in an hour
 * that comes twice: the first is meant then, but not every reader knows.
 */
export function momentLine(name: string, { local, utc }: FeedMoment, timezone: string, zones: KnownZones): string {
  const id = zoneId(timezone)
  const zone = zones.get(id)
  const isTold = zone && zone.from <= utc && utc <= zone.until && comesOnce(local, timezone)
  return isTold ? line(name, basic(local), { TZID: id }) : utcLine(name, utc)
}
