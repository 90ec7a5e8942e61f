/** Updates that depend on the stored event: shifted dates, added and removed categories. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Relative updates on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2027-01-01T12:00:00Z', env: { DAY_CUTOFF: '06:00' } })
    })
    after(() => service.stop())

    const send = (path: string, json: Json, as: 'admin' | 'author' = 'admin') =>
      service.send('POST', path, { as, json })
    async function create(json: Json): Promise<Json> {
      const dates = { start_date: '2027-03-25 20:00:00', end_date: '2027-03-25 23:00:00', timezone: 'Europe/Berlin' }
      const response = await send('/events', { title: 'Shifted', ...dates, ...json })
      assert.equal(response.status, 201, response.text)
      return response.json
    }
    async function update(id: number, json: Json): Promise<Json> {
      const response = await send(`/events/${id}`, json)
      assert.equal(response.status, 200, response.text)
      return response.json
    }
    const getDates = ({ start_date, end_date, utc_start_date }: Json) => [start_date, end_date, utc_start_date]

    test('shift_days keeps the wall time across a clock change, and the opposite restores the dates', async () => {
      const event = await create({})
      assert.equal(event.utc_start_date, '2027-03-25 19:00:00')
      const shifted = await update(event.id, { shift_days: 7 })
      assert.deepEqual(getDates(shifted), ['2027-04-01 20:00:00', '2027-04-01 23:00:00', '2027-04-01 18:00:00'])
      assert.deepEqual(getDates(await update(event.id, { shift_days: -7 })), getDates(event))
    })

    test('shift_days moves a time that the clock change skips forward', async () => {
      const event = await create({ start_date: '2027-03-21 02:30:00', end_date: '2027-03-21 02:45:00' })
      const shifted = await update(event.id, { shift_days: 7 })
      assert.deepEqual(getDates(shifted), ['2027-03-28 03:30:00', '2027-03-28 03:45:00', '2027-03-28 01:30:00'])
    })

    test('shift_days keeps the number of days of an all-day event that ends at the cutoff of the next date', async () => {
      const event = await create({ all_day: true, start_date: '2027-03-25', end_date: '2027-03-26' })
      const shifted = await update(event.id, { shift_days: 1 })
      assert.deepEqual(
        [shifted.start_date, shifted.end_date, shifted.all_day],
        ['2027-03-26 06:00:00', '2027-03-28 05:59:59', true],
      )
    })

    test('categories_add and categories_remove change only these', async () => {
      const ids: number[] = []
      for (const name of ['Music', 'Jazz', 'Late']) ids.push((await send('/categories', { name })).json.id)
      const [music = 0, jazz = 0, late = 0] = ids
      const event = await create({ categories: [music, jazz], tags: ['live'] })
      const changed = await update(event.id, { categories_add: [late, jazz], categories_remove: [music] })
      assert.deepEqual(
        changed.categories.map(({ name }: Json) => name),
        ['Jazz', 'Late'],
      )
      assert.deepEqual(
        changed.tags.map(({ name }: Json) => name),
        ['live'],
      )
      const without = await update(event.id, { categories_remove: `${jazz},${late}` })
      assert.deepEqual(without.categories, [])
    })

    test('A category named like the ID of another one is not confused with it', async () => {
      const { id } = (await send('/categories', { name: 'Theater' })).json
      const other = (await send('/categories', { name: String(id), slug: String(id) })).json
      const event = await create({})
      const changed = await update(event.id, { categories_add: [id] })
      assert.deepEqual(
        changed.categories.map((one: Json) => one.id),
        [id],
      )
      assert.notEqual(other.id, id)
    })

    test('Invalid and contradictory values are errors of their fields, and change nothing', async () => {
      const event = await create({})
      const cases: readonly (readonly [Json, string])[] = [
        [{ shift_days: 'x' }, 'shift_days'],
        [{ shift_days: 1.5 }, 'shift_days'],
        [{ shift_days: 3661 }, 'shift_days'],
        [{ shift_days: 1, start_date: '2027-05-01 10:00' }, 'shift_days'],
        [{ categories_add: [999999] }, 'categories_add'],
        [{ categories_remove: [999999], title: 'No' }, 'categories_remove'],
      ]
      for (const [json, name] of cases) {
        const { status, json: body } = await send(`/events/${event.id}`, json)
        assert.equal(status, 400, JSON.stringify(json))
        assert.deepEqual(Object.keys(body.data.params), [name])
      }
      const { json: stored } = await service.send('GET', `/events/${event.id}`)
      assert.deepEqual([stored.title, ...getDates(stored)], ['Shifted', ...getDates(event)])
    })

    test('An atomic batch shifts all events or none', async () => {
      const [first, second] = [await create({}), await create({})]
      const batch = (ids: readonly number[]) =>
        send('/batch', {
          atomic: true,
          requests: ids.map((id) => ({ method: 'POST', path: `/events/${id}`, body: { shift_days: 1 } })),
        })
      const { status, json } = await batch([first.id, second.id, 999_999])
      assert.deepEqual([status, json.data.failed], [404, 2])
      assert.deepEqual(getDates((await service.send('GET', `/events/${first.id}`)).json), getDates(first))
      assert.equal((await batch([first.id, second.id])).status, 200)
      const { json: moved } = await service.send('GET', `/events/${second.id}`)
      assert.equal(moved.start_date, '2027-03-26 20:00:00')
    })

    test('With scope=all, the occurrences of a series cannot be shifted to another day', async () => {
      const event = await create({ recurrence: 'FREQ=WEEKLY;COUNT=3' })
      assert.equal((await send(`/events/${event.id}`, { shift_days: 1, scope: 'all' })).status, 400)
      const alone = await update(event.id, { shift_days: 1 })
      assert.deepEqual([alone.start_date, alone.series.is_edited], ['2027-03-26 20:00:00', true])
    })
  })
}
