/** Online events: attendance, and the time from which each viewer sees the link. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import ICAL from 'ical.js'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { parseWithIcalJs, parseWithNodeIcal, parseWithTsIcs } from '../../helper/http/feed-readers.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const LINK = 'https://meet.example/room?a=1&b=2'
const EVENT = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00', timezone: 'UTC' }
const [BEFORE, LAST_SECOND, OPEN] = ['2027-03-01T12:00:00Z', '2027-03-01T18:59:59Z', '2027-03-01T19:00:00Z']

for (const engine of ONE_ENGINE) {
  describe(`Online events on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { SITE_TIMEZONE: 'UTC', SERVER_TIMING: 'on' } })
    })
    beforeEach(() => service.setNow(BEFORE))
    after(() => service.stop())

    let count = 0
    const post = (more: Json) =>
      service.send('POST', '/events?strict=1', { as: 'author', json: { ...EVENT, title: `Talk ${++count}`, ...more } })
    const create = async (more: Json): Promise<Json> => {
      const response = await post(more)
      assert.equal(response.status, 201, response.text)
      return response.json
    }
    const change = async (id: number, json: Json): Promise<Json> =>
      (await service.send('PUT', `/events/${id}`, { as: 'author', json })).json
    const getAttendance = ({ is_virtual, attendance_mode, virtual_url }: Json) => [
      is_virtual,
      attendance_mode,
      virtual_url,
    ]

    test('A link or is_virtual makes an event an online one, and offline drops the link', async () => {
      const { id, ...event } = await create({ virtual_url: LINK })
      assert.deepEqual(getAttendance(event), [true, 'online', LINK])
      assert.deepEqual(getAttendance(await change(id, { attendance_mode: 'mixed' })), [true, 'mixed', LINK])
      assert.deepEqual(getAttendance(await change(id, { title: 'Other' })), [true, 'mixed', LINK])
      assert.deepEqual(getAttendance(await change(id, { is_virtual: true })), [true, 'mixed', LINK])
      assert.deepEqual(getAttendance(await change(id, { is_virtual: false })), [undefined, undefined, undefined])
      assert.deepEqual(getAttendance(await change(id, { is_virtual: true })), [true, 'online', undefined])
      assert.deepEqual(getAttendance(await create({ event_status: 'moved-online' })), [true, 'online', undefined])
    })

    test('Values that contradict each other are invalid', async () => {
      for (const [json, name] of [
        [{ attendance_mode: 'offline', is_virtual: true }, 'is_virtual'],
        [{ attendance_mode: 'online', is_virtual: false }, 'is_virtual'],
        [{ attendance_mode: 'offline', virtual_url: LINK }, 'virtual_url'],
        [{ is_virtual: false, virtual_url: LINK }, 'virtual_url'],
        [{ virtual_url: 'javascript:alert(1)' }, 'virtual_url'],
      ] as const) {
        const { status, json: body } = await post(json)
        assert.deepEqual([status, Object.keys(body.data.params)], [400, [name]])
      }
    })

    test('json_ld names the virtual location, in addition to the venue if both exist', async () => {
      const { json: venue } = await service.send('POST', '/venues', { as: 'editor', json: { venue: 'Town Hall' } })
      const readLocation = async (more: Json) => {
        const { id } = await create(more)
        const { json_ld } = (await service.send('GET', `/events/${id}`)).json
        return [json_ld.eventAttendanceMode.replace(/.*\//, ''), json_ld.location]
      }
      const virtual = { '@type': 'VirtualLocation', url: LINK }
      const [online, location] = await readLocation({ virtual_url: LINK, venue: venue.id })
      assert.deepEqual([online, location], ['OnlineEventAttendanceMode', virtual])
      const [mixed, both] = await readLocation({ virtual_url: LINK, venue: venue.id, attendance_mode: 'mixed' })
      assert.deepEqual([mixed, both[0].name, both[1]], ['MixedEventAttendanceMode', 'Town Hall', virtual])
      const [, hidden] = await readLocation({ virtual_url: LINK, virtual_url_visibility: 'hour-before' })
      assert.deepEqual(hidden, { '@type': 'VirtualLocation' })
    })

    /** The link in each representation; a page shows it in text and in its structured data. */
    const links = async (id: number, as: TestUser = 'anon', query = '') => {
      const single = await service.send('GET', `/events/${id}?${query}`, { as })
      const list = await service.send('GET', `/events?include=${id}&${query}`, { as })
      const calendar = await service.send('GET', `/events.ics?include=${id}&${query}`, { as })
      const lines = await service.send('GET', `/events.ndjson?include=${id}&${query}`, { as })
      const file = await service.send('GET', `/events/${id}.ics?${query}`, { as })
      const page =
        as === 'anon' && query === '' ? await service.send('GET', `/${new URL(single.json.url).pathname}`) : single
      return [single, list, calendar, lines, file, page].map(({ text }) => text.includes('meet.example'))
    }
    const ALL = [true, true, true, true, true, true]
    const NONE = [false, false, false, false, false, false]

    test('A link with the visibility hour-before appears everywhere an hour before the start', async () => {
      const { id } = await create({ virtual_url: LINK, virtual_url_visibility: 'hour-before' })
      // Twice, because the second response is cached.
      for (const moment of [BEFORE, BEFORE, LAST_SECOND]) {
        service.setNow(moment)
        assert.deepEqual(await links(id), NONE, moment)
        for (const user of ['author', 'editor'] as const) assert.deepEqual(await links(id, user), ALL)
        assert.deepEqual(await links(id, 'author2'), NONE)
      }
      for (const moment of [OPEN, OPEN]) {
        service.setNow(moment)
        assert.deepEqual(await links(id), ALL, moment)
      }
    })

    test('A cached event shows its link in time, also after writes that do not concern it', async () => {
      const { id } = await create({ virtual_url: LINK, virtual_url_visibility: 'hour-before' })
      const path = `/events/${id}`
      const send = (as: TestUser) => service.send('GET', path, { as })
      const isCached = async (as: TestUser) => (await send(as)).headers['server-timing'] === undefined
      service.setNow(LAST_SECOND)
      for (const user of ['anon', 'author2'] as const) {
        for (let times = 0; times < 3; times++) assert.equal((await send(user)).json.virtual_url, undefined)
        await create({})
        assert.ok(await isCached(user), user)
        assert.equal((await send(user)).json.virtual_url, undefined)
      }
      service.setNow(OPEN)
      for (const user of ['anon', 'author2'] as const) assert.equal((await send(user)).json.virtual_url, LINK, user)
    })

    test('Cached responses show a link only to the viewers who may see it', async () => {
      const { id } = await create({ virtual_url: LINK, virtual_url_visibility: 'password' })
      const seesLink = async (as: TestUser, path: string, headers: Record<string, string> = {}) =>
        (await service.send('GET', path, { as, headers })).text.includes('meet.example')
      const paths = [`/events/${id}`, `/events?include=${id}`]
      const users = ['admin', 'editor', 'author', 'author2', 'contributor', 'subscriber', 'anon'] as const
      const compare = async (expected: readonly TestUser[]) => {
        for (const path of paths)
          for (const user of [...users, ...users, ...users])
            assert.equal(await seesLink(user, path), expected.includes(user), `${path} as ${user}`)
      }
      const writers = ['admin', 'editor', 'author'] as const
      await compare(writers)
      await change(id, { post_password: 'hush' })
      for (const path of paths)
        for (const user of ['author2', 'anon', 'author2', 'anon'] as const)
          assert.ok(await seesLink(user, path, { 'x-event-password': 'hush' }), `${path} as ${user}`)
      await compare(writers)
      await change(id, { virtual_url_visibility: 'always', post_password: '' })
      await compare(users)
    })

    test('Validators change when a link appears', async () => {
      const { id } = await create({ virtual_url: LINK, virtual_url_visibility: 'hour-before' })
      for (const path of [`/events/${id}`, `/events?include=${id}`, `/events.ics?include=${id}`, `/events/${id}.ics`]) {
        service.setNow(LAST_SECOND)
        const { headers } = await service.send('GET', path)
        const { etag = '' } = headers
        assert.equal(headers['last-modified'], undefined, path)
        service.setNow(OPEN)
        const later = await service.send('GET', path, { headers: { 'if-none-match': etag } })
        assert.deepEqual([later.status, later.text.includes('meet.example')], [200, true], path)
        const again = { 'if-none-match': later.headers['etag'] ?? '' }
        assert.equal((await service.send('GET', path, { headers: again })).status, 304, path)
      }
    })

    test('A link with the visibility password is never public', async () => {
      const { id } = await create({ virtual_url: LINK, virtual_url_visibility: 'password' })
      assert.deepEqual(await links(id), NONE)
      assert.deepEqual(await links(id, 'author'), ALL)
      await change(id, { post_password: 'hush' })
      const closed = await service.send('GET', `/events?include=${id}`)
      assert.equal('is_virtual' in closed.json.events[0], false)
      assert.equal(closed.text.includes('meet.example'), false)
      assert.deepEqual(await links(id, 'anon', 'password=hush'), ALL)
    })

    test('The filter finds online and mixed events, and protected ones only for viewers who see them', async () => {
      await service.send('POST', '/tags', { as: 'editor', json: { name: 'Filtered' } })
      const tags = ['Filtered']
      const offline = (await create({ tags })).id
      const online = (await create({ tags, is_virtual: true })).id
      const mixed = (await create({ tags, attendance_mode: 'mixed' })).id
      const closed = (await create({ tags, is_virtual: true, post_password: 'hush' })).id
      const found = async (query: string): Promise<Json> =>
        (await service.send('GET', `/events?include=${[offline, online, mixed, closed]}&${query}`)).json.events.map(
          (event: Json) => event.id,
        )
      assert.deepEqual(await found('is_virtual=true'), [online, mixed])
      assert.deepEqual(await found('is_virtual=false'), [offline, closed])
      assert.deepEqual(await found('is_virtual=1&password=hush'), [online, mixed, closed])
      const { json } = await service.send('GET', '/events?is_virtual=true')
      assert.equal(new URL(json.rest_url).searchParams.get('is_virtual'), 'true')
    })

    test('Calendars contain the link as a conference, which fields can exclude', async () => {
      const { id } = await create({ virtual_url: LINK })
      const { text } = await service.send('GET', `/events/${id}.ics`)
      assert.match(text, /^CONFERENCE;VALUE=URI:https:\/\/meet\.example\/room\?a=1&b=2\r$/m)
      assert.match(text, /^X-GOOGLE-CONFERENCE:https:\/\/meet\.example\/room\?a=1&b=2\r$/m)
      assert.match(text, /^LOCATION:https:\/\/meet\.example/m)
      for (const read of [parseWithIcalJs, parseWithNodeIcal, parseWithTsIcs])
        assert.deepEqual(
          read(text).map(({ location }) => location),
          [LINK],
        )
      const [component] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
      assert.equal(component?.getFirstPropertyValue('conference'), LINK)
      const other = await service.send('GET', `/events/${id}.ics?fields=title`)
      assert.equal(other.text.includes('meet.example'), false)
    })
  })
}
