/** Events, venues and organizers at `wp/v2` (decisions: WordPress posts). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, type RequestOptions, startService, type TestService } from '../../helper/service.ts'

const DATES = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 23:00:00' }

for (const engine of SPLIT_ENGINES) {
  describe(`Posts at wp/v2 on ${engine.name}`, () => {
    let service: TestService
    let jazz: Json
    let hall: Json
    let draft: Json
    let sealed: Json
    let hidden: Json
    before(async () => {
      service = await startService({ engine, now: '2026-11-20T12:00:00Z' })
      const create = async (path: string, json: Json, as: 'admin' | 'author' = 'admin') => {
        const response = await service.send('POST', path, { as, json })
        assert.equal(response.status, 201, response.text)
        return response.json
      }
      hall = await create('/venues', { venue: 'Hall & Bar', city: 'Rome', geo_lat: 41.9, geo_lng: 12.5 })
      const closed = await create('/venues', { venue: 'Secret', status: 'draft' })
      const band = await create('/organizers', { organizer: 'Band', email: 'band@example.test' })
      jazz = await create('/events', {
        ...{
          title: 'Jazz "Night"',
          description: '<p>Smooth</p>',
          excerpt: 'Short',
          ...DATES,
          date: '2026-11-01 10:00:00',
        },
        ...{ categories: ['Music'], tags: ['Loud', 'Late'], venue: hall.id, organizer: [band.id], cost: '10' },
        website: 'https://jazz.example/?a=1&b=2',
      })
      draft = await create(
        '/events',
        { title: 'Draft', ...DATES, status: 'draft', date: '2026-11-02 10:00:00' },
        'author',
      )
      sealed = await create('/events', {
        ...{ title: 'Sealed', description: 'Hush hush', excerpt: 'Psst', ...DATES, post_password: 'open' },
        ...{ categories: ['Music'], venue: hall.id, cost: '99', date: '2026-11-03 10:00:00' },
      })
      hidden = await create('/events', {
        title: 'Hidden',
        ...DATES,
        hide_from_listings: true,
        date: '2026-11-04 10:00:00',
      })
      await create('/events', {
        ...{ title: 'Rock', ...DATES, start_date: '2020-03-01 20:00:00', venue: closed.id, tags: ['Loud'] },
        date: '2026-11-05 10:00:00',
      })
    })
    after(() => service.stop())

    const wp = (method: string, path: string, options?: RequestOptions) =>
      service.send(method, `//wp-json/wp/v2${path}`, options)
    const titles = async (query: string, as: RequestOptions['as'] = 'anon', path = '/tribe_events') => {
      const { status, json, text } = await wp('GET', `${path}?${query}`, { as })
      assert.equal(status, 200, text)
      return json.map(({ title }: Json) => title.rendered)
    }

    test('GET /wp/v2/tribe_events/{id} has the keys of WordPress', async () => {
      const { status, json, headers } = await wp('GET', `/tribe_events/${jazz.id}`)
      assert.equal(status, 200)
      assert.ok(headers['link']?.includes(`<${json.link}>; rel="alternate"; type=text/html`))
      const { _links, meta, modified, modified_gmt, ...post } = json
      const [music, late, loud] = [jazz.categories[0].id, ...jazz.tags.map(({ id }: Json) => id)]
      assert.deepEqual(post, {
        id: jazz.id,
        ...{ date: '2026-11-01T10:00:00', date_gmt: '2026-11-01T15:00:00' },
        guid: { rendered: `${service.origin}/?post_type=tribe_events&#038;p=${jazz.id}` },
        ...{ slug: 'jazz-night', status: 'publish', type: 'tribe_events' },
        link: `${service.origin}/event/jazz-night/`,
        title: { rendered: 'Jazz &#8220;Night&#8221;' },
        content: { rendered: '<p>Smooth</p>\n', protected: false },
        excerpt: { rendered: '<p>Short</p>\n', protected: false },
        ...{ author: service.ids.admin, featured_media: 0, template: '' },
        tags: [late, loud].sort((a, b) => a - b),
        tribe_events_cat: [music],
        class_list: [
          ...[`post-${jazz.id}`, 'tribe_events', 'type-tribe_events', 'status-publish', 'hentry'],
          ...['tag-loud', 'tag-late', 'tribe_events_cat-music', 'cat_music'],
        ],
      })
      assert.match(modified, /^2026-11-20T07:00:00$/)
      assert.match(modified_gmt, /^2026-11-20T12:00:00$/)
      assert.deepEqual(meta, {
        ...{ _EventURL: 'https://jazz.example/?a=1&b=2', _EventTimezone: 'America/New_York', _EventAllDay: false },
        ...{ _EventShowMap: false, _EventShowMapLink: false, _EventHideFromUpcoming: false, _tribe_featured: false },
        ...{ _EventStartDate: '2027-03-01 20:00:00', _EventEndDate: '2027-03-01 23:00:00' },
        ...{ _EventStartDateUTC: '2027-03-02 01:00:00', _EventEndDateUTC: '2027-03-02 04:00:00', _EventCost: '10' },
        ...{ _EventOrganizerID: [jazz.organizer[0].id], _EventVenueID: [hall.id] },
        ...{ _tribe_events_status: '', _tribe_events_status_reason: '' },
      })
      const base = `${service.origin}/wp-json/wp/v2`
      assert.deepEqual(_links.self, [{ href: `${base}/tribe_events/${jazz.id}`, targetHints: { allow: ['GET'] } }])
      assert.deepEqual(_links.about, [{ href: `${base}/types/tribe_events` }])
      assert.deepEqual(_links.author, [{ embeddable: true, href: `${base}/users/${service.ids.admin}` }])
      assert.deepEqual(
        _links['wp:term'].map(({ taxonomy, href }: Json) => [taxonomy, href]),
        [
          ['post_tag', `${base}/tags?post=${jazz.id}`],
          ['tribe_events_cat', `${base}/tribe_events_cat?post=${jazz.id}`],
        ],
      )
    })

    test('GET /wp/v2/tribe_venue/{id} and tribe_organizer/{id} have their metadata', async () => {
      const venue = (await wp('GET', `/tribe_venue/${hall.id}`)).json
      assert.deepEqual([venue.type, venue.title.rendered], ['tribe_venue', 'Hall &#038; Bar'])
      assert.deepEqual([venue.meta._VenueCity, venue.meta._VenueLat, venue.meta._VenueShowMap], ['Rome', 41.9, true])
      assert.equal('tags' in venue, false)
      assert.equal('wp:term' in venue._links, false)
      const [organizer] = (await wp('GET', '/tribe_organizer')).json
      assert.equal(organizer.meta._OrganizerEmail, 'band@example.test')
      assert.deepEqual(await titles('', 'anon', '/tribe_venue'), ['Hall &#038; Bar'])
      assert.deepEqual(await titles('status=draft', 'editor', '/tribe_venue'), ['Secret'])
    })

    test('A list contains published posts of any date, the newest first, with totals in headers', async () => {
      const { json, headers } = await wp('GET', '/tribe_events?per_page=2')
      assert.deepEqual(
        json.map(({ title }: Json) => title.rendered),
        ['Rock', 'Sealed'],
      )
      assert.deepEqual([headers['x-wp-total'], headers['x-wp-totalpages']], ['3', '2'])
      assert.match(headers['link'] ?? '', /page=2[^>]*>; rel="next"/)
      assert.deepEqual(await titles('per_page=2&page=2'), ['Jazz &#8220;Night&#8221;'])
      const { status, json: error } = await wp('GET', '/tribe_events?per_page=2&page=3')
      assert.deepEqual([status, error.code], [400, 'rest_post_invalid_page_number'])
      assert.deepEqual(await titles('search=nothing&page=9'), [])
    })

    test('Each filter selects posts', async () => {
      const jazzTitle = 'Jazz &#8220;Night&#8221;'
      const [music, loud] = [jazz.categories[0].id, jazz.tags.find(({ slug }: Json) => slug === 'loud').id]
      const cases: readonly (readonly [string, readonly string[]])[] = [
        ['search=jazz', [jazzTitle]],
        ['slug=jazz-night', [jazzTitle]],
        ['slug[]=Jazz%20Night&slug[]=rock', ['Rock', jazzTitle]],
        ['slug=none', []],
        [`include=${jazz.id},${draft.id}`, [jazzTitle]],
        [`include=${jazz.id},${sealed.id}&orderby=include`, [jazzTitle, 'Sealed']],
        [`include=${jazz.id},${sealed.id}&orderby=include&per_page=1&page=2`, ['Sealed']],
        [`exclude=${jazz.id}`, ['Rock', 'Sealed']],
        [`author=${service.ids.admin}&search=rock`, ['Rock']],
        [`author=${service.ids.author}`, []],
        [`author_exclude=${service.ids.admin}`, []],
        ['after=2026-11-03T10:00:00', ['Rock']],
        ['after=2026-11-03T09:59:59', ['Rock', 'Sealed']],
        ['after=2026-11-03T14:59:59Z', ['Rock', 'Sealed']],
        ['before=2026-11-03T10:00:00', [jazzTitle]],
        ['after=2026-11-02&before=2026-11-04', ['Sealed']],
        ['modified_after=2026-11-20T12:00:00Z', []],
        ['modified_after=2026-11-20T11:59:59Z&modified_before=2026-11-20T12:00:01Z&search=rock', ['Rock']],
        ['modified_before=2026-11-20T12:00:00Z', []],
        [`tags=${loud}`, ['Rock', jazzTitle]],
        [`tags_exclude=${loud}`, ['Sealed']],
        [`tribe_events_cat=${music}`, [jazzTitle]],
        [`tribe_events_cat_exclude=${music}`, ['Rock', 'Sealed']],
        ['tags=999999', []],
        ['orderby=title&order=asc', [jazzTitle, 'Rock', 'Sealed']],
        ['orderby=id&order=asc', [jazzTitle, 'Sealed', 'Rock']],
        ['orderby=slug', ['Sealed', 'Rock', jazzTitle]],
        ['orderby=modified&order=asc', [jazzTitle, 'Sealed', 'Rock']],
        ['orderby=author', ['Rock', 'Sealed', jazzTitle]],
        ['orderby=relevance&search=e', ['Sealed']],
        ['offset=0&search=rock', ['Rock']],
      ]
      for (const [query, expected] of cases) assert.deepEqual(await titles(query), expected, query)
    })

    test('Statuses are those that the viewer may read in the calendar', async () => {
      assert.deepEqual(await titles('status=any'), ['Rock', 'Sealed', 'Jazz &#8220;Night&#8221;'])
      assert.deepEqual(await titles('status=draft', 'author'), ['Draft'])
      assert.deepEqual(await titles('status=draft', 'author2'), [])
      assert.deepEqual(await titles('status=publish,draft', 'editor'), [
        ...['Rock', 'Hidden', 'Sealed', 'Draft'],
        'Jazz &#8220;Night&#8221;',
      ])
      const refused = await wp('GET', '/tribe_events?status=draft')
      assert.deepEqual([refused.status, refused.json.code], [400, 'rest_invalid_param'])
      for (const [as, id, status, code] of [
        ['anon', draft.id, 401, 'rest_forbidden'],
        ['author2', draft.id, 403, 'rest_forbidden'],
        ['author', draft.id, 200, undefined],
        ['editor', draft.id, 200, undefined],
        ['anon', hidden.id, 200, undefined],
        ['anon', 999_999, 404, 'rest_post_invalid_id'],
        ['anon', hall.id, 404, 'rest_post_invalid_id'],
        ['anon', 0, 404, 'rest_post_invalid_id'],
      ] as const) {
        const { status: actual, json } = await wp('GET', `/tribe_events/${id}`, { as })
        assert.deepEqual([actual, json.code], [status, code], `${as} ${id}`)
      }
    })

    test('A protected event shows only its title and dates without its password', async () => {
      const { json } = await wp('GET', `/tribe_events/${sealed.id}`)
      assert.deepEqual(
        [json.title, json.content, json.excerpt, json.featured_media, json.tags, json.tribe_events_cat],
        [{ rendered: 'Sealed' }, { rendered: '', protected: true }, { rendered: '', protected: true }, 0, [], []],
      )
      const { _EventStartDate, _EventCost, _EventVenueID } = json.meta
      assert.deepEqual([_EventStartDate, _EventCost, _EventVenueID], ['2027-03-01 20:00:00', '', []])
      const opened = (await wp('GET', `/tribe_events/${sealed.id}?password=open`)).json
      assert.deepEqual([opened.content.rendered, opened.meta._EventCost], ['<p>Hush hush</p>\n', '99'])
      const wrong = await wp('GET', `/tribe_events/${sealed.id}?password=wrong`)
      assert.deepEqual([wrong.status, wrong.json.code], [403, 'rest_post_incorrect_password'])
      assert.match((await wp('GET', `/tribe_events/${sealed.id}`, { as: 'editor' })).json.content.rendered, /Hush/)
      const { text } = await wp('GET', '/tribe_events?_embed=1')
      assert.doesNotMatch(text, /Hush|Psst|99/)
      assert.deepEqual(await titles('search=hush'), [])
    })

    test('Contexts embed and edit select the members', async () => {
      const embedded = (await wp('GET', `/tribe_events/${jazz.id}?context=embed`)).json
      assert.deepEqual(Object.keys(embedded), [
        ...['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media', '_links'],
      ])
      const edited = (await wp('GET', `/tribe_events/${jazz.id}?context=edit`, { as: 'editor' })).json
      assert.deepEqual(
        [edited.title.raw, edited.content.raw, edited.excerpt.raw],
        ['Jazz "Night"', '<p>Smooth</p>', 'Short'],
      )
      for (const [as, path, status] of [
        ['anon', `/${jazz.id}`, 401],
        ['author', `/${jazz.id}`, 403],
        ['anon', '', 401],
        ['subscriber', '', 403],
        ['contributor', '', 200],
      ] as const) {
        const { status: actual, json } = await wp('GET', `/tribe_events${path}?context=edit`, { as })
        assert.deepEqual([actual, json.code], [status, status === 200 ? undefined : 'rest_forbidden_context'], as)
      }
      const list = (await wp('GET', '/tribe_events?context=edit&slug=sealed', { as: 'contributor' })).json
      assert.equal(list[0].content.raw, '')
    })

    test('_embed includes terms and images, and authors for those who may see them', async () => {
      const query = `/tribe_events?include=${jazz.id}&_embed`
      const [post] = (await wp('GET', query)).json
      assert.deepEqual(
        post._embedded['wp:term'].map((terms: Json) => terms.map(({ slug }: Json) => slug)),
        [['loud', 'late'], ['music']],
      )
      assert.equal('author' in post._embedded, false)
      const [seen] = (await wp('GET', query, { as: 'editor' })).json
      assert.deepEqual(
        seen._embedded.author.map(({ id, name }: Json) => [id, name]),
        [[service.ids.admin, 'admin']],
      )
      const [terms] = (await wp('GET', `/tribe_events?include=${jazz.id}&_embed=wp:term`, { as: 'editor' })).json
      assert.deepEqual(Object.keys(terms._embedded), ['wp:term'])
      const [picked] = (await wp('GET', `${query}&_fields=id,title.rendered,_embedded`)).json
      assert.deepEqual(Object.keys(picked), ['id', 'title', '_embedded'])
      const [none] = (await wp('GET', `/tribe_events?include=${jazz.id}`)).json
      assert.equal('_embedded' in none, false)
      assert.equal('_embedded' in (await wp('GET', `/tribe_events/${jazz.id}?_embed=1`)).json, true)
    })

    test('Invalid parameters return 400 and name the parameter', async () => {
      for (const [query, name] of [
        ...[['per_page=0', 'per_page'] as const, ['per_page=101', 'per_page'] as const, ['page=0', 'page'] as const],
        ...[['order=up', 'order'] as const, ['orderby=weight', 'orderby'] as const, ['after=soon', 'after'] as const],
        ...[['before=tomorrow', 'before'] as const, ['after[]=2026-01-01', 'after'] as const],
        ...[['author=x', 'author'] as const, ['include=-1', 'include'] as const, ['tags=a', 'tags'] as const],
        ...[['offset=10', 'offset'] as const, ['status=odd', 'status'] as const, ['slug=', 'slug'] as const],
        ...[['context=full', 'context'] as const, ['modified_before=2026-99-01', 'modified_before'] as const],
        [`include=${Array.from({ length: 1001 }, (_, n) => n + 1).join()}`, 'include'] as const,
      ]) {
        const { status, json } = await wp('GET', `/tribe_events?${query}`)
        assert.deepEqual([status, json.code, Object.keys(json.data.params)], [400, 'rest_invalid_param', [name]], query)
      }
    })

    test('Every viewer sees the records that the calendar shows to that viewer', async () => {
      const own = await Promise.all(
        (['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const).flatMap((status) =>
          (['events', 'venues', 'organizers'] as const).map(async (path) => {
            const name =
              path === 'events' ? { title: status, ...DATES } : { [path.slice(0, -1)]: `${status} of author` }
            const date = status === 'future' ? { date: '2030-01-01 10:00:00' } : {}
            const json = { ...name, ...date, status: status === 'trash' ? 'draft' : status }
            const { id } = (await service.send('POST', `/${path}`, { as: 'author', json })).json
            if (status === 'trash') await service.send('DELETE', `/${path}/${id}`, { as: 'author' })
            return id
          }),
        ),
      )
      for (const [path, type] of [
        ['events', 'tribe_events'],
        ['venues', 'tribe_venue'],
        ['organizers', 'tribe_organizer'],
      ] as const) {
        for (const as of ['anon', 'subscriber', 'contributor', 'author', 'author2', 'editor', 'admin'] as const) {
          const canFilter = as !== 'anon' && as !== 'subscriber'
          for (const status of canFilter ? ['any', 'publish', 'draft', 'private', 'trash'] : ['any', 'publish']) {
            const isEditor = as === 'editor' || as === 'admin'
            const range = path === 'events' ? `&start_date=2000-01-01${isEditor ? '&hidden=true' : ''}` : ''
            const calendar = await service.send('GET', `/${path}?per_page=100&status=${status}${range}`, { as })
            const ids: number[] = calendar.json[path].map(({ id }: Json) => id)
            const posts = (await wp('GET', `/${type}?per_page=100&status=${status}`, { as })).json
            const shown: number[] = posts.map(({ id }: Json) => id)
            assert.deepEqual(new Set(shown), new Set(ids), `${type} ${as} ${status}`)
            for (const id of own) {
              const { status: single } = await wp('GET', `/${type}/${id}`, { as })
              if (shown.includes(id)) assert.equal(single, 200, `${type} ${id} ${as}`)
            }
          }
        }
      }
    })

    test('A list runs the same number of statements for any number of posts', async () => {
      const count = async (query: string) => {
        const before = service.services.database.statistics().statements
        await wp('GET', `/tribe_events?_embed&orderby=title&${query}`, { as: 'editor' })
        return service.services.database.statistics().statements - before
      }
      await count('per_page=1')
      const one = await count('per_page=1')
      const all = await count('per_page=100')
      assert.ok(all <= one + 2, `${one} statements for one post, ${all} for all`)
    })
  })
}
