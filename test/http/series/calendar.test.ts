/** Every reader expands the calendar of a series to the events of its list. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { expandWithIcalJs, expandWithNodeIcal } from '../../helper/series/expand-calendar.ts'
import { createWeekly, listOccurrences } from '../../helper/series/series-calendar.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const nextDay = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
const instant = (utc: string): string => `${utc.replace(' ', 'T')}Z`

function toLine({ title, all_day, start_date, end_date, utc_start_date, utc_end_date }: Json): string {
  if (all_day) return `${start_date.slice(0, 10)} ${nextDay(end_date.slice(0, 10))} ${title}`
  return `${instant(utc_start_date)} ${instant(utc_end_date)} ${title}`
}

for (const engine of ONE_ENGINE) {
  describe(`Calendars of series on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    async function assertEqualCalendars(seriesId: number): Promise<string> {
      const expected = (await listOccurrences(service, seriesId)).map(toLine).sort()
      const { status, text } = await service.send('GET', `/series/${seriesId}.ics`, { as: 'admin' })
      assert.equal(status, 200)
      assert.deepEqual(expandWithIcalJs(text), expected)
      assert.deepEqual(expandWithNodeIcal(text), expected)
      return text
    }

    test('A series is one event with a rule, excluded and additional dates, and changed occurrences', async () => {
      const { series } = await createWeekly(service, {
        start_date: '2027-02-16 19:00',
        end_date: '2027-02-16 20:00',
        recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=12', rdate: ['2027-03-06'] },
      })
      const events = await listOccurrences(service, series.id)
      const write = (id: number, json: Json) => service.send('POST', `/events/${id}`, { as: 'admin', json })
      await write(events[2].id, { title: 'Special', start_date: '2027-02-23 21:00', end_date: '2027-02-24 01:00' })
      await service.send('DELETE', `/events/${events[1].id}`, { as: 'admin' })
      const text = await assertEqualCalendars(series.id)
      assert.equal(text.match(/BEGIN:VEVENT/g)?.length, 3)
      assert.match(text, /RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=\d{8}T\d{6}Z\r\n/)
      assert.match(text, /EXDATE;TZID=America\/New_York:20270218T190000\r\n/)
      assert.match(text, /RECURRENCE-ID;TZID=America\/New_York:20270223T190000\r\n/)
    })

    test('All-day series, series across clock changes and lists of dates are equal, too', async () => {
      const days = { all_day: true, start_date: '2027-01-05', end_date: '2027-01-05' }
      const weekends = { start_date: '2027-03-05 18:00', end_date: '2027-03-07 15:00', timezone: 'Europe/Berlin' }
      for (const fields of [
        { ...days, recurrence: 'FREQ=MONTHLY;BYDAY=-1SU;COUNT=5' },
        { ...weekends, recurrence: 'FREQ=WEEKLY;COUNT=8' },
        { recurrence: { rdate: ['2027-02-01', '2027-04-01'] } },
        { timezone: 'UTC+5.5', recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' },
      ]) {
        const { series } = await createWeekly(service, fields)
        await assertEqualCalendars(series.id)
      }
    })

    test('The first date may be excluded, and a calendar shows only what its viewer may see', async () => {
      const { id, series } = await createWeekly(service)
      await service.send('DELETE', `/events/${id}`, { as: 'admin' })
      await assertEqualCalendars(series.id)
      const [, second] = await listOccurrences(service, series.id)
      await service.send('POST', `/events/${second.id}`, { as: 'admin', json: { status: 'private', title: 'Secret' } })
      const { text } = await service.send('GET', `/series/${series.id}.ics`)
      assert.doesNotMatch(text, /Secret/)
      assert.equal(expandWithIcalJs(text).length, 4)
    })

    test('The calendar of all events has one event per series, and a date range returns the same single events', async (context) => {
      const other = await startService({ engine, now: '2027-03-10T12:00:00Z', env: { SERIES_HORIZON: '200' } })
      context.after(() => other.stop())
      const write = (path: string, json: Json) => other.send('POST', path, { as: 'admin', json })
      const create = async (fields: Json) => (await createWeekly(other, fields)).series.id
      const times = { start_date: '2027-01-05 19:00', end_date: '2027-01-05 20:00', timezone: 'Europe/Berlin' }
      const fortnightly = await create({ ...times, recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR' })
      await create({ ...times, title: 'Choir', recurrence: { rrule: 'FREQ=MONTHLY;COUNT=9', rdate: ['2027-04-18'] } })
      await create({ ...times, title: 'Walk', recurrence: 'FREQ=MONTHLY;BYDAY=1SU;BYSETPOS=1' })
      const days = { start_date: '2027-01-31', end_date: '2027-01-31', all_day: true }
      await create({ ...days, title: 'Market', recurrence: 'FREQ=MONTHLY;INTERVAL=2' })
      await create({ title: 'Closed', post_password: 'secret', recurrence: 'FREQ=WEEKLY;COUNT=20' })
      await create({ title: 'Planned', status: 'draft', recurrence: 'FREQ=WEEKLY;COUNT=20' })
      await write('/events', { title: 'Party', start_date: '2027-05-01 20:00', end_date: '2027-05-01 23:00' })
      const events = (await listOccurrences(other, fortnightly)).filter((one) => one.start_date > '2027-03-10')
      await write(`/events/${events[1].id}`, { title: 'Yoga outdoors', event_status: 'canceled', post_password: 'p' })
      await write(`/events/${events[2].id}`, { start_date: '2027-04-01 10:00', end_date: '2027-04-01 11:00' })
      await write(`/events/${events[3].id}`, { status: 'private' })
      await other.send('DELETE', `/events/${events[4].id}`, { as: 'admin' })

      const read = async (path: string) => (await other.send('GET', path)).text
      const whole = await read('/events.ics')
      const windowed = await read('/events.ics?start_date=2027-03-10&end_date=2029-03-10')
      assert.equal(whole.match(/RRULE/g)?.length, 4)
      assert.doesNotMatch(windowed, /RRULE|RECURRENCE-ID/)
      assert.doesNotMatch(whole, /Planned|:202701/)
      for (const expand of [expandWithIcalJs, expandWithNodeIcal]) assert.deepEqual(expand(whole), expand(windowed))
      const { json } = await other.send('GET', '/events?per_page=100')
      assert.equal(expandWithIcalJs(whole).length, json.total)
      assert.match(whole, /SUMMARY:Yoga outdoors\r\nSTATUS:CANCELLED/)
      const few = await read('/events.ics?per_page=5')
      assert.equal(few.match(/BEGIN:VEVENT/g)?.length, 5)
      assert.doesNotMatch(few, /RRULE/)
      const searched = await read('/events.ics?search=outdoors')
      assert.equal(expandWithIcalJs(searched).length, 1)
    })
  })
}
