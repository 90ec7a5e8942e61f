/** Restoring records from the trash, and deleting them permanently (decisions: Restore). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkDatabase } from '../../../src/calendar/check-integrity.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 12:00:00' }

for (const engine of SPLIT_ENGINES) {
  describe(`trash on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const send = (method: string, path: string, json?: object, as: TestUser = 'editor') =>
      service.send(method, path, { as, ...(json && { json }) })
    const create = async (path: string, json: object, as: TestUser = 'editor'): Promise<Json> => {
      const response = await send('POST', path, json, as)
      assert.equal(response.status, 201, response.text)
      return response.json
    }
    const readEvent = async (id: number): Promise<Json> => (await send('GET', `/events/${id}`)).json

    test('POST .../restore sets the status from before the trash', async () => {
      for (const status of ['publish', 'draft', 'pending', 'private'] as const)
        for (const [path, json] of [
          ['/events', EVENT],
          ['/venues', { venue: `Hall ${status}` }],
          ['/organizers', { organizer: `Ann ${status}` }],
        ] as const) {
          const { id, slug } = await create(path, { ...json, status })
          await send('DELETE', `${path}/${id}`)
          const restored = await send('POST', `${path}/${id}/restore`)
          assert.equal(restored.status, 200, restored.text)
          assert.equal(restored.json.status, status)
          assert.equal(restored.json.slug, slug)
        }
    })

    test('POST .../by-slug/{slug}/restore restores a record by its slug', async () => {
      for (const [path, json] of [
        ['/events', { ...EVENT, title: 'By slug' }],
        ['/venues', { venue: 'By slug' }],
        ['/organizers', { organizer: 'By slug' }],
      ] as const) {
        const { slug } = await create(path, { ...json, status: 'publish' })
        const trashed = (await send('DELETE', `${path}/by-slug/${slug}`)).json
        const restored = await send('POST', `${path}/by-slug/${trashed.slug}/restore`)
        assert.equal(restored.json.slug, slug)
        assert.equal(restored.json.status, 'publish')
      }
    })

    test('POST .../restore returns 409 for a record that is not in the trash, and 404 for none', async () => {
      const { id } = await create('/events', EVENT)
      const response = await send('POST', `/events/${id}/restore`)
      assert.equal(response.status, 409)
      assert.equal(response.json.code, 'record-not-in-trash')
      assert.equal((await send('POST', '/events/4711/restore')).status, 404)
    })

    test('POST .../restore requires permission and observes If-Match', async () => {
      const { id } = await create('/events', { ...EVENT, status: 'publish' })
      await send('DELETE', `/events/${id}`)
      assert.equal((await send('POST', `/events/${id}/restore`, undefined, 'anon')).status, 401)
      assert.equal((await send('POST', `/events/${id}/restore`, undefined, 'author')).status, 403)
      const stale = { as: 'editor', headers: { 'if-match': 'W/"00-1-x"' } } as const
      assert.equal((await service.send('POST', `/events/${id}/restore`, stale)).status, 412)
      assert.equal((await send('GET', `/events/${id}`)).status, 403)
    })

    test('A restored occurrence belongs to its series again, without counting as edited', async () => {
      const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=4' }
      const { id, series } = await create('/events', { ...EVENT, status: 'publish', recurrence })
      await send('DELETE', `/events/${id}`)
      const restored = await send('POST', `/events/${id}/restore`)
      assert.equal(restored.json.status, 'publish')
      const renamed = await send('PATCH', `/series/${series.id}`, { title: 'Renamed' })
      assert.equal(renamed.status, 200, renamed.text)
      assert.equal((await readEvent(id)).title, 'Renamed')
    })

    test('DELETE ?permanent=true deletes an event with all references to it', async () => {
      const image = createFileForm({}, await createImage(40, 30))
      const venue = (await create('/venues', { venue: 'Hall' })).id
      const json = { ...EVENT, status: 'publish', venue, categories: ['Music'], tags: ['one'] }
      const { id } = await create('/events', json)
      const child = (await create('/events', { ...EVENT, post_parent: id })).id
      const media = (await service.send('POST', `/media?post=${id}`, { as: 'editor', ...image })).json
      await send('PATCH', `/events/${id}`, { image: media.id })
      const before = await readEvent(id)
      const deleted = await send('DELETE', `/events/${id}?permanent=true`)
      assert.equal(deleted.status, 200)
      assert.equal(deleted.json.title, before.title)
      assert.equal((await send('GET', `/events/${id}`)).status, 404)
      assert.equal((await send('DELETE', `/events/${id}?permanent=true`)).status, 404)
      const [music] = (await send('GET', '/categories?slug=music&hide_empty=false')).json.categories
      assert.equal(music.count, 0)
      const parents = await service.services.database.read
        .selectFrom('events')
        .select('post_parent')
        .where('id', '=', child)
        .executeTakeFirst()
      assert.equal(parents?.post_parent, 0)
      assert.equal((await send('GET', `/media/${media.id}`)).status, 200)
      assert.deepEqual(await checkDatabase(service.services), [])
      const { json: history } = await service.send('GET', `/audit?kind=event&record=${id}`, { as: 'admin' })
      assert.equal(history.audit[0].action, 'delete')
      assert.deepEqual(history.audit[0].changes[0], { field: 'title', before: 'Concert', after: null })
    })

    test('DELETE ?permanent=true removes a venue or organizer from its events and series', async () => {
      const venue = (await create('/venues', { venue: 'Doomed', status: 'publish' })).id
      const [ann, bob] = [
        (await create('/organizers', { organizer: 'Ann', status: 'publish' })).id,
        (await create('/organizers', { organizer: 'Bob', status: 'publish' })).id,
      ]
      const json = { ...EVENT, title: 'Linked', status: 'publish', venue, organizer: [ann, bob] }
      const { id } = await create('/events', json)
      const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=3' }
      const { series } = await create('/events', { ...json, title: 'Repeated', recurrence })
      assert.equal((await readEvent(id)).venue.id, venue)
      assert.equal((await send('DELETE', `/venues/${venue}?permanent=true`)).status, 200)
      assert.equal((await send('DELETE', `/organizers/${ann}?permanent=true`)).status, 200)
      const event = await readEvent(id)
      assert.deepEqual(event.venue, [])
      assert.deepEqual(
        event.organizer.map((one: Json) => one.id),
        [bob],
      )
      const longer = await send('PATCH', `/series/${series.id}`, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' } })
      assert.equal(longer.status, 200, longer.text)
      assert.deepEqual(await checkDatabase(service.services), [])
    })

    test('DELETE ?permanent=true removes a venue from hundreds of events', async () => {
      const venue = (await create('/venues', { venue: 'Arena', status: 'publish' })).id
      const json = { ...EVENT, title: 'Many', status: 'publish', venue }
      for (let n = 0; n < 6; n++) {
        const requests = Array.from({ length: 100 }, () => ({ method: 'POST', path: '/events', body: json }))
        const { status, text } = await send('POST', '/batch', { requests, atomic: true })
        assert.equal(status, 200, text)
      }
      assert.equal((await send('DELETE', `/venues/${venue}?permanent=true`)).status, 200)
      const { total, events } = (await send('GET', '/events?search=Many&starts_after=2000-01-01&per_page=100')).json
      assert.equal(total, 600)
      assert.ok(events.every((event: Json) => event.venue.length === 0))
      assert.deepEqual(await checkDatabase(service.services), [])
    })

    test('DELETE ?permanent=true excludes the date of an occurrence from its series', async () => {
      const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=3' }
      const { id, series } = await create('/events', { ...EVENT, status: 'publish', recurrence })
      assert.equal((await send('DELETE', `/events/${id}?permanent=true&scope=all`)).status, 400)
      await send('DELETE', `/events/${id}?permanent=true`)
      const { total } = (await send('GET', `/series/${series.id}/events?start_date=2026-01-01`)).json
      assert.equal(total, 2)
      await send('PATCH', `/series/${series.id}`, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } })
      assert.equal((await send('GET', `/events/${id}`)).status, 404)
      assert.deepEqual(await checkDatabase(service.services), [])
    })

    test('DELETE ?permanent=true deletes a record from the trash, and is for administrators and editors', async () => {
      const { id } = await create('/events', { ...EVENT, status: 'publish' }, 'author')
      assert.equal((await send('DELETE', `/events/${id}?permanent=true`, undefined, 'author')).status, 403)
      await send('DELETE', `/events/${id}`, undefined, 'author')
      assert.equal((await send('DELETE', `/events/${id}?permanent=true`, undefined, 'author')).status, 403)
      assert.equal((await send('DELETE', `/events/${id}?permanent=true`, undefined, 'admin')).status, 200)
      assert.equal((await send('GET', `/events/${id}`)).status, 404)
    })

    test('DELETE ?force=true still moves to the trash', async () => {
      const { id } = await create('/events', { ...EVENT, status: 'publish' })
      assert.equal((await send('DELETE', `/events/${id}?force=true`)).json.status, 'trash')
    })
  })
}
