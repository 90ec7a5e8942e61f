/** Finds the IANA name of a time zone by the names that Windows, Outlook and calendar programs use. */
import { toSeconds } from './civil-time.ts'
import { findZoneId, isNamedZone, isTimeZone, resolveLocal } from './time-zone.ts'
import { windowsZones } from './windows-zones.ts'

const MAX_LENGTH = 200

/** Undefined for a name that does not determine one zone, such as most abbreviations. */
export function findTimeZone(name: string): string | undefined {
  const text = name.trim()
  if (text === '' || text.length > MAX_LENGTH) return undefined
  return findIanaZone(text) ?? findWindowsZone(text) ?? findFixedZone(text) ?? findDescribedZone(text)
}

/** Names without a region. In the IANA database they have the rules of a place, not a fixed offset as in the API. */
const PLAIN_NAMES: Readonly<Record<string, string>> = {
  ...{ UTC: 'UTC', Z: 'UTC', GMT: 'Etc/GMT', 'COORDINATED UNIVERSAL TIME': 'UTC', 'GREENWICH MEAN TIME': 'Etc/GMT' },
  ...{ CET: 'Europe/Brussels', MET: 'Europe/Brussels', EET: 'Europe/Athens', WET: 'Europe/Lisbon' },
  ...{ EST: 'America/Panama', MST: 'America/Phoenix', HST: 'Pacific/Honolulu' },
}

/** Also accepts paths such as `/mozilla.org/20050126_1/Europe/Paris` and `tzone://Microsoft/Utc`. */
function findIanaZone(text: string): string | undefined {
  const parts = text.split('/').filter((part) => part !== '')
  const names = [-3, -2, -1].map((start) => parts.slice(start).join('/'))
  for (const candidate of /^(?:\/|tzone:)/i.test(text) ? names : [text]) {
    const plain = PLAIN_NAMES[candidate.toUpperCase()]
    if (plain !== undefined) return plain
    const name = candidate.replaceAll(' ', '_')
    if (isNamedZone(name)) return findZoneId(name)
  }
  return undefined
}

const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(
  windowsZones.split('\n').map((line) => {
    const [name = '', zone = ''] = line.split('=')
    return [name.toUpperCase(), zone]
  }),
)

/** Outlook appends numbers to names that occur twice: `Eastern Standard Time 1`. */
function findWindowsZone(text: string): string | undefined {
  const name = text.toUpperCase().replace(/ (?:DAYLIGHT|SUMMER) TIME/, ' STANDARD TIME')
  return WINDOWS_ZONES.get(name) ?? WINDOWS_ZONES.get(name.replace(/ \d+$/, ''))
}

/**
 * `GMT+0100`, `UTC-05:00`, `+5:30`: hours as zones of the IANA database, whose signs are reversed. `UTC+100` is not a zone,
 * because the API counts hours (Q11).
 */
function findFixedZone(text: string): string | undefined {
  const [, sign = '', hours = '', minutes = '00'] =
    /^(?:UTC|GMT)?([+-])(\d\d|\d(?!\d))(?::?([0-5]\d))?$/i.exec(text) ?? []
  if (sign === '') return undefined
  const hour = Number(hours)
  const name = minutes === '00' ? formatHours(sign, hour) : `${sign}${hours.padStart(2, '0')}:${minutes}`
  return isTimeZone(name) ? name : undefined
}

const formatHours = (sign: string, hour: number): string =>
  hour === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${hour}`

/**
 * `(UTC-05:00) Eastern Time (US & Canada)`, also without the offset, and
 * `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`.
 */
function findDescribedZone(text: string): string | undefined {
  const [, offset = '', places] = /^\((?:UTC|GMT)([+-]\d\d[:.]\d\d)?\)(.*)$/i.exec(text) ?? []
  if (places === undefined) return /\((?:US|Canada)/i.test(text) ? findPlace(text) : undefined
  const zones = places.split(/[,;/]/).flatMap((place) => findPlace(place.replace(/^.*:/, '')) ?? [])
  return zones.find((zone) => hasOffset(zone, offset)) ?? (zones.length === 1 ? zones[0] : undefined)
}

const REGIONS = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian', 'US', 'Canada']

function findPlace(text: string): string | undefined {
  const place = text.replaceAll(/\([^()]*\)/g, '').trim()
  const name = place.replace(/ Time$/i, '').replace(/ (?:Is\.|Islands?)$/i, '')
  const city = name.replaceAll(' ', '_')
  return (
    findWindowsZone(`${name} Standard Time`) ??
    REGIONS.map((region) => `${region}/${city}`).find((zone) => isNamedZone(zone)) ??
    PLAIN_NAMES[place.toUpperCase()]
  )
}

/** Whether the zone has the offset in winter or summer: `+01:00`, or empty for any. */
function hasOffset(zone: string, offset: string): boolean {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d).(\d\d)$/.exec(offset) ?? []
  const seconds = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1)
  return ['2026-01-15 12:00:00', '2026-07-15 12:00:00'].some(
    (local) => toSeconds(local) - toSeconds(resolveLocal(local, zone).utc) === seconds,
  )
}
