/** Records with a password: wire-contract §14, with Q25 and decisions: password. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const PASSWORD = 'open sesame & more'
const QUERY = `password=${encodeURIComponent(PASSWORD)}`
const KINDS = ['events', 'venues', 'organizers'] as const
type Kind = (typeof KINDS)[number]

const fields: Readonly<Record<Kind, Json>> = {
  events: {
    start_date: '2027-03-01 10:00:00',
    end_date: '2027-03-01 12:00:00',
    description: 'Body',
    excerpt: 'Excerpt',
    cost: '$10',
    website: 'https://example.test/',
    featured: true,
    categories: ['Music'],
    tags: ['Loud'],
    venue: { venue: 'Hall' },
    organizer: [{ organizer: 'Ann' }],
  },
  venues: { description: 'Body', city: 'Rome', zip: '0', website: 'https://example.test/' },
  organizers: { description: 'Body', email: 'ann@example.test' },
}

/** Values that a list shows in place of the redacted ones without the password (wire-contract §14, Q25). */
const REDACTED: Readonly<Record<Kind, Json>> = {
  events: {
    description: '',
    excerpt: '',
    cost: '',
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
    website: '',
    image: false,
    all_day: null,
    show_map: null,
    show_map_link: null,
    hide_from_listings: null,
    sticky: null,
    featured: null,
    categories: [],
    tags: [],
    venue: [],
    organizer: [],
    custom_fields: [],
    ticketed: null,
    tickets: [],
  },
  venues: { description: '', city: '', zip: '', website: '', show_map: null, show_map_link: null },
  organizers: { description: '', email: '' },
}

for (const engine of ONE_ENGINE) {
  describe(`Record passwords on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const write = async (method: string, path: string, json: Json, as: TestUser = 'author'): Promise<Json> => {
      const response = await service.send(method, path, { as, json })
      assert.ok(response.status < 300, response.text)
      return response.json
    }
    let count = 0
    /** Names differ, since a new venue with an existing name resolves to the existing one (wire-contract §11.5). */
    const createProtected = (kind: Kind) => {
      const name = { [kind === 'events' ? 'title' : kind.slice(0, -1)]: `Sealed ${++count}` }
      return write('POST', `/${kind}`, { ...fields[kind], ...name, post_password: PASSWORD })
    }
    const entry = async (kind: Kind, id: number, query = '', headers = {}) => {
      const { json } = await service.send('GET', `/${kind}?per_page=100${query}`, { headers })
      return json[kind].find((item: Json) => item.id === id)
    }

    const PASSWORD_PLACES: readonly (readonly [string, (path: string) => Promise<{ status: number; json: Json }>])[] = [
      ['the query', (path) => service.send('GET', `${path}?${QUERY}`)],
      ['the body', (path) => service.send('GET', path, { json: { password: PASSWORD } })],
      ['the header', (path) => service.send('GET', path, { headers: { 'x-event-password': PASSWORD } })],
    ]

    for (const [where, open] of PASSWORD_PLACES) {
      test(`A password in ${where} opens an event by ID and by slug, without structured data`, async () => {
        const { id, slug } = await createProtected('events')
        for (const path of [`/events/${id}`, `/events/by-slug/${slug}`]) {
          const { status, json } = await open(path)
          assert.deepEqual([status, json.cost, json.venue.venue], [200, '$10', 'Hall'])
          assert.equal(json.json_ld, undefined)
        }
      })

      test(`A password in ${where} opens a venue and an organizer`, async () => {
        const { id, slug } = await createProtected('venues')
        for (const path of [`/venues/${id}`, `/venues/by-slug/${slug}`])
          assert.equal((await open(path)).json.city, 'Rome')
        const organizer = await createProtected('organizers')
        assert.equal((await open(`/organizers/${organizer.id}`)).json.email, 'ann@example.test')
      })
    }

    test('GET of a protected event returns 403 without the password or with a wrong one', async () => {
      const { id, slug } = await createProtected('events')
      for (const path of [`/events/${id}`, `/events/by-slug/${slug}`]) {
        for (const as of ['anon', 'subscriber', 'contributor', 'author2'] as const) {
          for (const query of ['', '?password=wrong', `?password=${PASSWORD.toUpperCase()}`.replaceAll(' ', '%20')]) {
            const { status, json } = await service.send('GET', `${path}${query}`, { as })
            assert.deepEqual([status, json.code], [403, 'event-password-protected'], `${as} ${path}${query}`)
          }
        }
        const headers = { 'x-event-password': 'wrong' }
        assert.equal((await service.send('GET', path, { headers })).status, 403)
      }
    })

    test('An empty password and a list of passwords are rejected', async () => {
      const { id } = await createProtected('events')
      for (const query of ['password=', `password[]=${encodeURIComponent(PASSWORD)}`]) {
        const { status, json } = await service.send('GET', `/events/${id}?${query}`)
        assert.deepEqual([status, Object.keys(json.data.params)], [400, ['password']])
      }
    })

    test('Editors and the author see a protected event with its structured data without the password (Q25)', async () => {
      const { id } = await createProtected('events')
      for (const as of ['admin', 'editor', 'author'] as const) {
        const { status, json } = await service.send('GET', `/events/${id}`, { as })
        assert.deepEqual([status, json.cost, json.json_ld['@type']], [200, '$10', 'Event'])
      }
    })

    for (const kind of KINDS) {
      test(`Lists redact ${kind} without the password and show them completely with it`, async () => {
        const complete = await createProtected(kind)
        const redacted = { ...complete, ...REDACTED[kind] }
        assert.deepEqual(await entry(kind, complete.id), redacted)
        assert.deepEqual(await entry(kind, complete.id, '&password=wrong'), redacted)
        assert.deepEqual(await entry(kind, complete.id, `&${QUERY}`), complete)
        assert.deepEqual(await entry(kind, complete.id, '', { 'x-event-password': PASSWORD }), complete)
      })

      test(`Responses to writes contain ${kind} completely, and never the password`, async () => {
        const created = await createProtected(kind)
        const updated = await service.send('PUT', `/${kind}/${created.id}`, { as: 'author', json: {} })
        assert.deepEqual(updated.json, created)
        assert.ok(!updated.text.includes('password'), updated.text)
        const trashed = await write('DELETE', `/${kind}/${created.id}`, undefined)
        assert.equal(trashed.description, created.description)
      })

      for (const cleared of ['', null]) {
        test(`A post_password of ${JSON.stringify(cleared)} removes the password of ${kind}`, async () => {
          const { id } = await createProtected(kind)
          const complete = await write('PUT', `/${kind}/${id}`, { post_password: cleared })
          const { status, json } = await service.send('GET', `/${kind}/${id}`)
          assert.deepEqual([status, json.description], [200, complete.description])
          assert.ok(json.json_ld)
          assert.deepEqual(await entry(kind, id), complete)
        })
      }

      test(`An update of ${kind} keeps the password or sets another one, and never reads it from \`password\``, async () => {
        const { id } = await createProtected(kind)
        const isOpenWith = async (password: string) => {
          const { status, json } = await service.send('GET', `/${kind}/${id}`, {
            headers: { 'x-event-password': password },
          })
          return status === 200 && json.description !== ''
        }
        await write('PUT', `/${kind}/${id}`, { description: 'Changed', password: 'decoy' })
        assert.deepEqual([await isOpenWith(PASSWORD), await isOpenWith('decoy')], [true, false])
        await write('PUT', `/${kind}/${id}`, { post_password: 'second' })
        assert.deepEqual([await isOpenWith(PASSWORD), await isOpenWith('second')], [false, true])
      })
    }

    test('GET by ID returns protected venues and organizers redacted, with their names', async () => {
      for (const kind of ['venues', 'organizers'] as const) {
        const complete = await createProtected(kind)
        const { status, json } = await service.send('GET', `/${kind}/${complete.id}`)
        assert.deepEqual([status, json], [200, { ...complete, ...REDACTED[kind] }])
      }
    })

    test('Responses that a password opened are not cacheable', async () => {
      const { id } = await createProtected('events')
      const byQuery = await service.send('GET', `/events/${id}?${QUERY}`)
      const byHeader = await service.send('GET', `/events/${id}`, { headers: { 'x-event-password': PASSWORD } })
      for (const { headers } of [byQuery, byHeader]) assert.match(headers['cache-control'] ?? '', /no-store/)
    })

    test('Links of a list that a password opened contain the password', async () => {
      for (let n = 0; n < 2; n++) await createProtected('events')
      const { json } = await service.send('GET', `/events?per_page=1&${QUERY}`)
      const next = await service.send('GET', `/${json.next_rest_url.slice(service.origin.length)}`)
      assert.deepEqual([json.events[0].cost, next.json.events[0].cost], ['$10', '$10'])
      const headers = { 'x-event-password': PASSWORD }
      const byHeader = await service.send('GET', '/events?per_page=1', { headers })
      assert.equal(byHeader.json.events[0].cost, '$10')
      assert.ok(!byHeader.text.includes('sesame'), 'a password sent in a header is put in no address')
    })
  })
}
