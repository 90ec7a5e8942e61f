/** Writes of series show in cached responses, and leave stored fragments, counts and tables of lists correct. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkDatabase } from '../../../src/calendar/check-integrity.ts'
import { createFragmentJob } from '../../../src/calendar/fragments/render-fragments.ts'
import { joinSeries } from '../../../src/calendar/series/join-series.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createWeekly, listOccurrences } from '../../helper/series/series-calendar.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const CATEGORY = { venue: { venue: 'Hall' }, categories: ['Courses'] }

for (const engine of ONE_ENGINE) {
  describe(`Caches and series on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    /** A response is cached on its second request. */
    async function readCached(path: string): Promise<Json> {
      await service.send('GET', path)
      await service.send('GET', path)
      return (await service.send('GET', path)).json
    }
    const readAll = (ids: readonly number[]) => Promise.all(ids.map((id) => readCached(`/events/${id}`)))
    const write = async (method: string, path: string, json?: Json): Promise<Json> => {
      const response = await service.send(method, path, { as: 'admin', json })
      assert.ok(response.status < 300, response.text)
      return response.json
    }
    const assertConsistent = async () => assert.deepEqual(await checkDatabase(service.services), [])

    test('A change of following events shows in their cached responses, with the series they moved to', async () => {
      const { series } = await createWeekly(service, CATEGORY)
      const ids = (await listOccurrences(service, series.id)).map(({ id }) => id)
      await createFragmentJob()(service.services, new AbortController().signal)
      await assertConsistent()
      await readAll(ids)
      const changed = await write('POST', `/events/${ids[2]}`, { title: 'Pilates', scope: 'following' })
      assert.equal(changed.title, 'Pilates')
      assert.notEqual(changed.series.id, series.id)
      const events = await readAll(ids)
      assert.deepEqual(
        events.map(({ title }) => title),
        ['Yoga', 'Yoga', 'Pilates', 'Pilates', 'Pilates', 'Pilates'],
      )
      assert.deepEqual(
        events.map((event) => event.series.id),
        [...[series.id, series.id], ...[1, 2, 3, 4].map(() => changed.series.id)],
      )
      await assertConsistent()
    })

    test('Times of a series, single edits and detached events are stored as the responses show them', async () => {
      const { series } = await createWeekly(service, CATEGORY)
      const ids = (await listOccurrences(service, series.id)).map(({ id }) => id)
      await readAll(ids)
      await write('POST', `/events/${ids[1]}`, { title: 'Special' })
      await write('POST', `/series/${series.id}`, { start_date: '2027-01-05 18:00', end_date: '2027-01-05 19:00' })
      await write('POST', `/events/${ids[3]}/detach`)
      const [first, special, third, detached] = await readAll(ids)
      assert.equal(first.start_date, '2027-01-05 18:00:00')
      assert.deepEqual([special.title, special.series.is_edited], ['Special', true])
      assert.equal(third.start_date, '2027-01-19 18:00:00')
      assert.equal(detached.series, undefined)
      const rows = await service.services.database.read
        .selectFrom('events')
        .select(['id', 'start_date', 'series_id', 'series_edited'])
        .where('id', 'in', ids.slice(0, 4))
        .orderBy('id')
        .execute()
      assert.deepEqual(
        rows.map((row) => [row.start_date.slice(11), row.series_id, row.series_edited]),
        [
          ['18:00:00', series.id, 0],
          ['19:00:00', series.id, 1],
          ['18:00:00', series.id, 0],
          ['18:00:00', 0, 0],
        ],
      )
      await assertConsistent()
    })

    test('The count of a term in cached responses includes new and trashed events of a series', async () => {
      const [{ id }] = (await readCached('/categories')).categories
      const countBefore = (await readCached(`/categories/${id}`)).count
      const { series } = await createWeekly(service, CATEGORY)
      const [{ id: eventId }] = await listOccurrences(service, series.id)
      assert.equal((await readCached(`/events/${eventId}`)).categories[0].count, countBefore + 6)
      assert.equal((await readCached(`/categories/${id}`)).count, countBefore + 6)
      await write('POST', `/series/${series.id}`, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=8' } })
      assert.equal((await readCached(`/events/${eventId}`)).categories[0].count, countBefore + 8)
      await write('DELETE', `/series/${series.id}`)
      assert.equal((await readCached(`/categories/${id}`)).count, countBefore)
      await assertConsistent()
    })

    test('Joined events show their series although their responses were cached', async () => {
      const created = []
      for (const day of ['04', '11', '18']) {
        const dates = { start_date: `2027-05-${day} 10:00`, end_date: `2027-05-${day} 11:00` }
        created.push(await write('POST', '/events', { title: 'Walk', ...dates }))
      }
      const ids = created.map(({ id }) => id)
      assert.ok((await readAll(ids)).every((event) => event.series === undefined))
      const { id } = await service.services.database.transaction((tx) => joinSeries(tx, ids, '2026-11-22 10:00:00'))
      assert.deepEqual(
        (await readAll(ids)).map((event) => event.series.id),
        ids.map(() => id),
      )
      await assertConsistent()
    })

    test('Totals of public lists with series are those of their conditions, also with an external ID', async () => {
      const query = 'start_date=2028-01-01&end_date=2028-12-31'
      const start = { start_date: '2028-01-04 19:00', end_date: '2028-01-04 20:00' }
      const { id, series } = await createWeekly(service, { ...start, ...CATEGORY, external_id: 'feed:1' })
      const getTotal = async (more: string) => (await readCached(`/events?${query}${more}`)).total
      const totals = () => Promise.all(['', '&collapse=series', `&series=${series.id}`].map(getTotal))
      assert.deepEqual(await totals(), [6, 1, 6])
      assert.equal((await readCached(`/events/${id}`)).external_id, 'feed:1')
      await write('DELETE', `/events/${id}`)
      assert.deepEqual(await totals(), [5, 1, 5])
      const { categories } = await readCached('/categories')
      const courses = categories.find(({ name }: Json) => name === 'Courses')
      assert.equal(await getTotal(`&categories=${courses.id}&collapse=series`), 1)
      assert.equal(await getTotal(`&categories=${courses.id}`), 5)
    })
  })
}
