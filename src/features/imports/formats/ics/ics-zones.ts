/** Time zones of iCalendar files, which may have names of their own. */
import { findTimeZone } from '../../../../base/time/find-time-zone.ts'
import type { IcsComponent } from './content-lines.ts'
import { readZoneDefinition, type ZoneDefinition } from './zone-definition.ts'

export interface IcsZones {
  /** Zone that the calendar states for its times without one (X-WR-TIMEZONE). */
  readonly calendarZone: string | undefined
  /** Zone of times without one: that of the calendar or, if it states none, of the site. */
  readonly defaultZone: string
  /** Name in the time zone database; undefined for an unknown zone without a definition. */
  readonly find: (tzid: string) => string | undefined
}

/** `definitions` are the VTIMEZONE components of the file. A zone is found by its name, or else by its rules. */
export function createIcsZones(definitions: readonly IcsComponent[], statedZone: string, siteZone: string): IcsZones {
  const definitionsById = new Map(definitions.flatMap((component) => readDefinition(component)))
  const found = new Map<string, string | undefined>()
  const findNamed = (tzid: string) => {
    const location = definitionsById.get(tzid)?.location ?? ''
    return findTimeZone(tzid) ?? findTimeZone(location)
  }
  const findByOffsets = createOffsetSearch([findNamed(statedZone) ?? siteZone, siteZone])
  const find = (tzid: string) => {
    const offsets = definitionsById.get(tzid)?.offsets
    if (!found.has(tzid)) found.set(tzid, findNamed(tzid) ?? (offsets && findByOffsets(offsets)))
    return found.get(tzid)
  }
  const calendarZone = find(statedZone)
  return { calendarZone, defaultZone: calendarZone ?? siteZone, find }
}

function readDefinition(component: IcsComponent): [string, ZoneDefinition][] {
  const definition = readZoneDefinition(component, PROBES)
  return definition ? [[definition.tzid, definition]] : []
}

/** Returns a search for the first zone with the same offsets throughout a year. Offsets of each zone are computed once. */
function createOffsetSearch(preferred: readonly string[]): (offsets: readonly number[]) => string | undefined {
  const zones = new Map<string, string>()
  const remaining = listZones(preferred)
  return (offsets) => {
    const wanted = offsets.join()
    while (!zones.has(wanted)) {
      const next = remaining.next()
      if (next.done) break
      const key = listOffsets(next.value).join()
      if (!zones.has(key)) zones.set(key, next.value)
    }
    return zones.get(wanted)
  }
}

/** Of zones with equal rules, the one of the most people. */
const COMMON_ZONES = [
  ...['UTC', 'Europe/London', 'Europe/Berlin', 'Europe/Athens', 'Europe/Moscow', 'Europe/Istanbul'],
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix'],
  ...['America/Anchorage', 'Pacific/Honolulu', 'America/Halifax', 'America/St_Johns', 'America/Mexico_City'],
  ...['America/Bogota', 'America/Sao_Paulo', 'America/Santiago', 'Africa/Lagos', 'Africa/Johannesburg', 'Africa/Cairo'],
  ...['Asia/Dubai', 'Asia/Karachi', 'Asia/Kolkata', 'Asia/Dhaka', 'Asia/Bangkok', 'Asia/Shanghai', 'Asia/Tokyo'],
  ...['Australia/Sydney', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland'],
]

function* listZones(preferred: readonly string[]): Generator<string, undefined> {
  yield* preferred
  yield* COMMON_ZONES
  yield* Intl.supportedValuesOf('timeZone')
  return undefined
}

/** Noons in both halves of a year, and between the clock changes of different regions. */
const PROBES = ['01-15', '03-20', '04-02', '07-15', '10-28', '11-15'].map((day) => `2026-${day} 12:00:00`)

/** Offsets at the probes, in seconds. The formatter takes a tenth of the time that transitions take. */
function listOffsets(zone: string): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  return PROBES.map((probe) => {
    const parts = format.formatToParts(new Date(`${probe.replace(' ', 'T')}Z`))
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1)
  })
}
