/** Random calendars are read and expanded as by an independent implementation: Debian's python3-recurring-ical-events. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { toSeconds } from '../../src/base/time/civil-time.ts'
import { addDays, addSeconds } from '../../src/base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../src/base/time/time-zone.ts'
import { expandDates } from '../../src/calendar/series/expand-recurrence.ts'
import type { ExternalRecord } from '../../src/features/imports/external/external-record.ts'
import { readIcs } from '../../src/features/imports/formats/ics/read-ics.ts'
import { getSeed } from '../helper/properties/seeds.ts'
import { createRandomCalendar, LAST_DATE } from '../helper/series/random-calendar.ts'
import { createRandomNumbers } from '../helper/series/random-recurrence.ts'
import type { Json } from '../helper/service.ts'

const CALENDARS = Number(process.env['CALENDARS'] ?? 10_000)
const SITE_ZONE = 'America/New_York'
const PYTHON = '/usr/bin/python3'
const SCRIPT = join(import.meta.dirname, '../helper/series/expand-calendars.py')

const toUtc = (text: string, zone: string): string =>
  text.endsWith('Z') ? text.slice(0, -1) : resolveLocal(text, zone).utc

/** Whole days are counted, however long they are. */
const getLength = ({ start_date, end_date, timezone, all_day }: Json): number => {
  const zone = all_day ? 'UTC' : timezone
  return toSeconds(toUtc(end_date, zone)) - toSeconds(toUtc(start_date, zone))
}

function describeEvent({ title, start_date, end_date, timezone, all_day }: Json): string {
  const [start, end] = [start_date, end_date].map((text) =>
    all_day ? text.slice(0, 10) : toUtc(text, timezone).slice(0, 16),
  )
  return `${start} to ${end} ${title}`
}

function listOccurrences({ fields, overrides = [] }: ExternalRecord): string[] {
  const { start_date, timezone, all_day, recurrence }: Json = fields
  if (!recurrence) return [describeEvent(fields)]
  const zone = recurrence.timezone ?? timezone
  const start = start_date.endsWith('Z') ? toLocal(start_date.slice(0, -1), zone) : start_date
  const length = getLength(fields)
  const changes = new Map(overrides.map((override) => [override.date, override.fields]))
  return expandDates(recurrence, start.slice(0, 10), { until: LAST_DATE }).map((key) => {
    const change = changes.get(key)
    if (change) return describeEvent(change)
    const local = key.length > 10 ? key : `${key} ${start.slice(11)}`
    if (all_day) return describeEvent({ ...fields, start_date: local, end_date: addSeconds(local, length) })
    const { utc } = resolveLocal(local, zone)
    return describeEvent({ ...fields, start_date: `${utc}Z`, end_date: `${addSeconds(utc, length)}Z` })
  })
}

async function expandCalendar(text: string): Promise<string[]> {
  const lines: string[] = []
  for await (const entry of readIcs({ bytes: Buffer.from(text), name: 'a', siteZone: SITE_ZONE }))
    lines.push(...('failure' in entry ? [entry.failure] : [...(entry.warnings ?? []), ...listOccurrences(entry)]))
  return lines
}

/** Both include only events that begin until the last date. */
const sortLines = (lines: readonly string[]): string[] =>
  lines.filter((line) => line < addDays(`${LAST_DATE} 00:00:00`, -7)).sort()

const isInstalled = spawnSync(PYTHON, ['-c', 'import recurring_ical_events']).status === 0

test(`${CALENDARS} random calendars have the occurrences of another implementation`, {
  skip: !isInstalled,
}, async () => {
  const random = createRandomNumbers(getSeed(5, 'CALENDARS_SEED'))
  const calendars = Array.from({ length: CALENDARS }, () => createRandomCalendar(random))
  const options = {
    input: JSON.stringify(calendars.map(({ plain }) => plain)),
    maxBuffer: 2 ** 30,
    encoding: 'utf8',
  } as const
  const { stdout, stderr } = spawnSync(PYTHON, [SCRIPT], options)
  assert.equal(stderr, '')
  const expected: readonly string[][] = JSON.parse(stdout)
  const wrong: string[] = []
  for (const [index, { text }] of calendars.entries()) {
    const [own, other] = [await expandCalendar(text), expected[index] ?? []].map((lines) => sortLines(lines).join('\n'))
    if (own !== other) wrong.push(`${text}\n${own}\ninstead of\n${other}`)
  }
  assert.equal(wrong.length, 0, `${wrong.length} calendars differ:\n${wrong.slice(0, 3).join('\n\n')}`)
})
