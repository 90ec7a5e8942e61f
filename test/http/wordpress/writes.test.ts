/** Writes of events, venues and organizers at `wp/v2` (decisions: WordPress posts). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../../helper/engines.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, type RequestOptions, startService, type TestService, type TestUser } from '../../helper/service.ts'

const META = { _EventStartDate: '2027-03-01 20:00:00', _EventEndDate: '2027-03-01 23:00:00' }

for (const engine of ENGINES) {
  describe(`Writes at wp/v2 on ${engine.name}`, () => {
    let service: TestService
    let venue: Json
    let organizers: readonly Json[]
    let tag: Json
    let category: Json
    before(async () => {
      service = await startService({ engine })
      const create = async (path: string, json: Json) => (await service.send('POST', path, { as: 'admin', json })).json
      venue = await create('/venues', { venue: 'Hall' })
      organizers = [await create('/organizers', { organizer: 'A' }), await create('/organizers', { organizer: 'B' })]
      tag = await create('/tags', { name: '2024' })
      category = await create('/categories', { name: 'Music' })
    })
    after(() => service.stop())

    const wp = (method: string, path: string, options: RequestOptions = {}) =>
      service.send(method, `//wp-json/wp/v2${path}`, { as: 'editor', ...options })
    const createEvent = async (json: Json = {}, as: TestUser = 'editor'): Promise<Json> => {
      const response = await wp('POST', '/tribe_events', {
        as,
        json: { title: 'New', status: 'publish', meta: META, ...json },
      })
      assert.equal(response.status, 201, response.text)
      return response.json
    }
    const read = async (id: number) => (await service.send('GET', `/events/${id}`, { as: 'editor' })).json

    test('POST with metadata creates an event that the calendar shows', async () => {
      const response = await wp('POST', '/tribe_events', {
        json: {
          ...{ title: 'Synced', content: '<p>Text</p>', excerpt: 'Short', status: 'publish', slug: 'synced-event' },
          ...{ tags: [tag.id], tribe_events_cat: [category.id] },
          meta: {
            ...META,
            ...{ _EventTimezone: 'Europe/Rome', _EventVenueID: venue.id, _EventURL: 'https://a.example/' },
            ...{ _EventOrganizerID: organizers.map(({ id }) => id), _EventCost: '12', _EventAllDay: false },
            ...{ _unknown: 'ignored', _EventStartDateUTC: 'ignored' },
          },
        },
      })
      assert.equal(response.status, 201, response.text)
      const { json, headers } = response
      assert.equal(headers['location'], `${service.origin}/wp-json/wp/v2/tribe_events/${json.id}`)
      assert.deepEqual(
        [json.title.raw, json.slug, json.status, json.tags, json.tribe_events_cat, json.meta._EventVenueID],
        ['Synced', 'synced-event', 'publish', [tag.id], [category.id], [venue.id]],
      )
      const event = await read(json.id)
      assert.deepEqual(
        [event.start_date, event.end_date, event.timezone, event.cost, event.website, event.venue.id, event.all_day],
        ['2027-03-01 20:00:00', '2027-03-01 23:00:00', 'Europe/Rome', '$12', 'https://a.example/', venue.id, false],
      )
      assert.deepEqual(
        event.organizer.map(({ id }: Json) => id),
        organizers.map(({ id }) => id),
      )
      assert.deepEqual([event.tags[0].name, event.description], ['2024', '<p>Text</p>'])
    })

    test('A new event without a status is a draft, and a contributor cannot publish', async () => {
      const created = await wp('POST', '/tribe_events', { json: { title: 'No status', meta: META } })
      assert.deepEqual([created.status, created.json.status], [201, 'draft'])
      assert.equal((await createEvent({}, 'contributor')).status, 'pending')
    })

    test('A new event needs a title and dates', async () => {
      for (const [json, params] of [
        [{}, ['title', 'meta._EventStartDate', 'meta._EventEndDate']],
        [{ title: 'A', meta: { _EventStartDate: META._EventStartDate } }, ['meta._EventEndDate']],
        [{ title: { rendered: 'Only shown' }, meta: META }, ['title']],
      ] as const) {
        const { status, json: error } = await wp('POST', '/tribe_events', { json })
        assert.deepEqual([status, error.code, error.data.params], [400, 'rest_missing_callback_param', params])
      }
    })

    test('POST, PUT and PATCH of a post change what they contain', async () => {
      const { id } = await createEvent({ content: 'Before', tags: [tag.id] })
      const changed = await wp('POST', `/tribe_events/${id}`, { json: { title: { raw: 'Raw title' }, content: '' } })
      assert.deepEqual(
        [changed.status, changed.json.title.raw, changed.json.content.raw, changed.json.tags],
        [200, 'Raw title', '', [tag.id]],
      )
      await wp('PUT', `/tribe_events/${id}`, { json: { excerpt: 'E', slug: 'renamed', tribe_events_cat: category.id } })
      await wp('PATCH', `/tribe_events/${id}`, { json: { tags: [], status: 'private', meta: { _EventAllDay: 'yes' } } })
      const event = await read(id)
      assert.deepEqual(
        [event.excerpt, event.slug, event.categories.length, event.tags, event.status, event.all_day],
        ['<p>E</p>', 'renamed', 1, [], 'private', true],
      )
      assert.equal(event.start_date.slice(0, 10), '2027-03-01')
    })

    test('The body of a read in the context edit can be written back without a change', async () => {
      const { id } = await createEvent({
        ...{ title: 'Tom & "Jerry"', content: 'One\n\nTwo', tags: [tag.id], tribe_events_cat: [category.id] },
        meta: { ...META, _EventVenueID: [venue.id], _EventCost: '5', _EventURL: '', _tribe_events_status: 'postponed' },
      })
      const before = (await wp('GET', `/tribe_events/${id}?context=edit`)).json
      const written = await wp('POST', `/tribe_events/${id}`, { json: before })
      assert.equal(written.status, 200, written.text)
      assert.deepEqual(written.json, before)
      const viewed = (await wp('GET', `/tribe_events/${id}`)).json
      assert.deepEqual((await wp('PUT', `/tribe_events/${id}`, { json: viewed })).json, before)
      const hall = (await wp('GET', `/tribe_venue/${venue.id}?context=edit`)).json
      assert.deepEqual((await wp('PUT', `/tribe_venue/${venue.id}`, { json: hall })).json, hall)
    })

    test('A script for featured images uploads an image and sets it', async () => {
      const { id } = await createEvent()
      const image = await wp('POST', '/media', {
        body: await createImage(40, 30),
        headers: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="poster.jpg"' },
      })
      assert.equal(image.status, 201, image.text)
      const set = await wp('POST', `/tribe_events/${id}`, { json: { featured_media: image.json.id } })
      assert.deepEqual([set.status, set.json.featured_media], [200, image.json.id])
      const [post] = (await wp('GET', `/tribe_events?include=${id}&_embed`, { as: 'anon' })).json
      const [media] = post._embedded['wp:featuredmedia']
      assert.deepEqual(
        [media.id, media.source_url, media.media_details.width],
        [image.json.id, image.json.source_url, 40],
      )
      assert.equal(post.class_list.includes('has-post-thumbnail'), true)
      assert.equal((await wp('POST', `/tribe_events/${id}`, { json: { featured_media: 0 } })).json.featured_media, 0)
    })

    test('DELETE moves to the trash, also with force', async () => {
      for (const query of ['', '?force=true']) {
        const { id } = await createEvent()
        const trashed = await wp('DELETE', `/tribe_events/${id}${query}`)
        assert.deepEqual([trashed.status, trashed.json.id, trashed.json.status], [200, id, 'trash'])
        const again = await wp('DELETE', `/tribe_events/${id}${query}`)
        assert.deepEqual([again.status, again.json.code], [410, 'rest_already_trashed'])
        assert.equal((await wp('GET', `/tribe_events/${id}`, { as: 'anon' })).status, 401)
        assert.equal((await wp('GET', `/tribe_events?status=trash&include=${id}`)).json.length, 1)
        const restored = await wp('POST', `/tribe_events/${id}`, { json: { status: 'publish' } })
        assert.equal(restored.json.status, 'publish')
      }
    })

    test('Venues and organizers are created, changed and trashed', async () => {
      for (const [path, meta, key] of [
        ['/tribe_venue', { _VenueCity: 'Rome', _VenueLat: '41.5', _VenueLng: '12.5', _VenueShowMap: 'false' }, 'city'],
        ['/tribe_organizer', { _OrganizerEmail: 'a@example.test' }, 'email'],
      ] as const) {
        const json = { title: `At ${path}`, content: 'Text', excerpt: 'E', slug: 'own-slug', status: 'publish', meta }
        const created = await wp('POST', path, { json })
        assert.equal(created.status, 201, created.text)
        const { id, slug, meta: shown, excerpt } = created.json
        assert.deepEqual(
          [slug, excerpt.raw, Object.values(shown).includes(Object.values(meta)[0])],
          ['own-slug', 'E', true],
        )
        const collection = path === '/tribe_venue' ? '/venues' : '/organizers'
        const record = (await service.send('GET', `${collection}/${id}`)).json
        assert.deepEqual([record[key], record.description], [Object.values(meta)[0], '<p>Text</p>'])
        const changed = await wp('POST', `${path}/${id}`, { json: { title: 'Renamed', slug: 'other' } })
        assert.deepEqual(
          [changed.json.title.raw, changed.json.slug, changed.json.content.raw],
          ['Renamed', 'other', 'Text'],
        )
        assert.equal((await wp('DELETE', `${path}/${id}?force=1`)).json.status, 'trash')
        const unnamed = await wp('POST', path, { json: { content: 'x' } })
        assert.deepEqual([unnamed.status, unnamed.json.data.params], [400, ['title']])
      }
    })

    test('Writes need the permissions of the calendar, with the errors of WordPress', async () => {
      const { id } = await createEvent({}, 'author')
      const json = { title: 'X', meta: META }
      for (const [method, path, as, status, code] of [
        ['POST', '/tribe_events', 'anon', 401, 'rest_cannot_create'],
        ['POST', '/tribe_events', 'subscriber', 403, 'rest_cannot_create'],
        ['POST', '/tribe_venue', 'subscriber', 403, 'rest_cannot_create'],
        ['POST', `/tribe_events/${id}`, 'anon', 401, 'rest_cannot_edit'],
        ['PATCH', `/tribe_events/${id}`, 'author2', 403, 'rest_cannot_edit'],
        ['PUT', `/tribe_events/${id}`, 'contributor', 403, 'rest_cannot_edit'],
        ['DELETE', `/tribe_events/${id}`, 'anon', 401, 'rest_cannot_delete'],
        ['DELETE', `/tribe_events/${id}?force=true`, 'author2', 403, 'rest_cannot_delete'],
        ['POST', '/tribe_events/999999', 'anon', 404, 'rest_post_invalid_id'],
        ['DELETE', `/tribe_events/${venue.id}`, 'admin', 404, 'rest_post_invalid_id'],
        ['POST', `/tribe_events/${id}`, 'author', 200, undefined],
      ] as const) {
        const response = await wp(method, path, { as, ...(method !== 'DELETE' && { json }) })
        assert.deepEqual([response.status, response.json.code], [status, code], `${method} ${path} ${as}`)
      }
      assert.equal(
        (await wp('POST', `/tribe_events/${id}`, { as: 'author', json: { author: service.ids.admin } })).status,
        403,
      )
    })

    test('Invalid values return 400 and name the field', async () => {
      const { id } = await createEvent()
      const draft = (await service.send('POST', '/venues', { as: 'admin', json: { venue: 'D', status: 'draft' } })).json
      const cases: readonly (readonly [Json, string])[] = [
        [{ title: '' }, 'title'],
        [{ title: { raw: 5 } }, 'title'],
        [{ title: ['a'] }, 'title'],
        [{ content: { a: 1 } }, 'content'],
        [{ status: 'odd' }, 'status'],
        [{ status: { raw: 'publish' } }, 'status'],
        [{ featured_media: 999_999 }, 'featured_media'],
        [{ featured_media: 'https://example.test/a.jpg' }, 'featured_media'],
        [{ featured_media: 1e30 }, 'featured_media'],
        [{ tags: [999_999] }, 'tags'],
        [{ tags: ['Loud'] }, 'tags'],
        [{ tags: [category.id] }, 'tags'],
        [{ tribe_events_cat: { a: { b: 1 } } }, 'tribe_events_cat'],
        [{ tribe_events_cat: Array.from({ length: 600 }, (_, n) => n + 1) }, 'tribe_events_cat'],
        [{ meta: 'text' }, 'meta'],
        [{ meta: { _EventStartDate: 'nonsense' } }, 'meta'],
        [{ meta: { _EventTimezone: 'Mars/Base' } }, 'meta'],
        [{ meta: { _EventVenueID: 999_999 } }, 'meta'],
        [{ meta: { _EventVenueID: [venue.id, draft.id] } }, 'meta'],
        [{ meta: { _EventVenueID: { venue: 'New' } } }, 'meta'],
        [{ meta: { _EventOrganizerID: [venue.id] } }, 'meta'],
        [{ meta: { _EventURL: 'javascript:alert(1)' } }, 'meta'],
        [{ meta: { _EventAllDay: 'perhaps' } }, 'meta'],
        [{ meta: { _EventEndDate: '2020-01-01 00:00:00' } }, 'end_date'],
      ]
      for (const [json, name] of cases) {
        const { status, json: error, text } = await wp('POST', `/tribe_events/${id}`, { json })
        assert.deepEqual([status, error?.code], [400, 'rest_invalid_param'], `${JSON.stringify(json)} ${text}`)
        assert.deepEqual(Object.keys(error.data.params), [name], JSON.stringify(json))
      }
      const { json: named } = await wp('POST', `/tribe_events/${id}`, { json: { meta: { _EventStartDate: '?' } } })
      assert.match(JSON.stringify(named), /_EventStartDate/)
      const hidden = { meta: { _EventVenueID: draft.id } }
      assert.equal((await wp('POST', '/tribe_events', { as: 'author', json: { title: 'X', ...hidden } })).status, 400)
      assert.equal((await wp('POST', `/tribe_events/${id}`, { json: { __proto__: { title: 'x' } } })).status, 200)
    })

    test('A dry run and a retry with the same key create nothing twice', async () => {
      const json = { title: 'Once', status: 'publish', meta: META }
      const dry = await wp('POST', '/tribe_events?dry_run=true', { json })
      assert.deepEqual([dry.status, dry.json.title.raw], [201, 'Once'])
      assert.equal((await wp('GET', '/tribe_events?search=once')).json.length, 0)
      const headers = { 'idempotency-key': 'sync-1' }
      const first = await wp('POST', '/tribe_events', { json, headers })
      const second = await wp('POST', '/tribe_events', { json, headers })
      assert.deepEqual([first.status, second.json.id], [201, first.json.id])
    })

    test('A password of a post protects it', async () => {
      const { id, content } = await createEvent({ content: 'Hidden text', password: 'hush' })
      assert.deepEqual([content.raw, content.protected], ['Hidden text', true])
      const seen = (await wp('GET', `/tribe_events/${id}`, { as: 'anon' })).json
      assert.deepEqual(seen.content, { rendered: '', protected: true })
      assert.equal((await wp('POST', `/tribe_events/${id}`, { json: { password: '' } })).json.content.protected, false)
    })

    test('If-Match rejects a change of a post that has changed since', async () => {
      const { id } = await createEvent()
      const { headers } = await wp('GET', `/tribe_events/${id}`)
      const match = { 'if-match': headers['etag'] ?? '' }
      assert.equal((await wp('POST', `/tribe_events/${id}`, { json: { title: 'One' }, headers: match })).status, 200)
      assert.equal((await wp('POST', `/tribe_events/${id}`, { json: { title: 'Two' }, headers: match })).status, 412)
    })
  })
}
