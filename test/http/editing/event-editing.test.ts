/** Routes for editing events: their fields as accepted, previews of pages, and links that show drafts. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const DATES = { start_date: '2027-01-01 20:00:00', end_date: '2027-01-01 23:00:00' }
const DRAFT = { title: 'Jazz & "Soul"', status: 'draft', ...DATES }

for (const engine of ONE_ENGINE) {
  describe(`Editing of events on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const create = async (fields: object = {}, as: 'editor' | 'author' = 'editor'): Promise<Json> =>
      (await service.send('POST', '/events', { as, json: { ...DRAFT, ...fields } })).json
    const createLink = (id: number, json: object = {}) =>
      service.send('POST', `/events/${id}/preview-link`, { as: 'editor', json })
    const openPage = (path: string) => service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
    const openLink = (url: string) => openPage(url.slice(service.origin.length))

    test('GET /events/{id}/input returns the fields in the form in which an update accepts them', async () => {
      const venue = (await service.send('POST', '/venues', { as: 'editor', json: { venue: 'Hall' } })).json.id
      const { id } = await create({
        description: '<p>Text with "quotes"</p>',
        venue,
        cost: '10 - 20',
        tags: ['Soul'],
        tickets: [{ name: 'Seat', price: '10', currency: 'EUR', available_until: '2027-01-01 19:00' }],
        post_password: 'secret',
      })
      const { status, json, headers } = await service.send('GET', `/events/${id}/input`, { as: 'editor' })
      assert.equal(status, 200)
      assert.equal(json.title, 'Jazz & "Soul"')
      assert.equal(json.description, '<p>Text with "quotes"</p>')
      assert.deepEqual([json.venue, json.organizer, json.categories], [[venue], [], []])
      assert.deepEqual([json.cost, json.website, json.has_password, json.series], [['10 - 20'], '', true, null])
      assert.ok(!('post_password' in json))
      const before = (await service.send('GET', `/events/${id}`, { as: 'editor' })).json
      const { id: _id, has_password: _password, series: _series, ...fields } = json
      const options = { as: 'editor', json: fields, headers: { 'if-match': headers['etag'] ?? '' } } as const
      assert.equal((await service.send('POST', `/events/${id}`, options)).status, 200)
      const written = (await service.send('GET', `/events/${id}`, { as: 'editor' })).json
      assert.deepEqual({ ...written, modified: '', modified_utc: '' }, { ...before, modified: '', modified_utc: '' })
      assert.equal((await service.send('POST', `/events/${id}`, options)).status, 412)
    })

    test('The fields of an event are for users who may edit it', async () => {
      const { id } = await create({ status: 'publish' })
      const statuses = async (method: string, path: string, json?: object) => {
        const users = ['anon', 'subscriber', 'author', 'editor'] as const
        const options = json && { json }
        return Promise.all(users.map(async (as) => (await service.send(method, path, { as, ...options })).status))
      }
      assert.deepEqual(await statuses('GET', `/events/${id}/input`), [401, 403, 403, 200])
      assert.deepEqual(await statuses('GET', `/events/${id}/preview-link`), [401, 403, 403, 200])
      assert.deepEqual(await statuses('POST', `/events/${id}/preview-link`, {}), [401, 403, 403, 201])
      assert.deepEqual(await statuses('POST', `/events/${id}/preview`, {}), [401, 403, 403, 200])
      assert.deepEqual(await statuses('DELETE', `/events/${id}/preview-link`), [401, 403, 403, 200])
      assert.deepEqual(await statuses('POST', '/events/preview', DRAFT), [401, 403, 200, 200])
    })

    test('POST /events/preview returns the page and saves nothing', async () => {
      const countEvents = async () =>
        (await service.send('GET', '/events?status=any&per_page=1', { as: 'editor' })).json.total
      const total = await countEvents()
      const json = { ...DRAFT, title: 'Unsaved', venue: { venue: 'New hall' }, tags: ['new tag'] }
      const { status, json: page } = await service.send('POST', '/events/preview', { as: 'editor', json })
      assert.equal(status, 200)
      assert.match(page.html, /<h1>Unsaved<\/h1>/)
      assert.match(page.html, /New hall/)
      assert.match(page.html, /new tag/)
      assert.match(page.html, /<meta name="robots" content="noindex">/)
      assert.equal(await countEvents(), total)
      assert.deepEqual((await service.send('GET', '/tags?search=new%20tag')).json.tags, [])
      // The ID of the event that was not saved may be used again.
      const { id } = await create({ title: 'Saved', status: 'publish' })
      assert.equal((await service.send('GET', `/events/${id}`)).json.title, 'Saved')
    })

    test('POST /events/{id}/preview returns the page of the changed event and leaves it unchanged', async () => {
      const { id, slug } = await create({ title: 'Before', status: 'publish', post_password: 'secret' })
      const json = { title: 'After', description: 'Changed text' }
      const { json: page } = await service.send('POST', `/events/${id}/preview`, { as: 'editor', json })
      assert.match(page.html, /<h1>After<\/h1>/)
      assert.match(page.html, /Changed text/)
      assert.equal((await service.send('GET', `/events/${id}/input`, { as: 'editor' })).json.title, 'Before')
      assert.doesNotMatch((await openPage(`/event/${slug}/`)).text, /Changed text/)
      const invalid = await service.send('POST', `/events/${id}/preview`, { as: 'editor', json: { start_date: 'x' } })
      assert.deepEqual([invalid.status, Object.keys(invalid.json.data.params)], [400, ['start_date']])
    })

    test('A preview link shows a draft with its password-protected text to everyone who has it', async () => {
      const { id } = await create({ title: 'Draft', description: 'Secret text', post_password: 'secret' })
      const { status, json } = await createLink(id)
      assert.equal(status, 201)
      const page = await openLink(json.url)
      assert.equal(page.status, 200)
      assert.match(page.text, /<h1>Draft<\/h1>/)
      assert.match(page.text, /Secret text/)
      assert.match(page.headers['cache-control'] ?? '', /no-store, private/)
      assert.equal(page.headers['x-robots-tag'], 'noindex')
      assert.equal(page.headers['referrer-policy'], 'no-referrer')
      assert.match(page.text, /<meta name="robots" content="noindex">/)
      assert.doesNotMatch(page.text, /oembed/)
      await service.send('POST', `/events/${id}`, { as: 'editor', json: { title: 'Second draft' } })
      assert.match((await openLink(json.url)).text, /<h1>Second draft<\/h1>/)
      assert.equal((await service.send('GET', `/events/${id}`)).status, 403)
      assert.equal((await openPage(`/?p=${id}`)).status, 404)
    })

    test('A preview link shows no other event and no private venue', async () => {
      const venue = { venue: 'Hidden hall', status: 'draft' }
      const other = await create({ title: 'Other draft' })
      const { id } = await create({ title: 'Shown', venue, post_parent: other.id })
      const page = await openLink((await createLink(id)).json.url)
      assert.match(page.text, /Shown/)
      assert.doesNotMatch(page.text, /Hidden hall|Other draft/)
    })

    test('A preview link ends when it expires, is replaced or is revoked, and when the event is deleted', async () => {
      const { id } = await create()
      const opens = async (url: string) => (await openLink(url)).status
      const first = (await createLink(id, { hours: 2 })).json
      assert.equal(first.expires, '2026-11-21T05:00:00')
      const getState = async () =>
        (await service.send('GET', `/events/${id}/preview-link`, { as: 'editor' })).json.expires
      assert.equal(await getState(), first.expires)
      const second = (await createLink(id, { hours: 2 })).json
      assert.deepEqual([await opens(first.url), await opens(second.url)], [404, 200])
      service.setNow('2026-11-21T05:00:00Z')
      assert.equal(await opens(second.url), 404)
      assert.equal(await getState(), null)
      service.setNow('2026-11-21T03:00:00Z')
      const third = (await createLink(id)).json
      const revoke = async () =>
        (await service.send('DELETE', `/events/${id}/preview-link`, { as: 'editor' })).json.revoked
      assert.deepEqual([await revoke(), await revoke(), await opens(third.url)], [true, false, 404])
      const fourth = (await createLink(id)).json
      await service.send('DELETE', `/events/${id}`, { as: 'editor' })
      assert.equal(await opens(fourth.url), 404)
      assert.equal((await createLink(id)).status, 410)
      await service.send('DELETE', `/events/${id}?permanent=true`, { as: 'editor' })
      const rows = await service.services.database.read.selectFrom('preview_links').selectAll().execute()
      assert.ok(rows.every(({ event_id }) => event_id !== id))
    })

    test('A preview link ends when the user who created it may no longer edit the event', async () => {
      const shared = async (as: TestUser) => {
        const { id } = await create({}, 'author')
        const link = await service.send('POST', `/events/${id}/preview-link`, { as, json: {} })
        return { id, opens: async () => (await openLink(link.json.url)).status }
      }
      const change = async (path: string, json: object) =>
        assert.equal((await service.send('POST', path, { as: 'admin', json })).status, 200)
      const { author, author2, editor } = service.ids

      const given = await shared('author')
      const ofEditor = await shared('editor')
      for (const { id } of [given, ofEditor]) await change(`/events/${id}`, { author: author2 })
      assert.deepEqual([await given.opens(), await ofEditor.opens()], [404, 200])
      await change(`/users/${editor}`, { role: 'author' })
      assert.equal(await ofEditor.opens(), 404)
      await change(`/users/${editor}`, { role: 'editor' })
      assert.equal(await ofEditor.opens(), 200)

      const own = await shared('author')
      await change(`/users/${author}`, { disabled: true })
      assert.equal(await own.opens(), 404)
      await change(`/users/${author}`, { disabled: false })
      assert.equal(await own.opens(), 200)

      const login = 'leaver'
      const user = { login, email: 'leaver@example.test', role: 'editor', password: 'a long password' }
      const leaver = (await service.send('POST', '/users', { as: 'admin', json: user })).json.id
      const left = await shared('editor')
      const links = service.services.database
      await links.transaction((tx) =>
        tx.updateTable('preview_links').set({ user_id: leaver }).where('event_id', '=', left.id).execute(),
      )
      assert.equal(await left.opens(), 200)
      await service.send('DELETE', `/users/${leaver}`, { as: 'admin' })
      assert.equal(await left.opens(), 404)
    })

    test('A page without a valid token of a preview is not found', async () => {
      for (const query of ['', '?token=', '?token=x', '?token[]=x', '?token=0', `?token=${'0'.repeat(64)}`]) {
        assert.equal((await openPage(`/preview/${query}`)).status, 404, query)
      }
    })

    test('A preview link is valid for 1 to 720 hours, 168 by default', async () => {
      const { id } = await create()
      assert.equal((await createLink(id)).json.expires, '2026-11-28T03:00:00')
      for (const hours of [0, 721, 'x']) assert.equal((await createLink(id, { hours })).status, 400)
    })
  })
}
