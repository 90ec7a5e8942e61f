/** Time zones of iCalendar files, which may have names of their own. */
import { toSeconds } from '../../../datetime/civil-time.ts'
import { isTimeZone, resolveLocal } from '../../../datetime/time-zone.ts'
import { readZoneDefinition, type ZoneDefinition } from './zone-definition.ts'

export interface IcsZones {
  /** Zone of times without one: that of the calendar or, if it states none, of the site. */
  readonly defaultZone: string
  /** Name in the time zone database; undefined for an unknown zone without a definition. */
  readonly find: (tzid: string) => string | undefined
}

/** `definitions` are the VTIMEZONE components of the file. */
export function createIcsZones(
  definitions: readonly string[],
  calendarZone: string | undefined,
  siteZone: string,
): IcsZones {
  const defaultZone = calendarZone !== undefined && isTimeZone(calendarZone) ? calendarZone : siteZone
  const definitionsById = new Map(definitions.flatMap((text) => readDefinition(text)))
  const findByOffsets = createOffsetSearch([defaultZone, siteZone])
  const found = new Map<string, string | undefined>()
  return {
    defaultZone,
    find: (tzid) => {
      if (!found.has(tzid)) {
        const { location = '', offsets } = definitionsById.get(tzid) ?? {}
        const named = findByName(tzid) ?? (isTimeZone(location) ? location : undefined)
        found.set(tzid, named ?? (offsets && findByOffsets(offsets)))
      }
      return found.get(tzid)
    },
  }
}

function readDefinition(text: string): [string, ZoneDefinition][] {
  const definition = readZoneDefinition(text, PROBES)
  return definition ? [[definition.tzid, definition]] : []
}

/** Also accepts prefixes, as in `/mozilla.org/20050126_1/Europe/Paris`. */
function findByName(tzid: string): string | undefined {
  const parts = tzid.split('/').filter((part) => part !== '')
  const names = [tzid, parts.slice(-3).join('/'), parts.slice(-2).join('/')]
  return names.find((name) => (name.includes('/') || name === 'UTC') && isTimeZone(name))
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
      const key = PROBES.map((probe) => getOffset(next.value, probe)).join()
      if (!zones.has(key)) zones.set(key, next.value)
    }
    return zones.get(wanted)
  }
}

function* listZones(preferred: readonly string[]): Generator<string, undefined> {
  yield* preferred
  yield* Intl.supportedValuesOf('timeZone')
  return undefined
}

/** Both halves of a year, and days between the clock changes of different regions. */
const PROBES = ['01-15', '03-20', '04-02', '07-15', '10-28', '11-15'].map((day) => `2026-${day} 12:00:00`)

const getOffset = (zone: string, local: string): number => toSeconds(local) - toSeconds(resolveLocal(local, zone).utc)
