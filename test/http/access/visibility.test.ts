/**
 * No part of a record that the viewer cannot read, or has no password for, appears in a response: wire-contract §14 and
 * §15, Q3, Q24, Q25, Q40, Q41. Every hidden text contains a marker, and no response may contain it.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'

/** Prefix of every hidden text. */
const MARKER = 'zyx'
const PASSWORD = 'open sesame'
/** Users who neither wrote the records nor can edit those of others. */
const OUTSIDERS: readonly TestUser[] = ['anon', 'subscriber', 'contributor', 'author2']
const INSIDERS: readonly TestUser[] = ['admin', 'editor', 'author']
const UNREADABLE = ['draft', 'pending', 'private', 'future'] as const

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const secretTexts = { description: `<p>${MARKER}body words</p>` }
const secretVenue = {
  ...secretTexts,
  address: `1 ${MARKER} street`,
  city: `${MARKER}ville`,
  country: `${MARKER}land`,
  province: `${MARKER}province`,
  zip: `${MARKER}123`,
  phone: `${MARKER}-555`,
  website: `https://${MARKER}.test/venue`,
}
const secretOrganizer = { ...secretTexts, phone: `${MARKER}-556`, email: `${MARKER}@example.test` }
const secretEvent = {
  ...secretTexts,
  ...dates,
  excerpt: `${MARKER}excerpt`,
  cost: `${MARKER} 77`,
  website: `https://${MARKER}.test/event`,
  all_day: true,
  featured: true,
}

interface Calendar {
  readonly hall: Json
  readonly protectedVenue: Json
  readonly protectedOrganizer: Json
  readonly protectedEvent: Json
  /** Published, with the protected venue and organizer. */
  readonly openEvent: Json
  readonly hidden: Json
  readonly trashed: Json
  readonly unreadable: readonly { readonly event: Json; readonly venue: Json; readonly organizer: Json }[]
}

async function fill(create: (path: string, json: Json) => Promise<Json>, remove: (path: string) => Promise<unknown>) {
  const post_password = PASSWORD
  const hall = await create('/venues', { venue: 'Public hall' })
  const category = await create('/categories', { name: 'Public category' })
  const tag = await create('/tags', { name: 'Public tag' })
  const terms = { categories: [category.id], tags: [tag.id] }
  const protectedVenue = await create('/venues', { venue: 'Sealed venue', ...secretVenue, post_password })
  const protectedOrganizer = await create('/organizers', {
    organizer: 'Sealed organizer',
    ...secretOrganizer,
    post_password,
  })
  const input = { title: 'Sealed event', ...secretEvent, ...terms, venue: hall.id, post_password }
  const protectedEvent = await create('/events', input)
  const linked = { venue: protectedVenue.id, organizer: [protectedOrganizer.id] }
  const openEvent = await create('/events', { title: 'Open event', ...dates, ...linked })
  const hidden = await create('/events', { title: `${MARKER} hidden`, ...dates, hide_from_listings: true })
  const trashed = await create('/events', { title: `${MARKER} trashed`, ...secretEvent })
  await remove(`/events/${trashed.id}`)
  const unreadable = []
  for (const status of UNREADABLE) {
    const state = { status, ...(status === 'future' && { date: '2030-01-01 00:00:00' }) }
    const venue = await create('/venues', { venue: `${MARKER} ${status} venue`, ...secretVenue, ...state })
    const organizer = await create('/organizers', {
      organizer: `${MARKER} ${status} guild`,
      ...secretOrganizer,
      ...state,
    })
    const links = { venue: venue.id, organizer: [organizer.id] }
    const event = await create('/events', {
      title: `${MARKER} ${status}`,
      ...secretEvent,
      ...terms,
      ...links,
      ...state,
    })
    await create('/events', { title: `Open event by ${status}`, ...dates, ...links })
    unreadable.push({ event, venue, organizer })
  }
  return {
    hall,
    protectedVenue,
    protectedOrganizer,
    protectedEvent,
    openEvent,
    hidden,
    trashed,
    unreadable,
  }
}

for (const engine of SPLIT_ENGINES) {
  describe(`Visibility on ${engine.name}`, () => {
    let service: TestService
    let calendar: Calendar
    before(async () => {
      service = await startService({ engine })
      const write = async (method: string, path: string, json?: Json): Promise<Json> => {
        const response = await service.send(method, path, { as: 'editor', json })
        assert.ok(response.status < 300, response.text)
        return response.json
      }
      const { author } = service.ids
      calendar = await fill(
        (path, json) => {
          const isTerm = path === '/categories' || path === '/tags'
          return write('POST', path, isTerm ? json : { ...json, author })
        },
        (path) => write('DELETE', path),
      )
    })
    after(() => service.stop())

    const get = (path: string, as: TestUser = 'anon', headers = {}): Promise<TestResponse> =>
      service.send('GET', path, { as, headers })

    /** Every URL that reads or searches the records. */
    function listUrls(): string[] {
      const { unreadable, protectedEvent, protectedVenue, protectedOrganizer, openEvent, trashed } = calendar
      const lists = ['/events', '/venues', '/organizers', '/categories', '/tags']
      const events = [protectedEvent, openEvent, trashed, ...unreadable.map(({ event }) => event)]
      const venues = [protectedVenue, ...unreadable.map(({ venue }) => venue)]
      const organizers = [protectedOrganizer, ...unreadable.map(({ organizer }) => organizer)]
      const items = [
        ...events.flatMap(({ id, slug }) => [`/events/${id}`, `/events/by-slug/${slug || 'none'}`]),
        ...venues.flatMap(({ id, slug }) => [`/venues/${id}`, `/venues/by-slug/${slug || 'none'}`]),
        ...organizers.flatMap(({ id, slug }) => [`/organizers/${id}`, `/organizers/by-slug/${slug || 'none'}`]),
      ]
      const ids = events.map(({ id }) => id).join()
      const queries = ['', 'status=any', 'status=draft,private,pending,future,trash', 'search=sealed', 'hidden=true']
      return [
        ...items,
        ...items.map((path) => `${path}?password=wrong`),
        ...lists.flatMap((list) => queries.map((query) => `${list}?${query}&per_page=100`)),
        ...lists.flatMap((list) => events.map(({ id }) => `${list}?event=${id}&post=${id}&hide_empty=false`)),
        ...['id,title,description', 'events', 'events.venue', 'events.description'].map((f) => `/events?_fields=${f}`),
        `/events?include=${ids}`,
        `/events?_envelope&include=${ids}`,
        `/events?_jsonp=show&include=${ids}`,
        `/events?venue=${calendar.hall.id}`,
        `/events?venue=${calendar.hall.id}&password=wrong`,
        '/',
        '/doc',
      ]
    }

    for (const viewer of OUTSIDERS) {
      test(`No response to ${viewer} contains a hidden text, a password or its hash`, async () => {
        for (const path of listUrls()) {
          const response = await get(path, viewer)
          // An unreadable slug in the URL that the client sent is no leak, and hints repeat it.
          const { status } = response
          const text = response.text.replace(/"hints":\{"slug":"Received [^}]*\}/, '')
          assert.ok(!text.toLowerCase().includes(MARKER), `${path} shows ${MARKER} to ${viewer}`)
          assert.ok(!text.includes(PASSWORD) && !/[0-9a-f]{16}\$[0-9a-f]{64}/.test(text), path)
          assert.ok(status < 500, path)
        }
      })
    }

    test('Viewers who can read a record see all of it without a password (Q25)', async () => {
      const { protectedEvent, protectedVenue, protectedOrganizer } = calendar
      for (const viewer of INSIDERS) {
        const event = await get(`/events/${protectedEvent.id}`, viewer)
        assert.deepEqual([event.json.excerpt.includes(MARKER), event.json.all_day], [true, true])
        assert.equal(event.json.json_ld['@type'], 'Event')
        const venue = await get(`/venues/${protectedVenue.id}`, viewer)
        const organizer = await get(`/organizers/${protectedOrganizer.id}`, viewer)
        assert.deepEqual([venue.json.city, organizer.json.email], [secretVenue.city, secretOrganizer.email])
        const { json } = await get(`/events?include=${protectedEvent.id}`, viewer)
        assert.equal(json.events[0].featured, true)
      }
    })

    const titles = async (path: string, as: TestUser, list: string) => {
      const { json } = await get(path, as)
      const shown = json[list] as readonly Json[]
      assert.equal(json.total, shown.length, path)
      return shown.map((item) => item.title ?? item.venue ?? item.organizer)
    }

    test('A search for words of a hidden text finds nothing, and its totals are 0', async () => {
      for (const word of [
        `${MARKER}body`,
        `${MARKER}excerpt`,
        `${MARKER}ville`,
        `"${MARKER} street"`,
        `${MARKER}@example`,
      ]) {
        for (const list of ['events', 'venues', 'organizers']) {
          const path = `/${list}?search=${encodeURIComponent(word)}&status=`
          for (const viewer of OUTSIDERS)
            assert.deepEqual(await titles(`${path}any`, viewer, list), [], `${path} ${viewer}`)
        }
      }
      assert.deepEqual(await titles(`/events?search=${MARKER}body&status=publish`, 'author', 'events'), [
        'Sealed event',
      ])
      assert.deepEqual(await titles(`/venues?search=${MARKER}ville&status=publish`, 'editor', 'venues'), [
        'Sealed venue',
      ])
    })

    test('Excluding a word from a search does not reveal whether a hidden text contains it', async () => {
      for (const list of ['events', 'venues', 'organizers']) {
        for (const viewer of OUTSIDERS) {
          const without = await titles(`/${list}?search=-${MARKER}body`, viewer, list)
          const unrelated = await titles(`/${list}?search=-nowhere`, viewer, list)
          assert.deepEqual(without, unrelated, `${list} ${viewer}`)
        }
      }
    })

    test('Hidden events are only in lists of editors who request them (Q41)', async () => {
      for (const viewer of OUTSIDERS) {
        const listed = await titles('/events?hidden=true&status=publish', viewer, 'events')
        assert.ok(!listed.some((title: string) => title.includes(MARKER)))
      }
      const search = `/events?search=${MARKER}&status=publish`
      assert.ok(!(await titles(search, 'editor', 'events')).includes(`${MARKER} hidden`))
      assert.ok((await titles(`${search}&hidden=true`, 'editor', 'events')).includes(`${MARKER} hidden`))
      assert.equal((await get(`/events/${calendar.hidden.id}`)).status, 200)
    })

    test('Venues and organizers that the viewer cannot read are omitted from events (Q24)', async () => {
      const path = '/events?search=open+event+by&per_page=100'
      for (const viewer of OUTSIDERS) {
        const { json } = await get(path, viewer)
        assert.equal(json.events.length, UNREADABLE.length)
        for (const event of json.events) assert.deepEqual([event.venue, event.organizer], [[], []])
        const { json: one } = await get(`/events/${json.events[0].id}`, viewer)
        assert.ok(!one.json_ld.location && !one.json_ld.organizer)
      }
      const { json } = await get(path, 'author')
      for (const event of json.events)
        assert.deepEqual([event.venue.city, event.organizer.length], [secretVenue.city, 1])
    })

    test('Protected venues and organizers are redacted inside events, and false in structured data', async () => {
      const { json } = await get(`/events/${calendar.openEvent.id}`)
      assert.deepEqual([json.venue.venue, json.venue.city, json.venue.show_map], ['Sealed venue', '', null])
      assert.deepEqual([json.organizer[0].organizer, json.organizer[0].email], ['Sealed organizer', ''])
      assert.deepEqual([json.json_ld.location, json.json_ld.organizer], [false, false])
      const opened = await get(`/events/${calendar.openEvent.id}?password=${encodeURIComponent(PASSWORD)}`)
      assert.equal(opened.json.venue.city, secretVenue.city)
    })

    /** Hints repeat the ID that was sent; the rest must be identical. */
    const withId = ({ text }: TestResponse, id: number): string =>
      text
        .replaceAll(`Received \\"${id}\\"`, 'Received ID')
        .replaceAll(`Received ${id}`, 'Received ID')
        .replaceAll(`Received [${id}]`, 'Received ID')

    test('A filter by an unreadable record returns the same response as one by a missing record (Q40)', async () => {
      const [{ event, venue, organizer }] = calendar.unreadable as readonly [Calendar['unreadable'][number]]
      const filters = [
        ['/events?venue=', venue.id],
        ['/events?organizer=', organizer.id],
        ['/events?post_parent=', event.id],
        ['/venues?event=', event.id],
        ['/organizers?event=', event.id],
        ['/categories?event=', event.id],
        ['/tags?post=', event.id],
      ] as const
      for (const [path, id] of filters) {
        for (const viewer of OUTSIDERS) {
          const [unreadable, unknown] = [await get(`${path}${id}`, viewer), await get(`${path}999999`, viewer)]
          assert.deepEqual([unreadable.status, withId(unreadable, id)], [400, withId(unknown, 999_999)], path)
        }
        assert.equal((await get(`${path}${id}`, 'author')).status, 200, path)
      }
    })

    test('Linking an unreadable record returns the same response as linking a missing one (Q40)', async () => {
      const [{ venue, organizer }] = calendar.unreadable as readonly [Calendar['unreadable'][number]]
      for (const viewer of ['contributor', 'author2'] as const) {
        for (const [name, id] of [
          ['venue', venue.id],
          ['organizer', organizer.id],
        ] as const) {
          const link = (to: unknown) =>
            service.send('POST', '/events', { as: viewer, json: { title: 'Link', ...dates, [name]: to } })
          for (const form of [(to: number) => to, (to: number) => ({ id: to }), (to: number) => [to]]) {
            const [unreadable, unknown] = [await link(form(id)), await link(form(999_999))]
            assert.deepEqual([unreadable.status, withId(unreadable, id)], [400, withId(unknown, 999_999)])
          }
        }
      }
    })

    test('A new record with the name of an unreadable one is a new record', async () => {
      const [{ venue }] = calendar.unreadable as readonly [Calendar['unreadable'][number]]
      const json = { venue: venue.venue }
      const created = await service.send('POST', '/venues', { as: 'contributor', json })
      assert.equal(created.status, 201)
      assert.notEqual(created.json.id, venue.id)
      assert.equal(created.json.city, undefined)
      await service.send('DELETE', `/venues/${created.json.id}`, { as: 'contributor' })
    })

    test('The venue and terms of a protected event are found only by viewers who see all of it', async () => {
      const { protectedEvent, hall } = calendar
      for (const [list, query] of [
        ['venues', 'event'],
        ['categories', 'event'],
        ['tags', 'post'],
      ] as const) {
        const path = `/${list}?${query}=${protectedEvent.id}&hide_empty=false`
        for (const viewer of OUTSIDERS) {
          const { status, json } = await get(path, viewer)
          assert.deepEqual([status, json.total, json[list]], [200, 0, []], `${path} ${viewer}`)
        }
        for (const viewer of INSIDERS) assert.equal((await get(path, viewer)).json.total, 1, `${path} ${viewer}`)
      }
      assert.equal((await get(`/venues?event=${protectedEvent.id}`, 'author')).json.venues[0].id, hall.id)
    })

    test('Only events that the viewer can read count for only_with_events of venues', async () => {
      const venue = await service.send('POST', '/venues', { as: 'author', json: { venue: 'Lonely hall' } })
      const event = { title: `${MARKER} lonely`, ...dates, status: 'private', venue: venue.json.id }
      await service.send('POST', '/events', { as: 'author', json: event })
      const lists = async (query: string, viewer: TestUser) =>
        (await titles(`/venues?search=lonely&status=publish&${query}`, viewer, 'venues')).length
      for (const viewer of OUTSIDERS) {
        assert.deepEqual([await lists('has_events=true', viewer), await lists('has_events=false', viewer)], [0, 1])
        assert.equal(await lists('only_with_upcoming=true', viewer), 0)
      }
      for (const viewer of INSIDERS) {
        assert.deepEqual([await lists('has_events=true', viewer), await lists('has_events=false', viewer)], [1, 0])
        assert.equal(await lists('only_with_upcoming=true', viewer), 1)
      }
    })

    test('Counts of terms include neither unpublished nor protected events', async () => {
      for (const list of ['categories', 'tags']) {
        const { json } = await get(`/${list}?hide_empty=false`)
        assert.deepEqual(
          json[list].map(({ count }: Json) => count),
          [0],
        )
        assert.equal((await get(`/${list}`)).json.total, 0)
      }
    })
  })
}
