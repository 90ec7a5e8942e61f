/** Series of calendar files: their zones, dates and horizon, and their way through an export. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { extendDueSeries } from '../../src/calendar/series/extend-series.ts'
import type { ExternalResult } from '../../src/features/imports/external/external-record.ts'
import { importExternalRecords } from '../../src/features/imports/external/import-external.ts'
import { readIcs } from '../../src/features/imports/formats/ics/read-ics.ts'
import { ENGINES } from '../helper/engines.ts'
import { type Json, startService } from '../helper/service.ts'

const CASES = join(import.meta.dirname, 'formats', 'ics', 'cases')
const ZONE = 'America/New_York'

for (const engine of ENGINES) {
  describe(`Imported series on ${engine.name}`, () => {
    const start = async (context: TestContext, now = '2027-01-01T12:00:00Z') => {
      const env = { SITE_TIMEZONE: ZONE, SERIES_HORIZON: '15' }
      const service = await startService({ engine, env, now })
      context.after(() => service.stop())
      const load = async (bytes: Buffer, more: { pastDays?: number; categories?: string[] } = {}) => {
        const results: ExternalResult[] = []
        const entries = Readable.from(readIcs({ bytes, name: 'a.ics', siteZone: ZONE }))
        const options = { source: 'ics', onResult: (result: ExternalResult) => void results.push(result), ...more }
        await importExternalRecords(service.services, entries, options)
        return results
      }
      const loadCase = (name: string, more = {}) => load(readFileSync(join(CASES, `${name}.ics`)), more)
      const list = async (): Promise<Json[]> =>
        (await service.send('GET', '/events?start_date=2000-01-01&per_page=100')).json.events
      const listStarts = async () => (await list()).map(({ utc_start_date }) => utc_start_date.slice(0, 16))
      return { service, load, loadCase, list, listStarts }
    }

    const readBack = async (context: TestContext, text: string, now: string) => {
      const other = await start(context, now)
      const results = await other.load(Buffer.from(text))
      assert.deepEqual(
        results.map(({ outcome }) => outcome),
        ['created'],
        JSON.stringify(results),
      )
      return other.list()
    }

    const pick = ({ utc_start_date, utc_end_date, start_date, title, website, series }: Json) => ({
      ...{ utc_start_date, utc_end_date, start_date, title, date: series.date },
      website: website.replace(/^.*\/event\//, 'page '),
    })

    test('A series in UTC keeps its days when the job extends it, and when it is exported and imported', async (context) => {
      const { service, loadCase, list, listStarts } = await start(context)
      await loadCase('rules/a01-utc-byday')
      assert.deepEqual(await listStarts(), [...['2027-01-06 01:00', '2027-01-13 01:00', '2027-01-20 01:00']])
      const now = '2027-01-20T12:00:00Z'
      service.setNow(now)
      assert.equal(await extendDueSeries(service.services), 1)
      assert.deepEqual((await listStarts()).slice(2), ['2027-01-20 01:00', '2027-01-27 01:00'])
      const [{ series }] = await list()
      const { text } = await service.send('GET', `/series/${series.id}.ics`)
      assert.match(text, /DTSTART:20270106T010000Z/)
      assert.deepEqual((await readBack(context, text, now)).map(pick), (await list()).map(pick))
    })

    test('Dates at other times of a day are imported, and a repeated import changes nothing', async (context) => {
      const { loadCase, listStarts } = await start(context)
      await loadCase('rules/a11-rdate-times')
      const expected = ['2027-01-05 19:00', '2027-01-06 00:00', '2027-01-07 19:00']
      assert.deepEqual(await listStarts(), expected)
      const [repeated] = await loadCase('rules/a11-rdate-times')
      assert.equal(repeated?.outcome, 'unchanged')
      assert.deepEqual(await listStarts(), expected)
    })

    test('A running series has events of the last year and of the days ahead, and says what is left out', async (context) => {
      const { loadCase, listStarts } = await start(context)
      const [result] = await loadCase('rules/a13-daily-old', { pastDays: 10 })
      assert.match(String(result?.warnings), /occurrences before 2026-12-22 are left out/)
      const days = (await listStarts()).map((text) => text.slice(0, 10))
      assert.equal(days.length, 26)
      assert.ok(days.includes('2027-01-01') && days.includes('2027-01-02'), days.join())
    })

    test('A private occurrence of a public series is not published', async (context) => {
      const { service, load, list } = await start(context)
      const event = ['BEGIN:VEVENT', 'UID:A', 'SUMMARY:Choir', 'DTSTART;TZID=America/New_York:20270105T190000']
      const change = [...event.slice(0, 3), 'DTSTART;TZID=America/New_York:20270112T190000', 'CLASS:PRIVATE']
      const lines = [
        ...['BEGIN:VCALENDAR', ...event, 'RRULE:FREQ=WEEKLY;COUNT=3', 'END:VEVENT'],
        ...[...change, 'RECURRENCE-ID;TZID=America/New_York:20270112T190000', 'END:VEVENT', 'END:VCALENDAR'],
      ]
      await load(Buffer.from(lines.join('\r\n')))
      assert.deepEqual(
        (await list()).map(({ start_date }) => start_date.slice(0, 10)),
        ['2027-01-05', '2027-01-19'],
      )
      const { json } = await service.send('GET', '/events?start_date=2000-01-01&status=private', { as: 'admin' })
      assert.equal(json.total, 1)
    })

    test('Changed occurrences have the categories of the import, too', async (context) => {
      const { loadCase, list } = await start(context)
      await loadCase('versions/s07-recid-date', { categories: ['Imported'] })
      const events = await list()
      assert.ok(events.some(({ title }) => title === 'changed'))
      assert.deepEqual([...new Set(events.map(({ categories }) => categories[0]?.name))], ['Imported'])
    })
  })
}
