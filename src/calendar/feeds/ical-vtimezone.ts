/** VTIMEZONE components: RFC 5545, 3.6.5. */
import type { DateTime } from '../../base/time/date-time.ts'
import { findObservances, findZoneId, isUnambiguous, type ZoneObservance } from '../../base/time/time-zone.ts'
import type { FeedMoment } from './feed-event.ts'
import type { ZoneRange } from './feed-format.ts'
import { formatLine, formatTextLine } from './ical-content-line.ts'

/** Time zones with a VTIMEZONE, by ID, with the period they cover, UTC. */
export type DescribedZones = ReadonlyMap<string, ZoneRange>

/** Range of the observances. Times beyond are written in UTC, so that they cannot make a calendar grow. */
const EARLIEST: DateTime = '1970-01-01 00:00:00'
const LATEST: DateTime = '2100-01-01 00:00:00'
/** Start of the first observance, before EARLIEST. */
const BEFORE_ALL_RULES: DateTime = '1601-01-01 00:00:00'

const UTC = 'UTC'

/** Merges ranges of the same zone under different names. */
export function collectZones(ranges: readonly ZoneRange[]): DescribedZones {
  const zones = new Map<string, ZoneRange>()
  for (const range of ranges) {
    const id = findZoneId(range.timezone)
    const known = zones.get(id)
    const from = maxDateTime(EARLIEST, minDateTime(range.from, known?.from ?? range.from))
    const until = minDateTime(LATEST, maxDateTime(range.until, known?.until ?? range.until))
    if (id !== UTC && from <= until) zones.set(id, { timezone: range.timezone, from, until })
  }
  return new Map([...zones].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const minDateTime = (a: DateTime, b: DateTime): DateTime => (a < b ? a : b)
const maxDateTime = (a: DateTime, b: DateTime): DateTime => (a < b ? b : a)

export const formatZones = (zones: DescribedZones): string =>
  [...zones].map(([id, range]) => formatZone(id, range)).join('')

function formatZone(id: string, { timezone, from, until }: ZoneRange): string {
  const observances = findObservances(timezone, from, until).map(formatObservance).join('')
  return `BEGIN:VTIMEZONE\r\n${formatTextLine('TZID', id)}${observances}END:VTIMEZONE\r\n`
}

function formatObservance({ start, offset, offsetBefore, isDaylight, abbreviation }: ZoneObservance): string {
  const name = isDaylight ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${name}\r\n`,
    formatLine('DTSTART', formatBasicDateTime(start ?? BEFORE_ALL_RULES)),
    formatLine('TZOFFSETFROM', formatOffset(offsetBefore)),
    formatLine('TZOFFSETTO', formatOffset(offset)),
    formatTextLine('TZNAME', abbreviation),
    `END:${name}\r\n`,
  ].join('')
}

/** Seconds are included only if not zero, as in offsets before standard time. */
function formatOffset(offset: number): string {
  const digits = [
    Math.trunc(Math.abs(offset) / 3600),
    Math.trunc((Math.abs(offset) % 3600) / 60),
    Math.abs(offset) % 60,
  ]
  const [hours, minutes, seconds] = digits.map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours}${minutes}${seconds === '00' ? '' : seconds}`
}

/** `20270110T200000`. */
export const formatBasicDateTime = (dateTime: DateTime): string => dateTime.replace(/[-:]/g, '').replace(' ', 'T')

/** A property in UTC. */
export const formatUtcLine = (name: string, utc: DateTime): string => formatLine(name, `${formatBasicDateTime(utc)}Z`)

/**
 * A time in the zone of its event. UTC is used if no VTIMEZONE covers the time, and in the repeated hour at the end of
 * daylight saving time, which clients interpret differently.
 */
export function formatDateTimeLine(
  name: string,
  { local, utc }: FeedMoment,
  timezone: string,
  zones: DescribedZones,
): string {
  const id = findZoneId(timezone)
  const zone = zones.get(id)
  const isDescribed = zone && zone.from <= utc && utc <= zone.until && isUnambiguous(local, timezone)
  return isDescribed ? formatLine(name, formatBasicDateTime(local), { TZID: id }) : formatUtcLine(name, utc)
}
