/** GET /changes: pages of changes for clients that keep a copy (decisions: Delta sync). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { publishScheduledPosts } from '../../../src/calendar/events/publish-scheduled.ts'
import { withoutCounts } from '../../helper/changes/change-copy.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const NOW = '2027-01-01T12:00:00Z'
const DATES = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00' }

for (const engine of SPLIT_ENGINES) {
  describe(`GET /changes on ${engine.name}`, () => {
    let service: TestService
    let cursor = ''
    before(async () => {
      service = await startService({ engine, now: NOW })
    })
    after(() => service.stop())

    const write = async (method: string, path: string, json?: Json, as: TestUser = 'admin'): Promise<Json> => {
      const response = await service.send(method, path, { as, json })
      assert.ok(response.status < 300, response.text)
      return response.json
    }
    const read = async (query: string, as: TestUser = 'anon'): Promise<Json> => {
      const { status, json } = await service.send('GET', `/changes?${query}`, { as })
      assert.equal(status, 200, JSON.stringify(json))
      return json
    }
    const readAll = async (query: string, since?: string, as?: TestUser) => {
      const changes: Json[] = []
      let next = since
      for (let hasMore = true; hasMore; ) {
        const page = await read(`${query}${next === undefined ? '' : `&since=${next}`}`, as)
        changes.push(...page.changes)
        next = page.cursor
        hasMore = page.has_more
      }
      return { changes, cursor: next ?? '' }
    }
    const describeChanges = (changes: readonly Json[]) =>
      changes.map(({ kind, id, deleted }: Json) => `${deleted ? 'no ' : ''}${kind} ${id}`)
    const readSince = async (query = '', since = cursor) => describeChanges((await readAll(query, since)).changes)

    beforeEach(async () => {
      cursor = (await readAll('')).cursor
    })

    test('A first request returns all records in pages, with references before events', async () => {
      const created = await write('POST', '/events', {
        title: 'First',
        ...DATES,
        categories: ['music'],
        venue: { venue: 'Hall' },
      })
      const { changes } = await readAll('per_page=2')
      const kinds = changes.map(({ kind }) => kind)
      assert.deepEqual(
        kinds,
        [...kinds].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
      )
      assert.ok(describeChanges(changes).includes(`event ${created.id}`))
      assert.equal(
        changes.every(({ record, deleted }) => record === undefined && deleted === false),
        true,
      )
    })

    test('Writes during a snapshot are in the snapshot or in the changes after it', async () => {
      const ids: number[] = []
      for (const n of [1, 2, 3]) ids.push((await write('POST', '/events', { title: `Page ${n}`, ...DATES })).id)
      const [first, second, third] = ids
      const from = (await readAll('kinds=event')).changes.findIndex(({ id }) => id === first)
      let page = await read(`kinds=event&per_page=${from + 1}`)
      await write('POST', `/events/${first}`, { title: 'Renamed after it was sent' })
      await write('DELETE', `/events/${second}`)
      const fourth = (await write('POST', '/events', { title: 'Page 4', ...DATES })).id
      const found: Json[] = [...page.changes]
      while (page.has_more) {
        page = await read(`kinds=event&per_page=${from + 1}&since=${page.cursor}`)
        found.push(...page.changes)
      }
      const last = new Map(describeChanges(found).map((text) => [text.replace('no ', ''), text]))
      assert.equal(last.get(`event ${second}`), `no event ${second}`)
      for (const id of [third, fourth]) assert.equal(last.get(`event ${id}`), `event ${id}`)
      assert.ok(describeChanges(found).lastIndexOf(`event ${first}`) > from, 'the renamed event is sent again')
    })

    test('A cursor returns each changed record once, in the order of the last changes', async () => {
      const { id } = await write('POST', '/events', { title: 'Once', ...DATES })
      const other = await write('POST', '/organizers', { organizer: 'Ann' })
      await write('POST', `/events/${id}`, { title: 'Twice' })
      assert.deepEqual(await readSince(), [`organizer ${other.id}`, `event ${id}`])
      assert.deepEqual(await readSince('', (await readAll('', cursor)).cursor), [])
    })

    test('include=records returns records as a request by id returns them', async () => {
      const { id, venue } = await write('POST', '/events', {
        title: 'Whole',
        ...DATES,
        tags: ['x'],
        venue: { venue: 'Old hall' },
      })
      await write('POST', `/venues/${venue.id}`, { city: 'Bonn' })
      const { changes } = await readAll('include=records', cursor)
      for (const { kind, id, record } of changes) {
        const path = { event: 'events', venue: 'venues', tag: 'tags' }[kind as 'event']
        assert.deepEqual(record, (await service.send('GET', `/${path}/${id}`)).json)
      }
      assert.deepEqual(describeChanges(changes).slice(-1), [`event ${id}`])
    })

    test('A change of a venue or a term lists the events that contain it, page by page', async () => {
      const venue = await write('POST', '/venues', { venue: 'Arena' })
      const ids: number[] = []
      for (const n of [1, 2, 3, 4, 5])
        ids.push(
          (await write('POST', '/events', { title: `Show ${n}`, ...DATES, venue: venue.id, tags: ['shows'] })).id,
        )
      const start = (await readAll('', cursor)).cursor
      await write('POST', `/venues/${venue.id}`, { venue: 'New arena' })
      assert.deepEqual(await readSince('per_page=2', start), [`venue ${venue.id}`, ...ids.map((id) => `event ${id}`)])
      const next = (await readAll('', start)).cursor
      const [tag] = (await service.send('GET', '/tags?search=shows')).json.tags
      await write('DELETE', `/tags/${tag.id}`)
      assert.deepEqual(
        new Set(await readSince('', next)),
        new Set([`no tag ${tag.id}`, ...ids.map((id) => `event ${id}`)]),
      )
    })

    test('A change of a category lists its descendants, whose URLs contain it', async () => {
      const above = await write('POST', '/categories', { name: 'Above' })
      const below = await write('POST', '/categories', { name: 'Below', parent: above.id })
      const start = (await readAll('', cursor)).cursor
      await write('POST', `/categories/${above.id}`, { slug: 'over' })
      assert.deepEqual(await readSince('', start), [`category ${above.id}`, `category ${below.id}`])
    })

    test('Counts of terms list the term, and not all of its events', async () => {
      const { categories } = await write('POST', '/events', { title: 'A', ...DATES, categories: ['counted'] })
      const start = (await readAll('', cursor)).cursor
      const second = await write('POST', '/events', { title: 'B', ...DATES, categories: ['counted'] })
      const found = new Set(await readSince('', start))
      assert.deepEqual(found, new Set([`category ${categories[0].id}`, `event ${second.id}`]))
    })

    test('An event that is unpublished, trashed or no longer matches the filters is deleted for the caller', async () => {
      const { id } = await write('POST', '/events', { title: 'Seen', ...DATES, featured: true })
      const start = (await readAll('', cursor)).cursor
      const featured = (await readAll('featured=true')).cursor
      await write('POST', `/events/${id}`, { featured: false })
      assert.deepEqual(await readSince('', start), [`event ${id}`])
      assert.deepEqual(await readSince('featured=true', featured), [`no event ${id}`])
      await write('POST', `/events/${id}`, { status: 'draft' })
      assert.deepEqual(await readSince('', start), [`no event ${id}`])
      await write('POST', `/events/${id}`, { status: 'publish' })
      assert.deepEqual(await readSince('', start), [`event ${id}`])
      await write('DELETE', `/events/${id}`)
      assert.deepEqual(await readSince('', start), [`no event ${id}`])
    })

    test('Visitors and subscribers learn nothing of records that were never public; their author does', async () => {
      const authorCursor = (await readAll('', undefined, 'author')).cursor
      const subscriberCursor = (await readAll('', undefined, 'subscriber')).cursor
      const readAsSubscriber = async () => describeChanges((await readAll('', subscriberCursor, 'subscriber')).changes)
      const { id } = await write('POST', '/events', { title: 'Secret', ...DATES, status: 'draft' }, 'author')
      await write('POST', `/events/${id}`, { title: 'Still secret' }, 'author')
      assert.deepEqual([await readSince(), await readAsSubscriber()], [[], []])
      assert.deepEqual(describeChanges((await readAll('', authorCursor, 'author')).changes), [`event ${id}`])
      await write('POST', `/events/${id}`, { status: 'publish' })
      assert.deepEqual([await readSince(), await readAsSubscriber()], [[`event ${id}`], [`event ${id}`]])
    })

    test('A protected event is sent as lists show it', async () => {
      const { id } = await write('POST', '/events', {
        title: 'Locked',
        ...DATES,
        description: 'hidden',
        post_password: 'secret',
      })
      const { changes } = await readAll('include=records', cursor)
      const listed = (await service.send('GET', `/events?include=${id}`)).json.events[0]
      assert.deepEqual(
        changes.map(({ record }) => record),
        [listed],
      )
      assert.ok(!JSON.stringify(changes).includes('hidden'))
    })

    test('A scheduled event appears when it is published', async () => {
      const { id } = await write('POST', '/events', {
        title: 'Later',
        ...DATES,
        status: 'future',
        date: '2027-01-01 08:00:00',
      })
      assert.deepEqual(await readSince(), [])
      service.setNow('2027-01-01T13:30:00Z')
      await publishScheduledPosts(service.services)
      assert.deepEqual(await readSince(), [`event ${id}`])
    })

    test('An online event is sent again when its link appears', async () => {
      service.setNow('2027-01-02T12:00:00Z')
      const online = { is_virtual: true, virtual_url: 'https://meet.example/1', virtual_url_visibility: 'hour-before' }
      const dates = { start_date: '2027-01-02 09:00:00', end_date: '2027-01-02 10:00:00' }
      const { id } = await write('POST', '/events', { title: 'Online', ...dates, ...online })
      const start = (await readAll('', cursor)).cursor
      service.setNow('2027-01-02T12:59:59Z')
      assert.deepEqual(await readSince('', start), [])
      service.setNow('2027-01-02T13:00:00Z')
      const { changes, cursor: next } = await readAll('include=records', start)
      assert.deepEqual(
        changes.map(({ id, record }) => [id, record.virtual_url]),
        [[id, 'https://meet.example/1']],
      )
      assert.deepEqual(await readSince('', next), [])
    })

    test('Events enter and leave a filter by category when the tree of categories changes', async () => {
      const parent = await write('POST', '/categories', { name: 'Arts' })
      const child = await write('POST', '/categories', { name: 'Dance' })
      const { id } = await write('POST', '/events', { title: 'Ballet', ...DATES, categories: [child.id] })
      const filter = 'kinds=event&categories=arts'
      const start = (await readAll(filter)).cursor
      await write('POST', `/categories/${child.id}`, { parent: parent.id })
      const inside = await readAll(filter, start)
      assert.deepEqual(describeChanges(inside.changes), [`event ${id}`])
      await write('POST', `/categories/${child.id}`, { parent: 0 })
      assert.deepEqual(await readSince(filter, inside.cursor), [`no event ${id}`])
    })

    test('Relative dates of filters mean the time at which the snapshot began', async () => {
      service.setNow('2027-02-01T12:00:00Z')
      const { cursor: start } = await readAll('kinds=event&starts_before=tomorrow')
      const dates = { start_date: '2027-02-04', end_date: '2027-02-04' }
      const { id } = await write('POST', '/events', { title: 'In three days', ...dates })
      service.setNow('2027-02-04T12:00:00Z')
      assert.deepEqual(await readSince('kinds=event&starts_before=tomorrow', start), [`no event ${id}`])
      const later = (await readAll('kinds=event&starts_before=tomorrow')).changes
      assert.ok(describeChanges(later).includes(`event ${id}`))
    })

    test('A cursor of other filters, another user or another role returns 410 in the language of the client', async () => {
      const tell = async (query: string, as: TestUser = 'anon', language = 'en') => {
        const headers = { 'accept-language': language }
        const { status, json } = await service.send('GET', `/changes?since=${cursor}${query}`, { as, headers })
        return [status, json.code, json.message]
      }
      const [status, code, message] = await tell('&featured=true')
      assert.deepEqual([status, code], [410, 'cursor-expired'])
      assert.match(String(message), /without a cursor/)
      assert.deepEqual((await tell('', 'author')).slice(0, 2), [410, 'cursor-expired'])
      assert.match(String((await tell('&kinds=event', 'anon', 'de'))[2]), /ohne Cursor/)
      assert.equal((await tell('&include=records&per_page=3&wait=0'))[0], 200)
    })

    test('Invalid parameters return 400 and name the parameter', async () => {
      for (const query of [
        'since=abc',
        'since=',
        'kinds=event,users',
        'include=all',
        'wait=56',
        'wait=-1',
        'per_page=0',
      ]) {
        const { status, json } = await service.send('GET', `/changes?${query}`)
        assert.deepEqual([status, json.code], [400, 'rest_invalid_param'], query)
        assert.deepEqual(Object.keys(json.data.params), [query.split('=')[0]])
      }
    })

    test('A cursor that the change log no longer contains returns 410', async () => {
      await write('POST', '/organizers', { organizer: 'New' })
      const { database } = service.services
      const { epoch } = database.bus.current()
      const parts = Buffer.from(cursor, 'base64url').toString().split('|')
      const ask = async (index: number, value: string) => {
        const forged = Buffer.from(parts.with(index, value).join('|')).toString('base64url')
        return (await service.send('GET', `/changes?since=${forged}`)).status
      }
      assert.equal(await ask(1, epoch), 200)
      assert.equal(await ask(1, 'ffffffffff'), 200, 'the same history in another epoch')
      assert.equal(await ask(3, 'xxxxxxxx'), 410, 'another change has this number')
      assert.equal(await ask(2, '999999'), 410, 'a change that the log does not contain')
      assert.equal(await ask(2, '0'), 200, 'the start of the log')
      await database.transaction((tx) => tx.deleteFrom('changes').where('seq', '=', Number(parts[2])).execute())
      assert.equal(await ask(1, epoch), 410, 'a change that was removed from the log')
    })

    test('Responses are never stored by caches', async () => {
      for (const _ of [1, 2, 3]) {
        const { headers } = await service.send('GET', '/changes?kinds=tag')
        assert.match(headers['cache-control'] ?? '', /no-store/)
      }
      const before = (await read('kinds=tag')).changes.length
      await write('POST', '/tags', { name: 'fresh' })
      assert.equal((await read('kinds=tag')).changes.length, before + 1)
    })

    test('The counts inside of an event are those of the time at which it was sent', async () => {
      const first = await write('POST', '/events', { title: 'One', ...DATES, tags: ['pair'] })
      const { changes } = await readAll('include=records', cursor)
      await write('POST', '/events', { title: 'Two', ...DATES, tags: ['pair'] })
      const record = changes.find(({ id }) => id === first.id).record
      const { json } = await service.send('GET', `/events/${first.id}`)
      assert.deepEqual([record.tags[0].count, json.tags[0].count], [1, 2])
      assert.deepEqual(withoutCounts(record), withoutCounts(json))
    })
  })
}

const ORDER = ['category', 'tag', 'venue', 'organizer', 'event']
