import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkDatabase } from '../../../src/calendar/check-integrity.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, type RequestOptions, startService, type TestService } from '../../helper/service.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const as = 'editor'

for (const engine of SPLIT_ENGINES) {
  describe(`Merging on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const send = async (status: number, method: string, path: string, options: RequestOptions = {}): Promise<Json> => {
      const response = await service.send(method, path, { as, ...options })
      assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
      return response.json
    }
    const create = (path: string, json: Json): Promise<Json> => send(201, 'POST', path, { json })
    const createEvent = (title: string, json: Json): Promise<Json> => create('/events', { title, ...DATES, ...json })
    const listTitles = async (query: string): Promise<string[]> =>
      (await send(200, 'GET', `/events?start_date=2026-01-01&${query}`, { as: 'anon' })).events.map(
        ({ title }: Json) => title,
      )
    const readPage = async (path: string) => {
      const { status, headers } = await service.send('GET', `/${path}`)
      return [status, headers['location']]
    }

    test('POST /venues/{id}/merge moves all events, their history and the change log', async () => {
      const target = await create('/venues', { venue: 'Copper Room' })
      const [first, second] = [
        await create('/venues', { venue: 'Coper Room' }),
        await create('/venues', { venue: 'Copper Rooms' }),
      ]
      const event = await createEvent('Moved jazz', { venue: first.id })
      const draft = await createEvent('Moved draft', { venue: second.id, status: 'draft' })
      const other = await createEvent('Other jazz', { venue: target.id })
      const { cursor } = await send(200, 'GET', '/changes', { as: 'anon' })
      const path = `/venues/${target.id}/merge`
      const json = { from: [first.id, second.id] }
      const preview = await send(200, 'POST', `${path}?dry_run=1`, { json })
      assert.deepEqual((await send(200, 'GET', `/events/${event.id}`)).venue.id, first.id)
      const merged = await send(200, 'POST', path, { json })
      assert.deepEqual(merged, preview)
      assert.deepEqual(
        [merged.target.id, merged.merged.map(({ id }: Json) => id), merged.events_total],
        [target.id, [first.id, second.id], 2],
      )
      assert.deepEqual(
        merged.events.map(({ id, title, status }: Json) => [id, title, status]),
        [
          [draft.id, 'Moved draft', 'draft'],
          [event.id, 'Moved jazz', 'publish'],
        ],
      )
      for (const { id } of [event, draft, other])
        assert.equal((await send(200, 'GET', `/events/${id}`)).venue.id, target.id)
      assert.deepEqual(await listTitles(`venue=${target.id}`), ['Moved jazz', 'Other jazz'])
      const { history } = await send(200, 'GET', `/events/${event.id}/history`)
      assert.deepEqual(history[0].changes, [{ field: 'venue', before: [], after: [target.id] }])
      const [entry] = (await send(200, 'GET', `/venues/${target.id}/history`)).history
      assert.deepEqual(
        [entry.action, entry.changes[0].after.map(({ id }: Json) => id)],
        ['merge', [first.id, second.id]],
      )
      const { changes } = await send(200, 'GET', `/changes?since=${cursor}`, { as: 'anon' })
      const deleted = changes.filter((change: Json) => change.deleted).map(({ kind, id }: Json) => `${kind} ${id}`)
      assert.deepEqual(deleted.sort(), [`venue ${first.id}`, `venue ${second.id}`])
      assert.ok(
        changes.some(({ kind, id, deleted: isDeleted }: Json) => kind === 'event' && id === event.id && !isDeleted),
      )
    })

    test('Old slugs, IDs in page URLs and IDs in filters lead to the target, also after a second merge', async () => {
      const [first, second, last] = [
        await create('/venues', { venue: 'Old Mill' }),
        await create('/venues', { venue: 'The Mill' }),
        await create('/venues', { venue: 'Mill Theater' }),
      ]
      await createEvent('At the mill', { venue: first.id })
      await send(200, 'POST', `/venues/${second.id}/merge`, { json: { from: [first.id] } })
      await send(200, 'POST', `/venues/${last.id}/merge`, { json: { from: [second.id] } })
      for (const slug of ['old-mill', 'the-mill']) {
        assert.equal((await send(200, 'GET', `/venues/by-slug/${slug}`, { as: 'anon' })).id, last.id)
        assert.deepEqual(await readPage(`/venue/${slug}/?page=1`), [301, '/venue/mill-theater/?page=1'])
      }
      assert.deepEqual(await readPage(`/?post_type=tribe_venue&p=${first.id}`), [301, '/venue/mill-theater/'])
      assert.deepEqual(await listTitles(`venue=${first.id}`), ['At the mill'])
      await send(400, 'PUT', `/venues/${first.id}`, { json: { venue: 'Again' } })
      await send(400, 'POST', '/events', { json: { title: 'T', ...DATES, venue: first.id } })
      const again = await create('/venues', { venue: 'Old Mill' })
      assert.equal((await send(200, 'GET', '/venues/by-slug/old-mill')).id, again.id)
      await send(200, 'DELETE', `/venues/${last.id}?permanent=true`)
      assert.equal((await service.send('GET', '/venues/by-slug/the-mill')).status, 400)
    })

    test('POST /organizers/{id}/merge keeps the order of organizers without duplicates', async () => {
      const [a, b, c] = [
        await create('/organizers', { organizer: 'Ann' }),
        await create('/organizers', { organizer: 'Anne' }),
        await create('/organizers', { organizer: 'Bob', external_id: 'crm:bob' }),
      ]
      const both = await createEvent('Both', { organizer: [b.id, c.id, a.id] })
      const series = await create('/series', {
        title: 'Weekly',
        ...DATES,
        organizer: b.id,
        recurrence: 'FREQ=WEEKLY;COUNT=3',
      })
      const merged = await send(200, 'POST', `/organizers/${a.id}/merge`, { json: { from: [c.id, b.id] } })
      assert.equal(merged.events_total, 4)
      const { organizer } = await send(200, 'GET', `/events/${both.id}`)
      assert.deepEqual(
        organizer.map(({ id }: Json) => id),
        [a.id],
      )
      const { history } = await send(200, 'GET', `/series/${series.id}/history`)
      assert.deepEqual(history[0].changes, [{ field: 'organizer', before: [], after: [a.id] }])
      assert.equal((await send(200, 'GET', `/organizers/${a.id}`)).external_id, 'crm:bob')
    })

    test('POST /categories/{id}/merge moves events, counts and subcategories', async () => {
      const [music, sounds] = [
        await create('/categories', { name: 'Music' }),
        await create('/categories', { name: 'Sounds' }),
      ]
      const jazz = await create('/categories', { name: 'Jazz', parent: sounds.id })
      await createEvent('With both', { categories: [music.id, sounds.id] })
      await createEvent('With one', { categories: [sounds.id] })
      await createEvent('With the child', { categories: [jazz.id] })
      const merged = await send(200, 'POST', `/categories/${music.id}/merge`, { json: { from: [sounds.id] } })
      assert.equal(merged.events_total, 2)
      assert.equal((await send(200, 'GET', `/categories/${music.id}`)).count, 2)
      assert.equal((await send(200, 'GET', `/categories/${jazz.id}`)).parent, music.id)
      for (const key of ['music', 'sounds', sounds.id])
        assert.deepEqual(await listTitles(`categories=${key}`), ['With both', 'With one', 'With the child'])
      assert.deepEqual(await readPage('/events/category/sounds/'), [301, '/events/category/music/'])
      assert.deepEqual(await readPage('/events/category/sounds/jazz/'), [301, '/events/category/music/jazz/'])
    })

    test('A category can be merged into one below it', async () => {
      const top = await create('/categories', { name: 'Stage' })
      const middle = await create('/categories', { name: 'Theater', parent: top.id })
      const bottom = await create('/categories', { name: 'Drama', parent: middle.id })
      const sibling = await create('/categories', { name: 'Dance', parent: top.id })
      await send(200, 'POST', `/categories/${bottom.id}/merge`, { json: { from: [top.id] } })
      const readParent = async ({ id }: Json) => (await send(200, 'GET', `/categories/${id}`)).parent
      assert.deepEqual(
        [await readParent(middle), await readParent(bottom), await readParent(sibling)],
        [0, middle.id, 0],
      )
      await send(200, 'POST', `/categories/${bottom.id}/merge`, { json: { from: [middle.id] } })
      assert.equal(await readParent(bottom), 0)
    })

    test('A merged tag is used for its old name, and its webhooks and pages find the target', async () => {
      const [live, musik] = [
        await create('/tags', { name: 'Live music' }),
        await create('/tags', { name: 'Live Musik' }),
      ]
      const hook = { url: 'https://hook.example/', filters: { tags: [musik.id] } }
      const webhook = await send(201, 'POST', '/webhooks', { as: 'admin', json: hook })
      await send(200, 'POST', `/tags/${live.id}/merge`, { json: { from: [musik.id] } })
      const event = await createEvent('Imported', { tags: ['Live Musik'] })
      assert.deepEqual(
        event.tags.map(({ id }: Json) => id),
        [live.id],
      )
      assert.deepEqual(await readPage('/tag/live-musik/'), [301, '/tag/live-music/'])
      const { filters } = await send(200, 'GET', `/webhooks/${webhook.id}`, { as: 'admin' })
      assert.deepEqual(filters.tags, [live.id])
    })

    test('Merging needs an editor, other existing records of the kind, and a target that is not trashed', async () => {
      const [target, other] = [
        await create('/venues', { venue: 'Kept' }),
        await create('/venues', { venue: 'Not kept' }),
      ]
      const path = `/venues/${target.id}/merge`
      const json = { from: other.id }
      assert.equal((await service.send('POST', path, { json })).status, 401)
      await send(403, 'POST', path, { as: 'author', json })
      for (const from of [[target.id], [99_999], 'x', undefined]) await send(400, 'POST', path, { json: { from } })
      const organizer = await create('/organizers', { organizer: 'No venue' })
      await send(400, 'POST', path, { json: { from: organizer.id } })
      await send(400, 'POST', '/venues/99999/merge', { json })
      await send(412, 'POST', path, { json, headers: { 'if-match': 'W/"1-abc"' } })
      await send(200, 'DELETE', `/venues/${target.id}`)
      await send(410, 'POST', path, { json })
      assert.equal((await send(200, 'GET', `/venues/${other.id}`)).venue, 'Not kept')
    })

    test('The database is consistent after merges', async () => {
      assert.deepEqual(await checkDatabase(service.services), [])
    })
  })
}
