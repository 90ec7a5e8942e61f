/** Time zones as the wire names them: contract 6.3, decisions Q11 and Q13. */
import { Temporal } from 'temporal-polyfill'
import { secondsPerDay, toDateTime, toSeconds } from './civil-time.ts'
import { type DateTime, parseDate } from './parse-date.ts'
import { zoneNames } from './zone-names.ts'

/** Wall time in a zone the caller knows, and the same in UTC. */
export interface Moment {
  readonly local: DateTime
  readonly utc: DateTime
}

type FixedZone = { readonly kind: 'fixed'; readonly offset: number; readonly label: string }
type NamedZone = {
  readonly kind: 'named'
  readonly name: string
  readonly abbreviations: Abbreviations | undefined
  readonly spans: OffsetSpan[]
}
type Zone = FixedZone | NamedZone

/** A stretch without a change of offset, from (inclusive) until (exclusive); everything in seconds, UTC. */
type OffsetSpan = { readonly from: number; readonly until: number; readonly offset: number }

/** Letters by offset in minutes; under `*` those for any other offset. */
type Abbreviations = ReadonlyMap<string, string>

const maxNameLength = 64
const maxCachedZones = 1000
const maxCachedSpans = 64

const utcZone: FixedZone = { kind: 'fixed', offset: 0, label: 'UTC' }
const zoneCache = new Map<string, Zone>()

/** Hours of the abbreviations that name one offset all year, also where a zone of that name has a summer time. */
const abbreviationHours: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ UTC: 0, GMT: 0, Z: 0, WET: 0, WEST: 1, BST: 1, CET: 1, CEST: 2, MET: 1, MEST: 2, EET: 2, EEST: 3, MSK: 3 },
    ...{
      EST: -5,
      EDT: -4,
      CST: -6,
      CDT: -5,
      MST: -7,
      MDT: -6,
      PST: -8,
      PDT: -7,
      AKST: -9,
      AKDT: -8,
      HST: -10,
      HDT: -9,
    },
    ...{ AST: -4, ADT: -3, NST: -3.5, NDT: -2.5, WAT: 1, CAT: 2, SAST: 2, EAT: 3, IDT: 3, PKT: 5, IST: 5.5, WIB: 7 },
    ...{ WITA: 8, HKT: 8, AWST: 8, JST: 9, KST: 9, WIT: 9, ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11, CHST: 10 },
    ...{ NZST: 12, NZDT: 13, SST: -11 },
  }),
)

const abbreviationsByZone = parseAbbreviations()

/** Names in any letter case, abbreviations, raw offsets and `UTC±N`. Empty text is not a zone. */
export function isTimeZone(value: string): boolean {
  return findZone(value) !== undefined
}

/**
 * Wall time to UTC. A time skipped by the clocks moves forward by what was skipped, and so does the `local` returned;
 * a time that comes twice is the first (contract 6.2). What is not a zone counts as UTC.
 */
export function resolveLocal(local: DateTime, zone: string): Moment {
  const found = findZone(zone) ?? utcZone
  const wall = toSeconds(local)
  const utc = resolveInstant(found, wall)
  return { local: toDateTime(utc + findOffset(found, utc)), utc: toDateTime(utc) }
}

/** What is not a zone counts as UTC. */
export function toLocal(utc: DateTime, zone: string): DateTime {
  const instant = toSeconds(utc)
  return toDateTime(instant + findOffset(findZone(zone) ?? utcZone, instant))
}

/** Whether the clocks show that time once: false where they are put back over it, or forward. */
export function isUnambiguous(local: DateTime, zone: string): boolean {
  const found = findZone(zone) ?? utcZone
  const wall = toSeconds(local)
  const offsets = new Set([findOffset(found, wall - secondsPerDay), findOffset(found, wall + secondsPerDay)])
  return [...offsets].filter((offset) => findOffset(found, wall - offset) === offset).length === 1
}

/** Whether both are the same moment: false where one of them was moved to the end of the years of the wire. */
export function isSameMoment({ local, utc }: Moment, zone: string): boolean {
  const instant = toSeconds(utc)
  return toSeconds(local) - instant === findOffset(findZone(zone) ?? utcZone, instant)
}

/** Like `-05:00`. Seconds of an offset, which only times before 1972 have, are cut. */
export function formatOffsetBetween(local: DateTime, utc: DateTime): string {
  return formatOffset(toSeconds(local) - toSeconds(utc), ':')
}

/**
 * What the clocks of the zone are called at that moment: `EST`, `+0545` where there are no letters, `GMT+0200` for a
 * raw offset, and `UTC±N` as it is (contract 6.3).
 */
export function findZoneAbbreviation(zone: string, local: DateTime, utc: DateTime): string {
  const found = findZone(zone) ?? utcZone
  if (found.kind === 'fixed') return found.label
  const offset = toSeconds(local) - toSeconds(utc)
  const exact = found.abbreviations?.get(String(offset / 60))
  if (exact !== undefined) return exact
  if (offset % 900 !== 0 && local < '1970') return 'LMT'
  return found.abbreviations?.get('*') ?? formatOffset(offset, '').replace(/00$/, '')
}

/** How other programs know the zone: its name in the zone database, `UTC`, or `UTC+0530` for an offset all year. */
export function findZoneId(zone: string): string {
  const found = findZone(zone) ?? utcZone
  if (found.kind === 'named') return new Temporal.ZonedDateTime(0n, found.name).timeZoneId
  return found.offset === 0 ? 'UTC' : `UTC${formatOffset(found.offset, '')}`
}

/** A stretch without a change of the clocks. Offsets in seconds. */
export interface ZoneObservance {
  /** First moment, wall time by the clocks before; undefined where there is no change before. */
  readonly start: DateTime | undefined
  readonly offset: number
  readonly offsetBefore: number
  /** Ahead of what was before, and not for good. */
  readonly isDaylight: boolean
  readonly abbreviation: string
}

/** What the clocks of a zone show between two moments, UTC, in order. */
export function findObservances(zone: string, from: DateTime, until: DateTime): readonly ZoneObservance[] {
  const found = findZone(zone) ?? utcZone
  const end = toSeconds(until)
  const observances: ZoneObservance[] = []
  let span = findSpan(found, toSeconds(from))
  while (true) {
    observances.push(createObservance(zone, found, span))
    if (span.until > end) return observances
    span = findSpan(found, span.until)
  }
}

function findSpan(zone: Zone, instant: number): OffsetSpan {
  if (zone.kind === 'named') return computeSpan(zone.name, instant)
  return { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, offset: zone.offset }
}

const maxDaylightSeconds = 300 * secondsPerDay

function createObservance(zone: string, found: Zone, { from, until, offset }: OffsetSpan): ZoneObservance {
  const hasBefore = Number.isFinite(from)
  const offsetBefore = hasBefore ? findOffset(found, from - 1) : offset
  const utc = toDateTime(hasBefore ? from : 0)
  return {
    start: hasBefore ? toDateTime(from + offsetBefore) : undefined,
    offset,
    offsetBefore,
    isDaylight: offset > offsetBefore && until - from < maxDaylightSeconds,
    abbreviation: findZoneAbbreviation(zone, toDateTime((hasBefore ? from : 0) + offset), utc),
  }
}

function findZone(value: string): Zone | undefined {
  const cached = zoneCache.get(value)
  if (cached || value.length > maxNameLength) return cached
  const zone = parseManualZone(value) ?? parseRawZone(value) ?? findAbbreviatedZone(value) ?? createNamedZone(value)
  if (!zone) return undefined
  if (zoneCache.size >= maxCachedZones) zoneCache.clear()
  zoneCache.set(value, zone)
  return zone
}

/** `UTC-5`, `UTC+5.5`, `UTC+5:30`, `UTC 3`: the offset it says, all year (Q11). */
function parseManualZone(value: string): FixedZone | undefined {
  const match = /^UTC([+ -]?)(\d{1,2})(?::([0-5]\d)|(\.\d{1,2}))?$/.exec(value)
  if (!match) return undefined
  const [, sign, hours, minutes = '0', fraction = '0'] = match
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Math.round(Number(fraction) * 60) * 60
  return createFixedZone(sign === '-' ? -offset : offset, value)
}

/** `+02:00`, `-0500`, `+3`, `GMT+3`. */
function parseRawZone(value: string): FixedZone | undefined {
  const match = /^(?:GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?$/.exec(value)
  if (!match) return undefined
  const [, sign, hours, minutes = '0'] = match
  const size = Number(hours) * 3600 + Number(minutes) * 60
  const offset = sign === '-' ? -size : size
  return createFixedZone(offset, `GMT${formatOffset(offset, '')}`)
}

/** No place on earth is beyond -12 and +14 hours (Q13). */
function createFixedZone(offset: number, label: string): FixedZone | undefined {
  const isOnEarth = offset >= -12 * 3600 && offset <= 14 * 3600
  return isOnEarth ? { kind: 'fixed', offset, label } : undefined
}

function findAbbreviatedZone(value: string): FixedZone | undefined {
  const label = value.toUpperCase()
  const hours = abbreviationHours.get(label)
  return hours === undefined ? undefined : { kind: 'fixed', offset: hours * 3600, label }
}

function createNamedZone(name: string): NamedZone | undefined {
  if (!/^[a-z]/i.test(name)) return undefined
  try {
    new Temporal.ZonedDateTime(0n, name)
    return { kind: 'named', name, abbreviations: abbreviationsByZone.get(name.toLowerCase()), spans: [] }
  } catch {
    return undefined
  }
}

function resolveInstant(zone: Zone, wall: number): number {
  const before = findOffset(zone, wall - secondsPerDay)
  const after = findOffset(zone, wall + secondsPerDay)
  if (before === after || findOffset(zone, wall - before) === before) return wall - before
  return findOffset(zone, wall - after) === after ? wall - after : wall - before
}

function findOffset(zone: Zone, instant: number): number {
  if (zone.kind === 'fixed') return zone.offset
  for (const span of zone.spans) if (span.from <= instant && instant < span.until) return span.offset
  const span = computeSpan(zone.name, instant)
  if (zone.spans.length >= maxCachedSpans) zone.spans.length = 0
  zone.spans.push(span)
  return span.offset
}

/** Looked up a millisecond late, because the change before an instant leaves out a change at the instant itself. */
function computeSpan(name: string, instant: number): OffsetSpan {
  const moment = Temporal.Instant.fromEpochMilliseconds(instant * 1000 + 1).toZonedDateTimeISO(name)
  const previous = moment.getTimeZoneTransition('previous')
  const next = moment.getTimeZoneTransition('next')
  return {
    from: previous ? previous.epochMilliseconds / 1000 : Number.NEGATIVE_INFINITY,
    until: next ? next.epochMilliseconds / 1000 : Number.POSITIVE_INFINITY,
    offset: moment.offsetNanoseconds / 1e9,
  }
}

function formatOffset(offset: number, separator: string): string {
  const minutes = Math.trunc(Math.abs(offset) / 60)
  const hour = String(Math.trunc(minutes / 60)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${hour}${separator}${String(minutes % 60).padStart(2, '0')}`
}

/** By zone, in lower case. */
function parseAbbreviations(): ReadonlyMap<string, Abbreviations> {
  const byZone = new Map<string, Abbreviations>()
  for (const group of zoneNames.split('\n\n')) {
    const [head = '', ...zones] = group.split('\n')
    const abbreviations = new Map<string, string>()
    for (const pair of head.split(' ')) abbreviations.set(...splitPair(pair))
    for (const zone of zones.join(' ').trim().split(' ')) byZone.set(zone.toLowerCase(), abbreviations)
  }
  return byZone
}

function splitPair(pair: string): [string, string] {
  const [offset = '', abbreviation = ''] = pair.split('=')
  return [offset, abbreviation]
}

/** A date in any form of contract 6.2, read in a zone at `now` (UTC); undefined when it is none or leaves the years of the wire. */
export function parseMomentInZone(timezone: string, text: string, now: DateTime): Moment | undefined {
  const date = parseDate(text, toLocal(now, timezone))
  if (!date) return undefined
  const { kind, value } = date
  const moment = kind === 'wall' ? resolveLocal(value, timezone) : { local: toLocal(value, timezone), utc: value }
  return isSameMoment(moment, timezone) ? moment : undefined
}
