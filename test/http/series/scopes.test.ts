/** Writes of one occurrence, of the following ones, and of all. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createWeekly, getDates, listOccurrences } from '../../helper/series/series-calendar.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Scopes of series on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const write = async (id: number, json: Json): Promise<Json> => {
      const response = await service.send('POST', `/events/${id}`, { as: 'admin', json })
      assert.equal(response.status, 200, response.text)
      return response.json
    }
    const getTitles = (events: Json[]): string[] => events.map(({ title }) => title)

    test('scope=this changes one event, which later edits of all leave unchanged', async () => {
      const { series } = await createWeekly(service)
      const events = await listOccurrences(service, series.id)
      const edited = await write(events[2].id, { title: 'Special' })
      assert.equal(edited.series.is_edited, true)
      assert.equal(edited.series_changes, undefined)
      const all = await write(events[0].id, { title: 'Pilates', scope: 'all', cost: '5' })
      assert.deepEqual(all.series_changes, { updated: 5, created: 0, trashed: 0, unchanged: 1 })
      const later = await listOccurrences(service, series.id)
      assert.deepEqual(getTitles(later), ['Pilates', 'Pilates', 'Special', 'Pilates', 'Pilates', 'Pilates'])
      assert.deepEqual(
        later.map(({ id, slug }) => [id, slug]),
        events.map(({ id, slug }) => [id, slug]),
      )
    })

    test('scope=all changes the time of day of all, but not their days', async () => {
      const { id, series } = await createWeekly(service)
      await write(id, { start_date: '2027-01-05 18:00', end_date: '2027-01-05 19:00', scope: 'all' })
      const events = await listOccurrences(service, series.id)
      assert.ok(events.every(({ start_date, end_date }) => /18:00:00$/.test(start_date) && /19:00:00$/.test(end_date)))
      const moved = await service.send('POST', `/events/${id}`, {
        as: 'admin',
        json: { start_date: '2027-01-06 18:00', end_date: '2027-01-06 19:00', scope: 'all' },
      })
      assert.equal(moved.status, 400)
      assert.match(moved.json.data.params.start_date, /send a new recurrence/)
    })

    test('scope=all and a new recurrence include added dates before the first date of the rule', async () => {
      const recurrence = { rrule: 'FREQ=WEEKLY;BYMONTH=10;COUNT=3', rdate: ['2027-03-06'] }
      const { id, series } = await createWeekly(service, { recurrence })
      const dates = getDates(await listOccurrences(service, series.id))
      assert.deepEqual(dates, ['2027-03-06', '2027-10-05', '2027-10-12', '2027-10-19'])
      await write(id, { title: 'Pilates', scope: 'all' })
      await write(id, { recurrence: { ...recurrence, exdate: ['2027-10-12'] }, scope: 'all' })
      const events = await listOccurrences(service, series.id)
      assert.deepEqual(getDates(events), ['2027-03-06', '2027-10-05', '2027-10-19'])
      assert.deepEqual(getTitles(events), ['Pilates', 'Pilates', 'Pilates'])
    })

    test('scope=following splits the series and keeps the IDs', async () => {
      const { series } = await createWeekly(service)
      const events = await listOccurrences(service, series.id)
      const edited = await write(events[4].id, { title: 'Special' })
      const readSeriesId = async () => (await service.send('GET', `/events/${edited.id}`)).json.series.id
      assert.equal(await readSeriesId(), series.id)
      const split = await write(events[3].id, { title: 'Advanced', scope: 'following' })
      assert.notEqual(split.series.id, series.id)
      assert.equal(await readSeriesId(), split.series.id)
      assert.deepEqual(split.series_changes, { updated: 2, created: 0, trashed: 0, unchanged: 1 })
      assert.deepEqual(getTitles(await listOccurrences(service, series.id)), ['Yoga', 'Yoga', 'Yoga'])
      const later = await listOccurrences(service, split.series.id)
      assert.deepEqual(getTitles(later), ['Advanced', 'Special', 'Advanced'])
      assert.deepEqual(
        later.map(({ id }) => id),
        events.slice(3).map(({ id }) => id),
      )
      assert.equal(edited.id, later[1].id)
      const { json: before } = await service.send('GET', `/series/${series.id}`)
      const { json: after } = await service.send('GET', `/series/${split.series.id}`)
      assert.equal(before.recurrence.rrule, 'FREQ=WEEKLY;UNTIL=20270125')
      assert.equal(after.recurrence.rrule, 'FREQ=WEEKLY;COUNT=3')
    })

    test('A new recurrence keeps the IDs of dates that remain and the events that were edited', async () => {
      const { id, series } = await createWeekly(service)
      const events = await listOccurrences(service, series.id)
      await write(events[1].id, { title: 'Special' })
      const { series_changes } = await write(id, {
        scope: 'all',
        recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4' },
      })
      assert.deepEqual(series_changes, { updated: 0, created: 1, trashed: 2, unchanged: 1 })
      const later = await listOccurrences(service, series.id)
      assert.deepEqual(getDates(later), ['2027-01-05', '2027-01-12', '2027-01-19', '2027-02-02', '2027-02-16'])
      assert.deepEqual(
        later.slice(0, 4).map(({ id }) => id),
        [events[0].id, events[1].id, events[2].id, events[4].id],
      )
      const { json } = await service.send('GET', `/series/${series.id}`)
      assert.deepEqual(json.recurrence, { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4', rdate: ['2027-01-12'], exdate: [] })
    })

    test('Restoring an occurrence that the rule does not select any more adds its date', async () => {
      const { series } = await createWeekly(service)
      const [, second, third] = await listOccurrences(service, series.id)
      await service.send('DELETE', `/events/${second.id}`, { as: 'admin' })
      await service.send('DELETE', `/events/${third.id}?scope=following`, { as: 'admin' })
      const restore = (id: number) =>
        service.send('POST', `/events/${id}`, { as: 'admin', json: { status: 'publish' } })
      await restore(second.id)
      await restore(third.id)
      const { recurrence } = (await service.send('GET', `/series/${series.id}`)).json
      assert.deepEqual([recurrence.rdate, recurrence.exdate], [['2027-01-19'], []])
      await service.send('POST', `/series/${series.id}`, { as: 'admin', json: { title: 'Hatha yoga' } })
      const remaining = await listOccurrences(service, series.id)
      assert.deepEqual(getDates(remaining), ['2027-01-05', '2027-01-12', '2027-01-19'])
    })

    test('DELETE of an occurrence excludes its date, and restoring it includes it again', async () => {
      const { series } = await createWeekly(service)
      const [, second] = await listOccurrences(service, series.id)
      await service.send('DELETE', `/events/${second.id}`, { as: 'admin' })
      const read = async () => (await service.send('GET', `/series/${series.id}`)).json.recurrence.exdate
      assert.deepEqual(await read(), ['2027-01-12'])
      assert.equal((await listOccurrences(service, series.id)).length, 5)
      await write(second.id, { status: 'publish' })
      assert.deepEqual(await read(), [])
      assert.equal((await listOccurrences(service, series.id)).length, 6)
    })

    test('DELETE with a scope trashes what was not edited, and ends or trashes the series', async () => {
      const { id, series } = await createWeekly(service)
      const events = await listOccurrences(service, series.id)
      await write(events[5].id, { title: 'Special' })
      const following = await service.send('DELETE', `/events/${events[3].id}?scope=following`, { as: 'admin' })
      assert.equal(following.status, 200)
      assert.deepEqual(following.json.series_changes, { updated: 0, created: 0, trashed: 2, unchanged: 1 })
      assert.deepEqual(getTitles(await listOccurrences(service, series.id)), ['Yoga', 'Yoga', 'Yoga', 'Special'])
      const all = await service.send('DELETE', `/events/${id}?scope=all`, { as: 'admin' })
      assert.deepEqual(all.json.series_changes, { updated: 0, created: 0, trashed: 3, unchanged: 1 })
      await service.send('DELETE', `/series/${series.id}`, { as: 'admin' })
      assert.equal((await service.send('GET', `/series/${series.id}`)).status, 200)
      await service.send('DELETE', `/events/${events[5].id}`, { as: 'admin' })
    })

    test('A series without events left is in the trash', async () => {
      const { series } = await createWeekly(service)
      assert.equal((await service.send('DELETE', `/series/${series.id}`, { as: 'admin' })).status, 200)
      assert.equal((await service.send('GET', `/series/${series.id}`, { as: 'admin' })).status, 410)
      assert.equal((await service.send('GET', `/series/${series.id}`)).status, 404)
    })

    test('POST /events/{id}/detach makes an event of its own and excludes its date', async () => {
      const { series } = await createWeekly(service)
      const [, second] = await listOccurrences(service, series.id)
      const { status, json } = await service.send('POST', `/events/${second.id}/detach`, { as: 'admin' })
      assert.equal(status, 200)
      assert.equal(json.series, undefined)
      assert.equal((await listOccurrences(service, series.id)).length, 5)
      const again = await service.send('POST', `/events/${second.id}/detach`, { as: 'admin' })
      assert.equal(again.json.code, 'event-not-in-series')
    })

    test('Scopes and recurrences are rejected for events without a series', async () => {
      const { json } = await service.send('POST', '/events', {
        as: 'admin',
        json: { title: 'One', start_date: '2027-01-01', end_date: '2027-01-01' },
      })
      const send = async (body: Json) =>
        (await service.send('POST', `/events/${json.id}`, { as: 'admin', json: body })).json
      assert.equal((await send({ title: 'Two', scope: 'all' })).code, 'event-not-in-series')
      assert.match((await send({ recurrence: 'FREQ=DAILY' })).data.params.recurrence, /scope/)
    })
  })
}
