/** `POST /events/copy`: a week of the calendar, copied to another one. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const WEEK = { start_date: '2027-03-22', end_date: '2027-03-28', days: 7 }

for (const engine of ONE_ENGINE) {
  describe(`Copies of events on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2027-03-20T12:00:00Z', env: { SITE_TIMEZONE: 'Europe/Berlin' } })
      await create('Concert', '2027-03-26 20:00', {
        categories: ['Music'],
        tags: ['live'],
        venue: { venue: 'Hall' },
        organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
        featured: true,
        external_id: 'crm:1',
        event_status: 'canceled',
        event_status_reason: 'Ill',
        description: '<p>Loud &amp; long.</p>',
        tickets: [
          { name: 'Seat', price: '10', currency: 'EUR', available_until: '2027-03-26 19:00', availability: 'SoldOut' },
        ],
      })
      await create('Talk', '2027-03-22 00:00', { post_password: 'secret', categories: ['Music'] }, 'author')
      await create('Draft', '2027-03-28 23:00', { status: 'draft', end_date: '2027-03-29 02:00' }, 'author2')
      await create('Course', '2027-03-24 10:00', { recurrence: 'FREQ=WEEKLY;COUNT=2' })
      await create('Before', '2027-03-21 23:59', { end_date: '2027-03-25 10:00' })
      await create('After', '2027-03-29 00:00', { end_date: '2027-03-29 10:00' })
      const trashed = await create('Trashed', '2027-03-25 10:00')
      await service.send('DELETE', `/events/${trashed.id}`, { as: 'admin' })
    })
    after(() => service.stop())

    async function create(title: string, start_date: string, json: Json = {}, as: TestUser = 'admin'): Promise<Json> {
      const dates = { start_date, end_date: `${start_date.slice(0, 10)} 23:30` }
      const response = await service.send('POST', '/events', { as, json: { title, ...dates, ...json } })
      assert.equal(response.status, 201, response.text)
      return response.json
    }
    async function copy(json: Json, as: TestUser = 'editor'): Promise<Json> {
      const response = await service.send('POST', '/events/copy', { as, json })
      assert.equal(response.status, 200, response.text)
      return response.json
    }
    const getTitles = (copies: readonly Json[]) => copies.map(({ title }) => title)
    const read = async (id: number): Promise<Json> => (await service.send('GET', `/events/${id}`, { as: 'admin' })).json
    const removeAll = async ({ copies }: Json) => {
      for (const { id } of copies) await service.send('DELETE', `/events/${id}?permanent=true`, { as: 'admin' })
    }
    const count = async (): Promise<number> =>
      (await service.send('GET', '/events?status=any&start_date=2020-01-01', { as: 'admin' })).json.total

    test('A dry run shows the copies and writes nothing', async () => {
      const before = await count()
      const preview = await copy({ ...WEEK, dry_run: true })
      assert.deepEqual(getTitles(preview.copies), ['Talk', 'Concert', 'Draft'])
      assert.equal(await count(), before)
    })

    test('The copies are drafts at the same wall time a week later, with venue, organizers, terms and texts', async () => {
      const copied = await copy(WEEK)
      assert.deepEqual([copied.total, copied.skipped], [3, []])
      const [, { id, source }] = copied.copies
      const [event, original] = [await read(id), await read(source)]
      const { status, start_date, utc_start_date, end_date, featured, description, author } = event
      assert.deepEqual(
        { status, start_date, utc_start_date, end_date, featured, description, author },
        {
          status: 'draft',
          start_date: '2027-04-02 20:00:00',
          utc_start_date: '2027-04-02 18:00:00',
          end_date: '2027-04-02 23:30:00',
          featured: true,
          description: original.description,
          author: String(service.ids.editor),
        },
      )
      assert.equal(original.utc_start_date, '2027-03-26 19:00:00')
      for (const name of ['venue', 'organizer', 'categories', 'tags'])
        assert.deepEqual(
          [event[name]].flat().map((one: Json) => one.id),
          [original[name]].flat().map((one: Json) => one.id),
          name,
        )
      assert.deepEqual(
        [event.event_status, event.event_status_reason, event.external_id],
        [undefined, undefined, undefined],
      )
      assert.deepEqual(
        [event.tickets[0].available_until, event.tickets[0].availability],
        ['2027-04-02 19:00:00', 'InStock'],
      )
      assert.equal((await read(source)).event_status, 'canceled')
      await removeAll(copied)
    })

    test('Repeated, it copies nothing twice; events copied in the meantime are named', async () => {
      const first = await copy({ ...WEEK, exclude: [(await copy({ ...WEEK, dry_run: true })).copies[2].source] })
      const second = await copy(WEEK)
      assert.deepEqual(getTitles(second.copies), ['Draft'])
      assert.deepEqual(getTitles(second.skipped), ['Talk', 'Concert'])
      await removeAll(first)
      await removeAll(second)
    })

    test('Published copies count for their terms, except protected ones, and have unique slugs', async () => {
      const getCount = async () => (await service.send('GET', '/categories?search=Music')).json.categories[0].count
      const before = await getCount()
      const copied = await copy({ ...WEEK, status: 'publish' })
      assert.equal(await getCount(), before + 1)
      const concert = await read(copied.copies[1].id)
      assert.deepEqual([concert.status, concert.slug], ['publish', 'concert-2'])
      const talk = await service.send('GET', `/events/${copied.copies[0].id}`)
      assert.equal(talk.json.code, 'event-password-protected')
      const found = await service.send('GET', '/events?search=concert&start_date=2027-04-01')
      assert.deepEqual(getTitles(found.json.events), ['Concert'])
      await removeAll(copied)
      assert.equal(await getCount(), before)
    })

    test('Events of series are copied on request, as events of their own', async () => {
      const copied = await copy({ ...WEEK, days: 8, occurrences: true })
      const course = copied.copies.find(({ title }: Json) => title === 'Course')
      assert.equal((await read(course.id)).series, undefined)
      await removeAll(copied)
    })

    test('Authors and contributors copy the events that they may edit, with the statuses that they may set', async () => {
      const own = await copy({ ...WEEK, status: 'publish' }, 'author')
      assert.deepEqual(getTitles(own.copies), ['Talk'])
      await removeAll(own)
      const mine = await create('Mine', '2027-03-23 10:00', {}, 'contributor')
      const pending = await copy({ include: [mine.id], days: 1, status: 'publish' }, 'contributor')
      assert.equal(pending.copies[0].status, 'pending')
      await removeAll(pending)
      await service.send('DELETE', `/events/${mine.id}?permanent=true`, { as: 'admin' })
      const forbidden = await service.send('POST', '/events/copy', { as: 'subscriber', json: WEEK })
      assert.equal(forbidden.status, 403)
    })

    test('A missing period, an end before the start and invalid days are errors of their fields', async () => {
      const getParams = async (json: Json) => {
        const response = await service.send('POST', '/events/copy', { as: 'editor', json })
        assert.equal(response.status, 400, response.text)
        return [response.json.data.params].flatMap((params) => (Array.isArray(params) ? params : Object.keys(params)))
      }
      assert.deepEqual(await getParams({ days: 7 }), ['start_date'])
      assert.deepEqual(await getParams({ ...WEEK, end_date: '2027-03-01' }), ['end_date'])
      assert.deepEqual(await getParams({ ...WEEK, days: 'x' }), ['days'])
      assert.deepEqual(await getParams({ start_date: '2027-03-22', end_date: '2027-03-28' }), ['days'])
      assert.deepEqual(await getParams({ ...WEEK, status: 'trash' }), ['status'])
    })

    test('At most 500 events are copied at once', async () => {
      const first = await create('Daily', '2024-01-01 10:00', { recurrence: 'FREQ=DAILY;COUNT=501' })
      const period = { start_date: '2024-01-01', days: 700, occurrences: true, dry_run: true }
      assert.equal((await copy({ ...period, end_date: '2025-05-14' })).copies.length, 500)
      const json = { ...period, end_date: '2025-05-15' }
      const refused = await service.send('POST', '/events/copy', { as: 'editor', json })
      assert.deepEqual([refused.status, Object.keys(refused.json.data.params)], [400, ['end_date']])
      assert.match(refused.json.data.params.end_date, /500/)
      await service.send('DELETE', `/events/${first.id}?scope=all&permanent=true`, { as: 'admin' })
    })

    test('The history of a copy has one entry of the user who copied it', async () => {
      const copied = await copy(WEEK)
      const { id } = copied.copies[1]
      const { json } = await service.send('GET', `/events/${id}/history`, { as: 'editor' })
      assert.equal(json.total, 1)
      assert.deepEqual([json.history[0].action, json.history[0].user.id], ['create', service.ids.editor])
      await removeAll(copied)
    })
  })
}
