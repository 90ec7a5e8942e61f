/** Categories and tags at `wp/v2`, for clients of WordPress core (decisions: WordPress routes). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, type RequestOptions, startService, type TestService, type TestUser } from '../../helper/service.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`Terms at wp/v2 on ${engine.name}`, () => {
    let service: TestService
    let music: Json
    let jazz: Json
    before(async () => {
      service = await startService({ engine })
      const create = async (json: Json) => (await service.send('POST', '/events', { as: 'admin', json })).json
      const event = await create({
        title: 'A',
        ...DATES,
        categories: ['Music & Dance'],
        tags: ['Live', 'Late', 'Loud'],
      })
      await create({ title: 'B', ...DATES, tags: ['Loud'] })
      music = event.categories[0]
      jazz = (await service.send('POST', '/categories', { as: 'admin', json: { name: 'Jazz', parent: music.id } })).json
    })
    after(() => service.stop())

    const wp = (method: string, path: string, options?: RequestOptions) =>
      service.send(method, `//wp-json/wp/v2${path}`, options)
    const names = async (path: string): Promise<string[]> => {
      const { status, json, text } = await wp('GET', path)
      assert.equal(status, 200, text)
      return json.map(({ name }: Json) => name)
    }

    test('GET /wp/v2/tribe_events_cat/{id} has the keys of WordPress', async () => {
      const { status, json } = await wp('GET', `/tribe_events_cat/${jazz.id}`)
      assert.equal(status, 200)
      const { _links, ...term } = json
      assert.deepEqual(term, {
        ...{ id: jazz.id, count: 0, description: '' },
        link: `${service.origin}/events/category/music-dance/jazz/`,
        ...{ name: 'Jazz', slug: 'jazz', taxonomy: 'tribe_events_cat', parent: music.id, meta: [] },
      })
      const base = `${service.origin}/wp-json/wp/v2/tribe_events_cat`
      assert.deepEqual(_links, {
        self: [{ href: `${base}/${jazz.id}`, targetHints: { allow: ['GET'] } }],
        collection: [{ href: base }],
        up: [{ embeddable: true, href: `${base}/${music.id}` }],
      })
      assert.equal((await wp('GET', `/tribe_events_cat/${music.id}`)).json.name, 'Music &amp; Dance')
    })

    test('GET /wp/v2/tags returns totals and links in headers', async () => {
      const { status, headers, json } = await wp('GET', '/tags?per_page=2&orderby=name')
      assert.equal(status, 200)
      assert.deepEqual(
        json.map(({ name, count, taxonomy }: Json) => [name, count, taxonomy]),
        [
          ['Late', 1, 'post_tag'],
          ['Live', 1, 'post_tag'],
        ],
      )
      assert.equal('parent' in json[0], false)
      assert.deepEqual([headers['x-wp-total'], headers['x-wp-totalpages']], ['3', '2'])
      const [, next = ''] = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '') ?? []
      const second = await wp('GET', next.slice(`${service.origin}/wp-json/wp/v2`.length))
      assert.deepEqual(
        second.json.map(({ name }: Json) => name),
        ['Loud'],
      )
      assert.match(second.headers['link'] ?? '', /page=1[^>]*>; rel="prev"/)
      assert.deepEqual((await wp('GET', '/tags?page=9')).json, [])
    })

    test('GET /wp/v2/tags and /wp/v2/tribe_events_cat filter and order', async () => {
      assert.deepEqual(await names('/tags?search=lo'), ['Loud'])
      assert.deepEqual(await names('/tags?slug=live,late'), ['Late', 'Live'])
      assert.deepEqual(await names('/tags?slug[]=LOUD'), ['Loud'])
      assert.deepEqual(await names('/tags?orderby=count&order=desc&per_page=1'), ['Loud'])
      const { json } = await wp('GET', '/tags')
      const [late, live, loud] = json.map(({ id }: Json) => id)
      assert.deepEqual(await names(`/tags?include=${loud},${late},999999&orderby=include`), ['Loud', 'Late'])
      assert.deepEqual(await names(`/tags?exclude[]=${live}`), ['Late', 'Loud'])
      assert.deepEqual(await names('/tribe_events_cat'), ['Jazz', 'Music &amp; Dance'])
      assert.deepEqual(await names('/tribe_events_cat?hide_empty=true'), ['Music &amp; Dance'])
      assert.deepEqual(await names(`/tribe_events_cat?parent=${music.id}`), ['Jazz'])
      assert.deepEqual(await names('/tribe_events_cat?parent=0'), ['Music &amp; Dance'])
      const embedded = (await wp('GET', '/tags?context=embed&per_page=1')).json[0]
      assert.deepEqual(Object.keys(embedded), ['id', 'link', 'name', 'slug', 'taxonomy', '_links'])
      const picked = (await wp('GET', '/tags?_fields=id,name&per_page=1')).json
      assert.deepEqual(Object.keys(picked[0]), ['id', 'name'])
    })

    test('GET /wp/v2/tags returns 400 for values that WordPress rejects', async () => {
      for (const [query, name] of [
        ['per_page=0', 'per_page'],
        ['per_page=101', 'per_page'],
        ['page=0', 'page'],
        ['order=up', 'order'],
        ['orderby=weight', 'orderby'],
        ['hide_empty=perhaps', 'hide_empty'],
        ['include=x', 'include'],
        ['context=full', 'context'],
      ] as const) {
        const { status, json } = await wp('GET', `/tags?${query}`)
        assert.deepEqual([status, json.code, Object.keys(json.data.params)], [400, 'rest_invalid_param', [name]], query)
      }
    })

    test('GET and POST of a missing term return 404 rest_term_invalid', async () => {
      for (const path of ['/tags/999999', `/tags/${jazz.id}`, '/tribe_events_cat/0']) {
        for (const method of ['GET', 'POST', 'PUT']) {
          const { status, json } = await wp(method, path, { json: { name: 'X' } })
          assert.deepEqual([status, json.code, json.message], [404, 'rest_term_invalid', 'Term does not exist.'], path)
        }
      }
    })

    test('POST /wp/v2/tribe_events_cat creates a category, and POST to its ID updates it', async () => {
      const created = await wp('POST', '/tribe_events_cat', {
        as: 'author',
        json: { name: 'Opera', parent: music.id, description: 'Sung' },
      })
      assert.equal(created.status, 201, created.text)
      assert.equal(created.headers['location'], `${service.origin}/wp-json/wp/v2/tribe_events_cat/${created.json.id}`)
      assert.deepEqual([created.json.slug, created.json.parent, created.json.count], ['opera', music.id, 0])
      const updated = await service.send('GET', `/categories/${created.json.id}`)
      assert.deepEqual([updated.json.name, updated.json.description], ['Opera', 'Sung'])
      const changed = await wp('POST', `/tribe_events_cat/${created.json.id}`, {
        as: 'editor',
        json: { name: 'Grand opera', parent: 0 },
      })
      assert.deepEqual(
        [changed.status, changed.json.name, changed.json.parent, changed.json.description],
        [200, 'Grand opera', 0, 'Sung'],
      )
      const patched = await wp('PATCH', `/tribe_events_cat/${created.json.id}`, {
        as: 'editor',
        json: { slug: 'grand' },
      })
      assert.deepEqual([patched.json.slug, patched.json.name], ['grand', 'Grand opera'])
    })

    test('POST /wp/v2/tags follows the permissions of WordPress', async () => {
      const create = (as: TestUser, path: string) => wp('POST', path, { as, json: { name: `By ${as}` } })
      for (const [as, status] of [
        ['anon', 401],
        ['subscriber', 403],
        ['contributor', 201],
        ['editor', 201],
      ] as const) {
        const { status: actual, json } = await create(as, '/tags')
        assert.equal(actual, status, as)
        if (actual !== 201)
          assert.deepEqual(
            [json.code, json.message],
            ['rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.'],
          )
      }
      for (const [as, status] of [
        ['anon', 401],
        ['contributor', 403],
        ['author', 201],
      ] as const) {
        assert.equal((await create(as, '/tribe_events_cat')).status, status, as)
      }
      const { json: tags } = await wp('GET', '/tags?search=loud')
      for (const [as, status] of [
        ['anon', 401],
        ['author', 403],
        ['editor', 200],
      ] as const) {
        const { status: actual, json } = await wp('POST', `/tags/${tags[0].id}`, { as, json: { description: 'Loud' } })
        assert.equal(actual, status, as)
        if (actual !== 200) assert.equal(json.code, 'rest_cannot_update')
      }
      const { status, json } = await wp('GET', '/tags?context=edit')
      assert.deepEqual([status, json.code], [401, 'rest_forbidden_context'])
      assert.equal((await wp('GET', '/tags?context=edit', { as: 'editor' })).status, 200)
    })

    test('POST /wp/v2/tags and /wp/v2/tribe_events_cat return the errors of WordPress', async () => {
      const missing = await wp('POST', '/tags', { as: 'editor', json: {} })
      assert.deepEqual(
        [missing.status, missing.json.code, missing.json.data.params],
        [400, 'rest_missing_callback_param', ['name']],
      )
      const [live] = (await wp('GET', '/tags?slug=live')).json
      const double = await wp('POST', '/tags', { as: 'editor', json: { name: 'live' } })
      assert.deepEqual([double.status, double.json.code, double.json.data.term_id], [400, 'term_exists', live.id])
      const flat = await wp('POST', '/tags', { as: 'editor', json: { name: 'Below', parent: live.id } })
      assert.deepEqual([flat.status, flat.json.code], [400, 'rest_taxonomy_not_hierarchical'])
      for (const [path, json] of [
        ['/tribe_events_cat', { name: 'Lost', parent: 999999 }],
        [`/tribe_events_cat/${jazz.id}`, { parent: live.id }],
      ] as const) {
        const lost = await wp('POST', path, { as: 'editor', json })
        assert.deepEqual(
          [lost.status, lost.json.code, lost.json.message],
          [400, 'rest_term_invalid', 'Parent term does not exist.'],
        )
      }
      const loop = await wp('POST', `/tribe_events_cat/${music.id}`, { as: 'editor', json: { parent: jazz.id } })
      assert.equal(loop.status, 400)
    })

    test('The site index and OPTIONS describe the routes', async () => {
      const { json } = await service.send('GET', '//wp-json/')
      for (const route of [
        '/wp/v2/tags',
        '/wp/v2/tags/(?P<id>[\\d]+)',
        '/wp/v2/tribe_events_cat',
        '/wp/v2/tribe_events_cat/(?P<id>[\\d]+)',
      ])
        assert.ok(json.routes[route], route)
      const options = await wp('OPTIONS', '/tags', { as: 'editor' })
      assert.equal(options.headers['allow'], 'GET, POST')
    })
  })
}
