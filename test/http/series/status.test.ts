/** The status and the online access of the events of a series. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createWeekly, listOccurrences, WEEKLY } from '../../helper/series/series-calendar.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const LINK = 'https://meet.example/yoga'
const ONLINE = { virtual_url: LINK, attendance_mode: 'mixed', virtual_url_visibility: 'hour-before' }

for (const engine of ONE_ENGINE) {
  describe(`Status of events of series on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { SITE_TIMEZONE: 'UTC' } })
    })
    beforeEach(() => service.setNow('2027-01-01T12:00:00Z'))
    after(() => service.stop())

    const write = async (id: number, json: Json): Promise<Json> => {
      const response = await service.send('POST', `/events/${id}`, { as: 'admin', json })
      assert.equal(response.status, 200, response.text)
      return response.json
    }
    const readCalendar = async (id: number, as: 'admin' | 'anon' = 'anon'): Promise<Json[]> => {
      const { text } = await service.send('GET', `/series/${id}.ics`, { as })
      return text.split('BEGIN:VEVENT').slice(1)
    }

    test('All events have the status and the attendance of their series', async () => {
      const { series } = await createWeekly(service, { ...ONLINE, event_status: 'moved-online' })
      const events = await listOccurrences(service, series.id)
      assert.equal(events.length, 6)
      for (const { event_status, is_virtual, attendance_mode, virtual_url } of events)
        assert.deepEqual(
          [event_status, is_virtual, attendance_mode, virtual_url],
          ['moved-online', true, 'mixed', LINK],
        )
    })

    test('Canceling one event leaves the others, and calendars mark it', async () => {
      const { series } = await createWeekly(service, { virtual_url: LINK })
      const events = await listOccurrences(service, series.id)
      await write(events[2].id, { event_status: 'canceled', event_status_reason: 'Ill' })
      const later = await listOccurrences(service, series.id)
      assert.deepEqual(
        later.map(({ event_status }) => event_status),
        [undefined, undefined, 'canceled', undefined, undefined, undefined],
      )
      const [recurring, exception, ...others] = await readCalendar(series.id)
      assert.equal(others.length, 0)
      assert.match(recurring, /STATUS:CONFIRMED\r\n[\s\S]*CONFERENCE;VALUE=URI:https:\/\/meet\.example\/yoga\r\n/)
      assert.match(exception, /RECURRENCE-ID:20270119T190000Z\r\n[\s\S]*STATUS:CANCELLED\r\nCOMMENT:Ill\r\n/)
      const { json } = await service.send('GET', `/events?series=${series.id}&event_status=canceled`)
      assert.deepEqual(
        json.events.map(({ id }: Json) => id),
        [events[2].id],
      )
    })

    test('Rescheduling all events keeps the start that each one had, but not for new events', async () => {
      const { id, series } = await createWeekly(service)
      const times = { start_date: '2027-01-05 21:00', end_date: '2027-01-05 22:00' }
      await write(id, { ...times, event_status: 'rescheduled', scope: 'all' })
      const events = await listOccurrences(service, series.id)
      for (const { start_date, previous_start_date } of events)
        assert.equal(previous_start_date, start_date.replace('21:00:00', '19:00:00'))
      await write(id, { recurrence: 'FREQ=WEEKLY;COUNT=7', scope: 'all' })
      const added = (await listOccurrences(service, series.id)).at(-1)
      assert.deepEqual([added?.['event_status'], added?.['previous_start_date']], ['rescheduled', undefined])
    })

    test('A calendar shows the link of each event an hour before its start, and later that of all', async () => {
      const { series } = await createWeekly(service, ONLINE)
      const showsLink = async (as?: 'admin') =>
        (await readCalendar(series.id, as)).map((event) => event.includes('CONFERENCE;'))
      assert.deepEqual(await showsLink(), [false])
      assert.deepEqual(await showsLink('admin'), [true])
      const path = `/series/${series.id}.ics`
      service.setNow('2027-01-05T17:59:59Z')
      const { headers } = await service.send('GET', path)
      service.setNow('2027-01-05T18:00:00Z')
      const later = await service.send('GET', path, { headers: { 'if-none-match': headers['etag'] ?? '' } })
      assert.equal(later.status, 200)
      assert.deepEqual(await showsLink(), [false, true])
      service.setNow('2027-02-09T18:00:00Z')
      assert.deepEqual(await showsLink(), [true])
    })

    test('A canceled event does not occupy its venue', async () => {
      const { json: venue } = await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Studio' } })
      const { series } = await createWeekly(service, { venue: venue.id })
      const [first] = await listOccurrences(service, series.id)
      await write(first?.['id'], { event_status: 'canceled' })
      const json = { ...WEEKLY, venue: venue.id, recurrence: 'FREQ=WEEKLY;COUNT=2' }
      const { json: preview } = await service.send('POST', '/series/preview', { as: 'admin', json })
      assert.deepEqual(
        preview.dates.map(({ conflicts }: Json) => conflicts.length),
        [0, 1],
      )
    })
  })
}
