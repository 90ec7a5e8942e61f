import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import { toSeconds } from '../../src/base/time/civil-time.ts'
import { findTimeZone } from '../../src/base/time/find-time-zone.ts'
import { isTimeZone, resolveLocal } from '../../src/base/time/time-zone.ts'
import { windowsZones } from '../../src/base/time/windows-zones.ts'

describe('A time zone is found by the name of other programs', () => {
  const names: Readonly<Record<string, string | undefined>> = {
    'America/New_York': 'America/New_York',
    'america/new york': 'America/New_York',
    '/mozilla.org/20050126_1/Europe/Paris': 'Europe/Paris',
    '/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires': 'America/Argentina/Buenos_Aires',
    'tzone://Microsoft/Utc': 'UTC',
    'tzone://Microsoft/Custom': undefined,
    'Eastern Standard Time': 'America/New_York',
    'eastern daylight time': 'America/New_York',
    'W. Europe Standard Time 1': 'Europe/Berlin',
    'Russia Time Zone 10': 'Asia/Srednekolymsk',
    'UTC-02': 'Etc/GMT+2',
    '(UTC-05:00) Eastern Time (US & Canada)': 'America/New_York',
    'Eastern Time (US & Canada)': 'America/New_York',
    '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna': 'Europe/Amsterdam',
    '(GMT+01.00) Sarajevo/Warsaw/Zagreb': 'Europe/Sarajevo',
    '(UTC-07:00) Chihuahua, La Paz, Mazatlan': 'America/Mazatlan',
    '(UTC+02:00) Amsterdam, Berlin': 'Europe/Amsterdam',
    '(UTC+05:00) Amsterdam, Berlin': undefined,
    'GMT+0100': 'Etc/GMT-1',
    'UTC+5:30': '+05:30',
    'UTC+100': undefined,
    'UTC+10:': undefined,
    '-0000': 'UTC',
    '+15:00': undefined,
    CET: 'Europe/Brussels',
    EST5EDT: 'EST5EDT',
    Japan: 'Japan',
    z: 'UTC',
    GMT: 'Etc/GMT',
    IST: undefined,
    CEST: undefined,
    'Customized Time Zone': undefined,
    ['A'.repeat(1000)]: undefined,
    '': undefined,
  }
  for (const [name, zone] of Object.entries(names))
    test(name.slice(0, 80) || 'empty', () => assert.equal(findTimeZone(name), zone))
})

test('Every zone of Windows has a zone of the time zone database', () => {
  for (const line of windowsZones.split('\n')) {
    const [name = '', zone = ''] = line.split('=')
    assert.ok(isTimeZone(zone), line)
    assert.ok(['UTC', zone].includes(findTimeZone(name) ?? ''), line)
  }
})

test('Names that Outlook shows have the offsets of an independent table', () => {
  const table: Readonly<Record<string, { readonly iana: readonly string[] }>> = createRequire(import.meta.url)(
    'node-ical/windowsZones.json',
  )
  const offset = (zone: string, local: string) => toSeconds(local) - toSeconds(resolveLocal(local, zone).utc)
  // The table has an older offset.
  const outdated = ['(UTC+02:00) Minsk', '(UTC-03:00) Georgetown', '(UTC-11:00) Midway Island, Samoa']
  let found = 0
  for (const [
    name,
    {
      iana: [expected = ''],
    },
  ] of Object.entries(table)) {
    const zone = findTimeZone(name)
    if (zone === undefined || outdated.includes(name)) continue
    found += 1
    for (const local of ['2026-01-15 12:00:00', '2026-07-15 12:00:00'])
      assert.equal(offset(zone, local), offset(expected, local), `${name}: ${zone}, ${expected}`)
  }
  assert.ok(found > 220, String(found))
})
