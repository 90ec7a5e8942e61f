/** The status of events: `event_status`, its reason, and the start of moved events. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import ICAL from 'ical.js'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const EVENT = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00', timezone: 'Europe/Paris' }

for (const engine of ONE_ENGINE) {
  describe(`The status of events on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    let count = 0
    const create = async (more: Json): Promise<Json> => {
      const json = { ...EVENT, title: `Evening ${++count}`, ...more }
      const response = await service.send('POST', '/events', { as: 'author', json })
      assert.equal(response.status, 201, response.text)
      return response.json
    }
    const change = async (id: number, json: Json): Promise<Json> =>
      (await service.send('PUT', `/events/${id}`, { as: 'author', json })).json
    const read = async (id: number): Promise<Json> => (await service.send('GET', `/events/${id}`)).json
    const findIds = async (query: string, as: TestUser = 'anon'): Promise<readonly number[]> =>
      (await service.send('GET', `/events?per_page=100&${query}`, { as })).json.events.map(({ id }: Json) => id)

    test('A scheduled event has none of the keys, and its json_ld has the status EventScheduled', async () => {
      const { id } = await create({ event_status: 'scheduled' })
      const event = await read(id)
      const keys = ['event_status', 'event_status_reason', 'previous_start_date', 'is_virtual', 'virtual_url']
      assert.deepEqual(
        keys.filter((key) => key in event),
        [],
      )
      assert.equal(event.json_ld.eventStatus, 'https://schema.org/EventScheduled')
    })

    test('A canceled event shows its status and its reason as plain text', async () => {
      const { id } = await create({ event_status: 'canceled', event_status_reason: ' <b>Storm</b>\nwarning ' })
      const event = await read(id)
      assert.deepEqual([event.event_status, event.event_status_reason], ['canceled', 'Storm warning'])
      assert.equal(event.json_ld.eventStatus, 'https://schema.org/EventCancelled')
      assert.equal((await service.send('GET', `/events?include=${id}`)).json.events[0].event_status, 'canceled')
    })

    test('A partial update keeps the status, and a new status drops the reason of the old one', async () => {
      const { id } = await create({ event_status: 'canceled', event_status_reason: 'Storm' })
      assert.equal((await change(id, { title: 'Other' })).event_status_reason, 'Storm')
      const postponed = await change(id, { event_status: 'postponed' })
      assert.deepEqual([postponed.event_status, postponed.event_status_reason], ['postponed', undefined])
      const scheduled = await change(id, { event_status: 'scheduled' })
      assert.equal('event_status' in scheduled, false)
    })

    test('A moved event has the start that was announced first, until it is scheduled again', async () => {
      const { id } = await create({})
      const moved = await change(id, {
        event_status: 'rescheduled',
        start_date: '2027-04-01 20:00:00',
        end_date: '2027-04-01 22:00:00',
      })
      assert.equal(moved.previous_start_date, '2027-03-01 20:00:00')
      const corrected = await change(id, { start_date: '2027-04-01 19:00:00' })
      assert.equal(corrected.previous_start_date, '2027-03-01 20:00:00')
      assert.equal((await read(id)).json_ld.previousStartDate, '2027-03-01T20:00:00+01:00')
      assert.equal((await read(id)).json_ld.eventStatus, 'https://schema.org/EventRescheduled')
      const back = await change(id, { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00' })
      assert.equal('previous_start_date' in back, false)
      await change(id, { start_date: '2027-02-01 20:00:00' })
      assert.equal('previous_start_date' in (await change(id, { event_status: 'scheduled' })), false)
    })

    test('The filter finds events with one of several statuses', async () => {
      const tags = ['Filtered']
      await service.send('POST', '/tags', { as: 'editor', json: { name: 'Filtered' } })
      const ids: Record<string, number> = {}
      for (const event_status of ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved-online'])
        ids[event_status] = (await create({ tags, event_status })).id
      assert.deepEqual(await findIds('tags=filtered&event_status=canceled'), [ids['canceled']])
      assert.deepEqual(await findIds('tags=filtered&event_status=scheduled,postponed'), [
        ids['scheduled'],
        ids['postponed'],
      ])
      assert.deepEqual(await findIds('tags=filtered&event_status[]=canceled&event_status[]=moved-online'), [
        ids['canceled'],
        ids['moved-online'],
      ])
      const { json } = await service.send('GET', '/events?tags=filtered&event_status=canceled,postponed&per_page=1')
      assert.equal(new URL(json.next_rest_url).searchParams.get('event_status'), 'canceled,postponed')
      for (const bad of ['', 'cancel', 'canceled,other']) {
        const { status, json } = await service.send('GET', `/events?event_status=${bad}`)
        assert.deepEqual([status, Object.keys(json.data.params)], [400, ['event_status']], bad)
      }
    })

    test('A protected event shows its status like its dates, but not the reason', async () => {
      const { id } = await create({ event_status: 'canceled', event_status_reason: 'Secret', post_password: 'hush' })
      const { events } = (await service.send('GET', `/events?include=${id}`)).json
      assert.deepEqual([events[0].event_status, 'event_status_reason' in events[0]], ['canceled', false])
      assert.deepEqual(await findIds(`include=${id}&event_status=canceled`), [id])
    })

    test('An unknown status is invalid', async () => {
      for (const [name, value] of [
        ['event_status', 'cancel'],
        ['attendance_mode', 'remote'],
        ['virtual_url_visibility', 'never'],
      ] as const) {
        const json = { ...EVENT, title: 'Bad', [name]: value }
        const response = await service.send('POST', '/events?strict=1', { as: 'author', json })
        assert.deepEqual([response.status, Object.keys(response.json.data.params)], [400, [name]])
      }
    })

    test('Feeds contain canceled events, and their sequence increases with every change', async () => {
      const { id } = await create({})
      const ical = async () => (await service.send('GET', `/events.ics?include=${id}`)).text
      const sequence = (text: string) => Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1])
      const before = await ical()
      assert.match(before, /^STATUS:CONFIRMED/m)
      await change(id, { event_status: 'canceled', event_status_reason: 'Storm' })
      const canceled = await ical()
      assert.match(canceled, /^STATUS:CANCELLED\r\nCOMMENT:Storm\r$/m)
      assert.ok(sequence(canceled) > sequence(before))
      const [component] = new ICAL.Component(ICAL.parse(canceled)).getAllSubcomponents('vevent')
      assert.equal(component?.getFirstPropertyValue('status'), 'CANCELLED')
      await change(id, { event_status: 'postponed' })
      assert.match(await ical(), /^STATUS:TENTATIVE/m)
      const rss = await service.send('GET', `/events.rss?include=${id}`)
      assert.match(rss.text, /<title>Postponed: Evening/)
      const [header = '', row = ''] = (await service.send('GET', `/events.csv?include=${id}`)).text.split('\r\n')
      assert.equal(row.split(',')[header.split(',').indexOf('event_status')], 'postponed')
    })
  })
}
