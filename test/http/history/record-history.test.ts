import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { connectOverHttp } from '../../helper/http/mcp-client.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const TALK = { title: 'Talk', start_date: '2026-12-01 19:00:00', end_date: '2026-12-01 21:00:00', status: 'publish' }

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** The changes of an entry by field: values before and after. */
const readChanges = (entry: Json): Record<string, [unknown, unknown]> =>
  Object.fromEntries(entry.changes.map(({ field, before, after }: Json) => [field, [before, after]]))

/** Number of IDs before (0) or after (1) a change. */
const countIds = (change: [unknown, unknown] | undefined, side: 0 | 1): number | undefined => {
  const ids = change?.[side]
  return Array.isArray(ids) ? ids.length : undefined
}

for (const engine of ONE_ENGINE) {
  describe(`The history of records on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const write = async (method: string, path: string, json?: unknown, as: TestUser = 'editor'): Promise<Json> => {
      const response = await service.send(method, path, { as, ...(json !== undefined && { json }) })
      assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
      return response.json
    }
    const readHistory = async (path: string, as: TestUser = 'editor'): Promise<Json[]> => {
      const { status, json, text } = await service.send('GET', `${path}/history`, { as })
      assert.equal(status, 200, text)
      return json.history
    }
    const restore = (path: string, revision: number, json: unknown = {}, as: TestUser = 'editor') =>
      service.send('POST', `${path}/history/${revision}/restore`, { as, json })

    const uploadImage = async (): Promise<number> => {
      const body = Buffer.from(PIXEL, 'base64')
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="dot.png"' }
      return (await service.send('POST', '/media', { as: 'editor', body, headers })).json.id
    }

    test('A creation and an update are recorded with user, time, channel and changed fields', async () => {
      service.setNow('2026-11-22T10:00:00Z')
      const { id } = await write('POST', '/events', { ...TALK, tags: ['new'], description: 'First' })
      service.setNow('2026-11-22T10:05:00Z')
      await write('PUT', `/events/${id}`, { title: 'Better talk', description: 'Second' })
      const [update, creation, ...others] = await readHistory(`/events/${id}`)
      assert.deepEqual(others, [])
      assert.deepEqual(readChanges(update), { title: ['Talk', 'Better talk'], description: ['First', 'Second'] })
      assert.deepEqual(
        [update.action, update.channel, update.user, update.date, update.date_utc],
        ['update', 'api', { id: service.ids.editor, name: 'editor' }, '2026-11-22 05:05:00', '2026-11-22 10:05:00'],
      )
      assert.equal(creation.action, 'create')
      const created = readChanges(creation)
      assert.deepEqual(created['title'], [null, 'Talk'])
      assert.deepEqual(created['start_date'], [null, '2026-12-01 19:00:00'])
      assert.equal(countIds(created['tags'], 1), 1)
      assert.equal('website' in created, false)
    })

    test('The newest revision of an event is that of its ETag', async () => {
      const { id } = await write('POST', '/events', TALK)
      const [creation] = await readHistory(`/events/${id}`)
      const { headers } = await service.send('GET', `/events/${id}`, { as: 'editor' })
      assert.match(headers['etag'] ?? '', new RegExp(`[^0-9]${creation.revision}[^0-9]`))
    })

    test('Relations are recorded by ID', async () => {
      const venue = await write('POST', '/venues', { venue: `Hall of ${engine.name}` })
      const { id } = await write('POST', '/events', { ...TALK, categories: ['Lectures'] })
      await write('PUT', `/events/${id}`, { venue: venue.id, categories: [], tags: ['a', 'b'] })
      const [update] = await readHistory(`/events/${id}`)
      const changes = readChanges(update)
      assert.deepEqual(changes['venue'], [[], [venue.id]])
      assert.deepEqual([countIds(changes['categories'], 0), countIds(changes['categories'], 1)], [1, 0])
      assert.equal(countIds(changes['tags'], 1), 2)
    })

    test('Of a password only its existence is recorded', async () => {
      const { id } = await write('POST', '/events', { ...TALK, post_password: 'open sesame' })
      await write('PUT', `/events/${id}`, { post_password: 'another secret' })
      await write('PUT', `/events/${id}`, { post_password: '' })
      const entries = await readHistory(`/events/${id}`)
      assert.deepEqual(
        entries.map((entry) => readChanges(entry)['post_password']),
        [
          [true, false],
          [true, true],
          [false, true],
        ],
      )
      const rows = await service.services.database.read.selectFrom('history').select('fields').execute()
      assert.equal(
        rows.some(({ fields }) => /sesame|secret|sha256|[0-9a-f]{32}/.test(fields)),
        false,
      )
    })

    test('A restored revision has the former values, is an update of its own and leaves newer fields', async () => {
      const { id } = await write('POST', '/events', { ...TALK, tags: ['x'], cost: '5', description: 'One' })
      const [creation] = await readHistory(`/events/${id}`)
      await write('PUT', `/events/${id}`, {
        ...{ title: 'Changed', tags: [], cost: '', description: '', timezone: 'Europe/Berlin' },
        ...{ event_status: 'canceled', event_status_reason: 'Rain' },
        tickets: [{ name: 'Seat', price: '10', available_from: '2026-11-01 10:00:00' }],
      })
      const response = await restore(`/events/${id}`, creation.revision)
      assert.equal(response.status, 200, response.text)
      const { title, description, cost, tags, timezone, start_date, event_status, tickets } = response.json
      assert.deepEqual([title, cost, timezone, start_date], ['Talk', '$5', 'America/New_York', '2026-12-01 19:00:00'])
      assert.match(description, /One/)
      assert.deepEqual([tags.length, event_status, tickets], [1, undefined, []])
      const [restored, update] = await readHistory(`/events/${id}`)
      assert.deepEqual(readChanges(restored)['title'], ['Changed', 'Talk'])
      const again = await restore(`/events/${id}`, update.revision)
      assert.deepEqual(
        [again.json.title, again.json.timezone, again.json.event_status_reason, again.json.tickets[0].available_from],
        ['Changed', 'Europe/Berlin', 'Rain', '2026-11-01 10:00:00'],
      )
    })

    test('Only the named fields are restored', async () => {
      const { id } = await write('POST', '/events', { ...TALK, description: 'One' })
      const [{ revision }] = await readHistory(`/events/${id}`)
      await write('PUT', `/events/${id}`, { title: 'Other', description: 'Two' })
      const { json } = await restore(`/events/${id}`, revision, { fields: ['description'] })
      assert.equal(json.title, 'Other')
      assert.match(json.description, /One/)
    })

    test('Restoring takes an event out of the trash, with its slug', async () => {
      const { id, slug } = await write('POST', '/events', { ...TALK, title: 'Rescued' })
      const [{ revision }] = await readHistory(`/events/${id}`)
      await write('DELETE', `/events/${id}`)
      const { json } = await restore(`/events/${id}`, revision)
      assert.deepEqual([json.status, json.slug], ['publish', slug])
      assert.deepEqual(
        (await readHistory(`/events/${id}`)).map(({ action }) => action),
        ['update', 'trash', 'create'],
      )
    })

    test('If-Match with an outdated ETag prevents a restore', async () => {
      const { id } = await write('POST', '/events', TALK)
      const [{ revision }] = await readHistory(`/events/${id}`)
      const { headers } = await service.send('GET', `/events/${id}`, { as: 'editor' })
      await write('PUT', `/events/${id}`, { title: 'Newer' })
      const path = `/events/${id}/history/${revision}/restore`
      const stale = { 'if-match': headers['etag'] ?? '' }
      const { status } = await service.send('POST', path, { as: 'editor', json: {}, headers: stale })
      assert.equal(status, 412)
      assert.equal((await service.send('GET', `/events/${id}`)).json.title, 'Newer')
    })

    test('Venues, organizers, terms and images have a history and can be restored', async () => {
      const image = await uploadImage()
      const cases: readonly (readonly [string, number, string])[] = [
        ['venues', (await write('POST', '/venues', { venue: 'Old', city: 'Bonn' })).id, 'venue'],
        ['organizers', (await write('POST', '/organizers', { organizer: 'Old', phone: '1' })).id, 'organizer'],
        ['categories', (await write('POST', '/categories', { name: 'Old', description: 'd' })).id, 'name'],
        ['tags', (await write('POST', '/tags', { name: 'Old' })).id, 'name'],
        ['media', image, 'title'],
      ]
      for (const [collection, id, name] of cases) {
        const path = `/${collection}/${id}`
        const [{ revision, changes }] = await readHistory(path)
        const before = changes.find(({ field }: Json) => field === name).after
        await write('PUT', path, { [name]: 'Newer' })
        const { status, json, text } = await restore(path, revision)
        assert.equal(status, 200, text)
        assert.equal(typeof json[name] === 'string' ? json[name] : json[name].rendered, before)
        assert.equal((await readHistory(path)).length, 3, collection)
      }
    })

    test('A restore names an image that was deleted, and restores the other fields', async () => {
      const image = await uploadImage()
      const { id } = await write('POST', '/events', { ...TALK, image })
      const [{ revision }] = await readHistory(`/events/${id}`)
      await write('DELETE', `/media/${image}`)
      await write('PUT', `/events/${id}`, { title: 'Without image' })
      const [, cleared] = await readHistory(`/events/${id}`)
      assert.deepEqual(readChanges(cleared), { image: [image, 0] })
      const rejected = await restore(`/events/${id}`, revision)
      assert.deepEqual([rejected.status, Object.keys(rejected.json.data.params)], [400, ['image']])
      const { json } = await restore(`/events/${id}`, revision, { fields: 'title' })
      assert.equal(json.title, 'Talk')
    })

    test('A series and its events are restored together', async () => {
      const series = await write('POST', '/series', { ...TALK, recurrence: 'FREQ=WEEKLY;COUNT=3', tags: ['jam'] })
      const [{ revision }] = await readHistory(`/series/${series.id}`)
      await write('PUT', `/series/${series.id}`, { title: 'Renamed', tags: [], recurrence: 'FREQ=WEEKLY;COUNT=2' })
      const response = await restore(`/series/${series.id}`, revision)
      assert.equal(response.status, 200, response.text)
      assert.deepEqual([response.json.title, response.json.recurrence.rrule], ['Talk', 'FREQ=WEEKLY;COUNT=3'])
      const { json } = await service.send('GET', `/series/${series.id}/events`)
      assert.deepEqual(
        json.events.map(({ title, tags }: Json) => [title, tags.length]),
        Array(3).fill(['Talk', 1]),
      )
    })

    test('Editors see neither logins nor IP addresses nor applications, administrators do', async () => {
      const { id } = await write('POST', '/events', TALK)
      const [shown] = await readHistory(`/events/${id}`)
      assert.deepEqual([shown.ip, shown.application, shown.user.login], [undefined, undefined, undefined])
      const [complete] = await readHistory(`/events/${id}`, 'admin')
      assert.deepEqual(
        [complete.ip, complete.application, complete.user.login, complete.record, complete.kind],
        ['127.0.0.1', 'test', 'editor', id, 'event'],
      )
    })

    test('Only viewers who may edit a record see its history', async () => {
      const { id } = await write('POST', '/events', TALK)
      const path = `/events/${id}/history`
      const statuses = await Promise.all(
        (['anon', 'subscriber', 'contributor', 'author', 'editor'] as const).map(
          async (as) => (await service.send('GET', path, { as })).status,
        ),
      )
      assert.deepEqual(statuses, [401, 403, 403, 403, 200])
      const [{ revision }] = await readHistory(`/events/${id}`)
      assert.equal((await restore(`/events/${id}`, revision, {}, 'author')).status, 403)
    })

    test('An author does not see what the record was before it became theirs', async () => {
      const { id } = await write('POST', '/events', { ...TALK, status: 'draft', description: 'Confidential' })
      const [{ revision: first }] = await readHistory(`/events/${id}`)
      await write('PUT', `/events/${id}`, { author: service.ids.author, description: 'Public' })
      await write('PUT', `/events/${id}`, { title: 'Mine' }, 'author')
      const entries = await readHistory(`/events/${id}`, 'author')
      assert.equal(entries.length, 1)
      assert.deepEqual(readChanges(entries[0])['title'], ['Talk', 'Mine'])
      assert.equal((await restore(`/events/${id}`, first, {}, 'author')).status, 404)
      assert.equal((await readHistory(`/events/${id}`)).length, 3)
    })

    test('IDs of related records that the viewer may not read are omitted', async () => {
      const hidden = await write('POST', '/venues', { venue: 'Secret hall', status: 'draft' })
      const { id } = await write('POST', '/events', TALK, 'author')
      await write('PUT', `/events/${id}`, { venue: hidden.id })
      const [seen] = await readHistory(`/events/${id}`, 'author')
      assert.deepEqual(readChanges(seen)['venue'], [[], []])
      const [complete] = await readHistory(`/events/${id}`)
      assert.deepEqual(readChanges(complete)['venue'], [[], [hidden.id]])
    })

    test('A restore applies the permissions of its viewer', async () => {
      const { id } = await write('POST', '/events', { ...TALK, status: 'draft' }, 'contributor')
      await write('PUT', `/events/${id}`, { status: 'publish' })
      const [{ revision }] = await readHistory(`/events/${id}`)
      await write('PUT', `/events/${id}`, { status: 'draft' })
      const { json } = await restore(`/events/${id}`, revision, {}, 'contributor')
      assert.equal(json.status, 'pending')
    })

    test('Unknown records and revisions return 404', async () => {
      const { id } = await write('POST', '/events', TALK)
      assert.equal((await restore(`/events/${id}`, 999_999)).json.code, 'history-not-found')
      const missing = await service.send('GET', '/events/999999/history', { as: 'editor' })
      assert.deepEqual([missing.status, missing.json.code], [404, 'history-not-found'])
    })

    test('The history is paged, the newest first', async () => {
      const { id } = await write('POST', '/events', TALK)
      for (const title of ['One', 'Two', 'Three']) await write('PUT', `/events/${id}`, { title })
      const { json, headers } = await service.send('GET', `/events/${id}/history?per_page=3`, { as: 'editor' })
      assert.deepEqual([json.total, json.total_pages, headers['x-wp-total']], [4, 2, '4'])
      const next = new URL(json.next_rest_url)
      const { json: rest } = await service.send('GET', `/${next.pathname}${next.search}`, { as: 'editor' })
      assert.deepEqual(
        [...json.history, ...rest.history].map((entry: Json) => readChanges(entry)['title']?.[1]),
        ['Three', 'Two', 'One', 'Talk'],
      )
    })

    test('Writes by an assistant have the channel mcp, which no other client can set', async () => {
      const { callTool } = await connectOverHttp(service, { as: 'editor' })
      const { id } = (await callTool('create_event', TALK)).json
      await callTool('update_event', { id, title: 'By tool' })
      const { json } = await callTool('list_event_history', { id })
      assert.deepEqual(
        json.history.map(({ channel }: Json) => channel),
        ['mcp', 'mcp'],
      )
      const restored = await callTool('restore_event_revision', { id, revision: json.history[1].revision })
      assert.equal(restored.json.title, 'Talk')
      const headers = { 'x-calends-mcp-key': 'guess' }
      await service.send('PUT', `/events/${id}`, { as: 'editor', json: { title: 'Forged' }, headers })
      assert.equal((await readHistory(`/events/${id}`))[0].channel, 'api')
    })
  })
}
