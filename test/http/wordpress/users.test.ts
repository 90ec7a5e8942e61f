/** Users, types, taxonomies and statuses at `wp/v2` (decisions: WordPress users). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../../helper/engines.ts'
import { type Json, type RequestOptions, startService, type TestService, type TestUser } from '../../helper/service.ts'

const EVERYONE = ['admin', 'editor', 'author', 'contributor', 'subscriber', 'author2']

for (const engine of ENGINES) {
  describe(`Users at wp/v2 on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
      const dates = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 23:00:00' }
      await service.send('POST', '/events', { as: 'author', json: { title: 'A', ...dates } })
      await service.send('POST', '/venues', { as: 'author2', json: { venue: 'V' } })
    })
    after(() => service.stop())

    const wp = (path: string, as: TestUser = 'anon', options: RequestOptions = {}) =>
      service.send('GET', `//wp-json/wp/v2${path}`, { as, ...options })
    const names = async (path: string, as: TestUser): Promise<string[]> => {
      const { status, json, text } = await wp(path, as)
      assert.equal(status, 200, text)
      return json.map(({ name }: Json) => name)
    }

    test('The credential test of n8n, GET /wp/v2/users, passes for every user', async () => {
      for (const as of EVERYONE as TestUser[]) assert.equal((await wp('/users', as)).status, 200)
      const wrong = { authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}` }
      assert.equal((await wp('/users', 'anon', { headers: wrong })).status, 401)
      const { status, json } = await wp('/users')
      assert.deepEqual([status, json.code], [401, 'rest_user_cannot_view'])
    })

    test('The requests by which Make, Zapier and Obsidian test credentials and find types pass', async () => {
      const requests = [
        '/users/me',
        '/users/me?context=edit',
        '/users?per_page=1',
        '/types',
        '/taxonomies',
        '/statuses',
      ]
      for (const path of requests) {
        const { status, json } = await wp(path, 'contributor')
        assert.equal(status, 200, path)
        if (path.startsWith('/users/me')) assert.equal(json.id, service.ids.contributor)
      }
      const index = (await service.send('GET', '//wp-json/', { as: 'contributor' })).json
      assert.ok(index.namespaces.includes('wp/v2') && index.authentication['application-passwords'])
      const wrong = { authorization: `Basic ${Buffer.from('contributor:wrong').toString('base64')}` }
      for (const path of requests) assert.equal((await wp(path, 'anon', { headers: wrong })).status, 401, path)
      assert.equal((await wp('/users/me')).status, 401)
    })

    test('Users see themselves, editors also authors of records, administrators all', async () => {
      assert.deepEqual((await names('/users', 'admin')).sort(), [...EVERYONE].sort())
      assert.deepEqual(await names('/users', 'editor'), ['author', 'author2', 'editor'])
      assert.deepEqual(await names('/users', 'author'), ['author'])
      assert.deepEqual(await names('/users', 'subscriber'), ['subscriber'])
      for (const [as, id, status] of [
        ['admin', service.ids.subscriber, 200],
        ['editor', service.ids.author, 200],
        ['editor', service.ids.subscriber, 404],
        ['author', service.ids.author, 200],
        ['author', service.ids.admin, 404],
        ['anon', service.ids.author, 401],
        ['admin', 999_999, 404],
      ] as const) {
        assert.equal((await wp(`/users/${id}`, as)).status, status, `${as} ${id}`)
      }
    })

    test('The login and email of others are only visible to administrators', async () => {
      await service.send('PATCH', `/users/${service.ids.author}`, { as: 'admin', json: { name: 'Ann Author' } })
      const { json } = await wp(`/users/${service.ids.author}`, 'editor')
      assert.deepEqual(
        [json.name, json.slug, 'email' in json, 'roles' in json],
        ['Ann Author', 'ann-author', false, false],
      )
      assert.deepEqual(await names('/users?search=example.test', 'editor'), ['editor'])
      assert.deepEqual(await names('/users?search=example.test&include=3', 'admin'), ['Ann Author'])
      assert.deepEqual(await names('/users?roles=author', 'editor'), [])
      const { status, json: error } = await wp(`/users/${service.ids.author}?context=edit`, 'editor')
      assert.deepEqual([status, error.code], [403, 'rest_forbidden_context'])
      assert.equal((await wp('/users?context=edit', 'editor')).status, 403)
      assert.equal((await wp('/users?context=edit', 'admin')).json[0].email.includes('@'), true)
    })

    test('GET /wp/v2/users filters, orders and pages', async () => {
      assert.deepEqual(await names('/users?search=contri', 'admin'), ['contributor'])
      assert.deepEqual(await names('/users?slug=editor,admin&order=desc', 'admin'), ['editor', 'admin'])
      assert.deepEqual(await names('/users?roles=administrator,editor&orderby=id', 'admin'), ['admin', 'editor'])
      const { admin, editor } = service.ids
      assert.deepEqual(await names(`/users?include=${editor},${admin}&orderby=include`, 'admin'), ['editor', 'admin'])
      assert.equal((await names(`/users?exclude=${editor}`, 'admin')).includes('editor'), false)
      const { json, headers } = await wp('/users?per_page=2&page=2&orderby=registered_date', 'admin')
      assert.deepEqual(
        [json.map(({ id }: Json) => id), headers['x-wp-total'], headers['x-wp-totalpages']],
        [[service.ids.author, service.ids.contributor], '6', '3'],
      )
      assert.match(headers['link'] ?? '', /page=3[^>]*>; rel="next"/)
      for (const query of ['per_page=0', 'orderby=odd', 'roles=king', 'page=x', 'include=a']) {
        assert.equal((await wp(`/users?${query}`, 'admin')).status, 400, query)
      }
    })

    test('GET /wp/v2/users/me?context=edit has the role and capabilities', async () => {
      const { status, json } = await wp('/users/me?context=edit', 'editor')
      assert.equal(status, 200)
      assert.deepEqual(
        [json.id, json.username, json.email, json.roles, json.slug],
        [service.ids.editor, 'editor', 'editor@example.test', ['editor'], 'editor'],
      )
      const { edit_posts, upload_files, edit_tribe_events, editor, list_users } = json.capabilities
      assert.deepEqual(
        [edit_posts, upload_files, edit_tribe_events, editor, list_users],
        [true, true, true, true, undefined],
      )
      assert.deepEqual(Object.keys(json.avatar_urls), ['24', '48', '96'])
      assert.equal((await fetch(json.avatar_urls['48'])).status, 200)
      const { capabilities } = (await wp('/users/me?context=edit', 'subscriber')).json
      assert.deepEqual(Object.keys(capabilities), ['read', 'subscriber'])
      const { capabilities: all } = (await wp('/users/me?context=edit', 'admin')).json
      assert.deepEqual([all.list_users, all.manage_options, all.administrator], [true, true, true])
      const anonymous = await wp('/users/me?context=edit')
      assert.deepEqual([anonymous.status, anonymous.json.code], [401, 'rest_not_logged_in'])
      assert.equal('email' in (await wp('/users/me', 'editor')).json, false)
    })

    test('Types, taxonomies and statuses describe the records of the calendar', async () => {
      const types = (await wp('/types')).json
      assert.deepEqual(Object.keys(types), ['tribe_events', 'tribe_venue', 'tribe_organizer'])
      const { slug, rest_base, rest_namespace, taxonomies } = (await wp('/types/tribe_events')).json
      assert.deepEqual(
        [slug, rest_base, rest_namespace, taxonomies],
        ['tribe_events', 'tribe_events', 'wp/v2', ['post_tag', 'tribe_events_cat']],
      )
      const taxonomy = (await wp('/taxonomies/tribe_events_cat')).json
      assert.deepEqual(
        [taxonomy.hierarchical, taxonomy.rest_base, taxonomy.types],
        [true, 'tribe_events_cat', ['tribe_events']],
      )
      assert.equal((await wp('/taxonomies')).json.post_tag.rest_base, 'tags')
      assert.deepEqual(Object.keys((await wp('/statuses')).json), ['publish'])
      assert.deepEqual(Object.keys((await wp('/statuses', 'contributor')).json), [
        ...['publish', 'future', 'draft', 'pending', 'private', 'trash'],
      ])
      assert.deepEqual((await wp('/types/tribe_events?context=edit', 'author')).json.labels.singular_name, 'Event')
      for (const url of [types.tribe_venue._links['wp:items'][0].href, taxonomy._links['wp:items'][0].href]) {
        assert.equal((await fetch(url)).status, 200)
      }
    })

    test('Unknown and hidden names of types, taxonomies and statuses get the errors of WordPress', async () => {
      for (const [path, as, status, code] of [
        ['/types/post', 'admin', 404, 'rest_type_invalid'],
        ['/types/toString', 'admin', 404, 'rest_type_invalid'],
        ['/taxonomies/category', 'admin', 404, 'rest_taxonomy_invalid'],
        ['/taxonomies/__proto__', 'admin', 404, 'rest_taxonomy_invalid'],
        ['/statuses/odd', 'admin', 404, 'rest_status_invalid'],
        ['/statuses/draft', 'anon', 401, 'rest_cannot_read_status'],
        ['/statuses/draft', 'subscriber', 403, 'rest_cannot_read_status'],
        ['/statuses/draft', 'author', 200, undefined],
        ['/types?context=edit', 'anon', 401, 'rest_cannot_view'],
        ['/types?context=full', 'anon', 400, 'rest_invalid_param'],
      ] as const) {
        const { status: actual, json } = await wp(path, as)
        assert.deepEqual([actual, json.code], [status, code], path)
      }
    })

    test('The indexes list the routes', async () => {
      const { routes } = (await wp('')).json
      for (const route of [
        ...['tribe_events', 'tribe_venue', 'tribe_organizer'].flatMap((type) => [type, `${type}/(?P<id>[\\d]+)`]),
        ...['users', 'users/(?P<id>[\\d]+)', 'users/me', 'types', 'types/(?P<type>[\\w-]+)', 'taxonomies', 'statuses'],
      ]) {
        assert.ok(routes[`/wp/v2/${route}`], route)
      }
      const { args } = routes['/wp/v2/tribe_events'].endpoints[0]
      assert.deepEqual([args.per_page.default, args.status.default, args.orderby.default], [10, ['publish'], 'date'])
      const site = (await service.send('GET', '//wp-json/')).json
      assert.ok(site.routes['/wp/v2/tribe_events'].methods.includes('POST'))
    })
  })
}
