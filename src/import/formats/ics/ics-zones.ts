/** Time zones of iCalendar files, which may have names of their own. */
import ICAL from 'ical.js'
import { toSeconds } from '../../../datetime/civil-time.ts'
import { isTimeZone, resolveLocal } from '../../../datetime/time-zone.ts'
import type { IcsComponent } from './ics-components.ts'

export interface IcsZones {
  /** Zone of times without one: that of the calendar or, if it states none, of the site. */
  readonly defaultZone: string
  /** Name in the time zone database; undefined for an unknown zone without a definition. */
  readonly find: (tzid: string) => string | undefined
}

export function createIcsZones(
  components: readonly IcsComponent[],
  calendarZone: string | undefined,
  siteZone: string,
): IcsZones {
  const defaultZone = calendarZone !== undefined && isTimeZone(calendarZone) ? calendarZone : siteZone
  const definitions = new Map(
    components.flatMap(({ name, text }) => (name === 'VTIMEZONE' ? [readDefinition(text)] : [])).flat(),
  )
  const found = new Map<string, string | undefined>()
  return {
    defaultZone,
    find: (tzid) => {
      if (!found.has(tzid)) {
        const definition = definitions.get(tzid)
        found.set(tzid, findByName(tzid) ?? (definition && findByRules(definition, [defaultZone, siteZone])))
      }
      return found.get(tzid)
    },
  }
}

/** No entry for a broken definition: its zone is unknown then. */
function readDefinition(text: string): [string, ICAL.Component][] {
  try {
    const component = new ICAL.Component(ICAL.parse(text))
    const tzid = component.getFirstPropertyValue('tzid')
    return typeof tzid === 'string' ? [[tzid, component]] : []
  } catch {
    return []
  }
}

/** Also accepts prefixes, as in `/mozilla.org/20050126_1/Europe/Paris`. */
function findByName(tzid: string): string | undefined {
  const parts = tzid.split('/').filter((part) => part !== '')
  const names = [tzid, parts.slice(-3).join('/'), parts.slice(-2).join('/')]
  return names.find((name) => (name.includes('/') || name === 'UTC') && isTimeZone(name))
}

/** The zone that the definition names, or else one with the same offsets throughout a year. */
function findByRules(definition: ICAL.Component, preferred: readonly string[]): string | undefined {
  const location = definition.getFirstPropertyValue('x-lic-location')
  if (typeof location === 'string' && isTimeZone(location)) return location
  const zone = new ICAL.Timezone(definition)
  const offsets = PROBES.map((probe) => zone.utcOffset(ICAL.Time.fromDateTimeString(probe.replace(' ', 'T'))))
  const candidates = [...preferred, ...Intl.supportedValuesOf('timeZone')]
  return candidates.find((name) => PROBES.every((probe, index) => getOffset(name, probe) === offsets[index]))
}

/** Both halves of a year, and days between the clock changes of different regions. */
const PROBES = ['01-15', '03-20', '04-02', '07-15', '10-28', '11-15'].map((day) => `2026-${day} 12:00:00`)

const getOffset = (zone: string, local: string): number => toSeconds(local) - toSeconds(resolveLocal(local, zone).utc)
