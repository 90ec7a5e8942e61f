/** Time zones of the API: names, abbreviations and offsets (wire-contract §6.3, decisions Q11 and Q13). */
import { Temporal } from 'temporal-polyfill'
import { secondsPerDay, toDateTime, toSeconds } from './civil-time.ts'
import type { DateTime } from './date-time.ts'
import { createMemo } from './memo.ts'
import { zoneNames } from './zone-names.ts'

/** The same moment as wall time in the time zone of the caller and in UTC. */
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

/** A period with a constant offset, `from` inclusive, `until` exclusive. All values are seconds, UTC. */
type OffsetSpan = { readonly from: number; readonly until: number; readonly offset: number }

/** Abbreviations by offset in minutes. `*` is the fallback for other offsets. */
type Abbreviations = ReadonlyMap<string, string>

const maxNameLength = 64
const maxCachedZones = 1000
const maxCachedSpans = 64

const utcZone: FixedZone = { kind: 'fixed', offset: 0, label: 'UTC' }

/** UTC offsets in hours of abbreviations. They are fixed all year, even if a zone of the same name has daylight saving time. */
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

/** Accepts names in any letter case, abbreviations, offsets and `UTC±N`. An empty string is not a time zone. */
export function isTimeZone(value: string): boolean {
  return findZone(value) !== undefined
}

/** Whether the value is the name of a zone in the IANA database. Its abbreviations are not, such as `CET`. */
export function isNamedZone(value: string): boolean {
  return findZone(value)?.kind === 'named'
}

/**
 * Converts wall time to UTC. A time skipped by a daylight saving change moves forward by the skipped duration, also in the
 * returned `local`. An ambiguous time resolves to the first occurrence (wire-contract §6.2). An unknown zone means UTC.
 */
export function resolveLocal(local: DateTime, zone: string): Moment {
  const found = findZone(zone) ?? utcZone
  const wall = toSeconds(local)
  const utc = resolveInstant(found, wall)
  return { local: toDateTime(utc + findOffset(found, utc)), utc: toDateTime(utc) }
}

/** Converts UTC to wall time. An unknown zone means UTC. */
export function toLocal(utc: DateTime, zone: string): DateTime {
  const instant = toSeconds(utc)
  return toDateTime(instant + findOffset(findZone(zone) ?? utcZone, instant))
}

/** Whether the wall time occurs exactly once: false for times that a daylight saving change repeats or skips. */
export function isUnambiguous(local: DateTime, zone: string): boolean {
  const found = findZone(zone) ?? utcZone
  const wall = toSeconds(local)
  const offsets = new Set([findOffset(found, wall - secondsPerDay), findOffset(found, wall + secondsPerDay)])
  return [...offsets].filter((offset) => findOffset(found, wall - offset) === offset).length === 1
}

/** Whether both values denote the same moment. False if one of them was clamped to the years 0000 to 9999. */
export function isSameMoment({ local, utc }: Moment, zone: string): boolean {
  const instant = toSeconds(utc)
  return toSeconds(local) - instant === findOffset(findZone(zone) ?? utcZone, instant)
}

/** Formats the offset, for example `-05:00`. Seconds, which occur only before 1972, are truncated. */
export function formatOffsetBetween(local: DateTime, utc: DateTime): string {
  return formatOffset(toSeconds(local) - toSeconds(utc), ':')
}

/**
 * The abbreviation of the zone at that moment: `EST`, `+0545` for zones without letters, `GMT+0200` for an offset, and
 * `UTC±N` unchanged (wire-contract §6.3).
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

/** The identifier for other programs: the name in the IANA database, `UTC`, or `UTC+0530` for a fixed offset. */
export function findZoneId(zone: string): string {
  const found = findZone(zone) ?? utcZone
  if (found.kind === 'named') return new Temporal.ZonedDateTime(0n, found.name).timeZoneId
  return found.offset === 0 ? 'UTC' : `UTC${formatOffset(found.offset, '')}`
}

/** A period with a constant offset. Offsets are in seconds. */
export interface ZoneObservance {
  /** Start as wall time in the previous offset; undefined if there is no earlier change. */
  readonly start: DateTime | undefined
  readonly offset: number
  readonly offsetBefore: number
  /** Whether the offset is larger than before and temporary. */
  readonly isDaylight: boolean
  readonly abbreviation: string
}

/** The observances of a zone between two UTC times, in chronological order. */
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

/** Zones and offsets are immutable facts of the ICU library; a conversion without the memo takes about ten times as long. */
const findZone = createMemo(maxCachedZones, parseZone)

function parseZone(value: string): Zone | undefined {
  if (value.length > maxNameLength) return undefined
  return parseManualZone(value) ?? parseRawZone(value) ?? findAbbreviatedZone(value) ?? createNamedZone(value)
}

/** `UTC-5`, `UTC+5.5`, `UTC+5:30`, `UTC 3`: a fixed offset (Q11). */
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

/** Offsets are limited to -12 to +14 hours, the range in use (Q13). */
function createFixedZone(offset: number, label: string): FixedZone | undefined {
  const isInUse = offset >= -12 * 3600 && offset <= 14 * 3600
  return isInUse ? { kind: 'fixed', offset, label } : undefined
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

/** Adds one millisecond, because the previous transition of an instant excludes one at the instant itself. */
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

/** Keyed by lower-case zone name. */
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
