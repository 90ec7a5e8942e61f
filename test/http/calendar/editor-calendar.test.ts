/** The calendar of editors: all events of a period with few fields. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const PERIOD = 'from=2027-03-01&to=2027-03-31'

for (const engine of ONE_ENGINE) {
  describe(`The calendar of editors on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    async function create(json: Json, as: TestUser = 'editor', plural = 'events'): Promise<Json> {
      const response = await service.send('POST', `/${plural}`, { as, json })
      assert.equal(response.status, 201, response.text)
      return response.json
    }

    const onDay = (day: string, title: string, more: Json = {}) => ({
      ...{ title, start_date: `2027-03-${day} 10:00:00`, end_date: `2027-03-${day} 12:00:00`, ...more },
    })

    async function read(as: TestUser, query = ''): Promise<Json> {
      const response = await service.send('GET', `/events/calendar?${PERIOD}${query}`, { as })
      assert.equal(response.status, 200, response.text)
      return response.json
    }

    const titles = ({ events }: Json): string[] => events.map(({ title }: Json) => title)

    test('It contains drafts, hidden and running events of the period in one response, with few fields', async () => {
      const category = await create({ name: 'Music' }, 'editor', 'categories')
      const published = { status: 'publish', categories: [category.id], featured: true }
      const { id } = await create(onDay('10', 'Concert & "more"', { ...published, event_status: 'canceled' }))
      await create(onDay('09', 'Draft', { status: 'draft' }))
      await create(onDay('11', 'Hidden', { status: 'publish', hide_from_listings: true }))
      await create({ title: 'Running', start_date: '2027-02-20', end_date: '2027-03-02', status: 'publish' })
      await create(onDay('01', 'First', { status: 'publish' }))
      await create(onDay('31', 'Last', { status: 'publish' }))
      await create({ title: 'Later', start_date: '2027-04-01 10:00', end_date: '2027-04-01 12:00', status: 'publish' })
      const calendar = await read('editor')
      assert.deepEqual(titles(calendar), ['Running', 'First', 'Draft', 'Concert & "more"', 'Hidden', 'Last'])
      assert.equal(calendar.total, 6)
      assert.deepEqual(calendar.events[3], {
        ...{ id, title: 'Concert & "more"', status: 'publish' },
        ...{
          start_date: '2027-03-10 10:00:00',
          end_date: '2027-03-10 12:00:00',
          utc_start_date: '2027-03-10 15:00:00',
        },
        ...{
          timezone: 'America/New_York',
          all_day: false,
          featured: true,
          hidden: false,
          event_status: 'canceled',
          series: null,
        },
        ...{ categories: [category.id], can_edit: true },
      })
      assert.deepEqual(titles(await read('editor', `&categories=${category.id}`)), ['Concert & "more"'])
      assert.deepEqual(titles(await read('editor', '&status=draft')), ['Draft'])
      assert.deepEqual(titles(await read('editor', '&search=running')), ['Running'])
    })

    test('Authors see what they may read, and of protected events only what is visible', async () => {
      await create(onDay('20', 'Draft of an editor', { status: 'draft' }))
      await create(onDay('21', 'Protected', { status: 'publish', post_password: 'secret', featured: true }))
      await create(onDay('22', 'Own draft', { status: 'draft' }), 'author')
      const { events } = await read('author')
      const find = (title: string) => events.find((event: Json) => event.title === title)
      assert.equal(find('Draft of an editor'), undefined)
      const { featured, all_day, hidden, categories, can_edit } = find('Protected')
      assert.deepEqual([featured, all_day, hidden, categories, can_edit], [null, null, null, [], false])
      assert.equal(find('Own draft').can_edit, true)
      assert.equal(find('Hidden'), undefined)
    })

    test('A change of an event is in the next response', async () => {
      const { id } = await create(onDay('25', 'Moves', { status: 'publish' }))
      const find = async () => (await read('editor')).events.find((event: Json) => event.id === id)
      await find()
      assert.equal((await find()).start_date, '2027-03-25 10:00:00')
      const json = { start_date: '2027-03-26 10:00:00', end_date: '2027-03-26 12:00:00' }
      await service.send('POST', `/events/${id}`, { as: 'editor', json })
      assert.equal((await find()).start_date, '2027-03-26 10:00:00')
    })

    test('It needs a period and the right to write', async () => {
      const status = async (query: string, as?: TestUser) =>
        (await service.send('GET', `/events/calendar${query}`, { ...(as && { as }) })).status
      assert.deepEqual(
        [await status('?from=2027-03-01', 'editor'), await status('?from=never&to=2027-04-01', 'editor')],
        [400, 400],
      )
      assert.deepEqual([await status(`?${PERIOD}`), await status(`?${PERIOD}`, 'subscriber')], [401, 403])
    })

    test('It is not limited by the size of pages', async () => {
      const requests = Array.from({ length: 100 }, (_, index) => ({
        ...{ method: 'POST', path: '/events' },
        body: {
          title: `Event ${index}`,
          start_date: '2028-05-02 10:00',
          end_date: '2028-05-02 11:00',
          status: 'publish',
        },
      }))
      for (let batch = 0; batch < 2; batch++)
        assert.equal((await service.send('POST', '/batch', { as: 'editor', json: { requests } })).status, 200)
      const { json } = await service.send('GET', '/events/calendar?from=2028-05-01&to=2028-05-31', { as: 'editor' })
      assert.deepEqual([json.events.length, json.total], [200, 200])
    })
  })
}
