/** The limit on guessing passwords of protected records, for every way to submit one. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, type RequestOptions, startService, type TestService } from '../../helper/service.ts'

const LIMIT = 3
const RIGHT = 'open sesame'
const DATES = { start_date: '2026-12-05 19:00:00', end_date: '2026-12-05 21:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`The limit on passwords of protected records on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      const env = { RATE_LIMIT_SIGN_IN: String(LIMIT), TRUST_PROXY: 'on' }
      service = await startService({ engine, env, now: '2026-11-21T03:00:00Z' })
    })
    after(() => service.stop())

    let count = 0
    const create = async (kind: 'events' | 'venues', fields: Json = {}): Promise<Json> => {
      const name = `Record ${++count}`
      const own = kind === 'events' ? { title: name, ...DATES } : { venue: name, city: 'Rome' }
      const { status, json, text } = await service.send('POST', `/${kind}`, {
        as: 'author',
        json: { ...own, ...fields },
      })
      assert.equal(status, 201, text)
      return json
    }
    const createProtected = (kind: 'events' | 'venues', fields: Json = {}) =>
      create(kind, { post_password: RIGHT, ...fields })

    /** A client at its own IP address. */
    let clients = 0
    const createIpAddress = () => `198.51.100.${++clients}`
    type Submit = (password: string, address: string) => Promise<number>
    const send = async (address: string, path: string, { headers, ...options }: RequestOptions = {}) =>
      service.send('GET', path, { ...options, headers: { ...headers, 'x-forwarded-for': address } })
    const statuses = async (submit: Submit, address: string, passwords: readonly string[]) => {
      const statusList: number[] = []
      for (const password of passwords) statusList.push(await submit(password, address))
      return statusList
    }
    const byQuery = (path: string) => async (password: string, address: string) =>
      (await send(address, `${path}${path.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`)).status
    const guesses = Array.from({ length: LIMIT }, (_, index) => `guess ${index}`)

    const PASSWORD_PLACES: readonly (readonly [string, (event: Json) => Submit])[] = [
      ['the query', ({ id }) => byQuery(`/events/${id}`)],
      ['the query of a slug', ({ slug }) => byQuery(`/events/by-slug/${slug}`)],
      ['the query of a calendar file', ({ id }) => byQuery(`/events/${id}.ics`)],
      [
        'the header',
        ({ id }) =>
          async (password, address) =>
            (await send(address, `/events/${id}`, { headers: { 'x-event-password': password } })).status,
      ],
      [
        'the header at a subscription URL',
        ({ slug }) =>
          async (password, address) =>
            (await send(address, `//event/${slug}/?ical=1`, { headers: { 'x-event-password': password } })).status,
      ],
      [
        'a JSON body',
        ({ id }) =>
          async (password, address) =>
            (await send(address, `/events/${id}`, { json: { password } })).status,
      ],
      [
        'the form of the page',
        ({ slug }) =>
          async (password, address) => {
            const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address }
            const body = new URLSearchParams({ password }).toString()
            return (await service.send('POST', `//event/${slug}/`, { body, headers })).status
          },
      ],
      [
        'a tool of an assistant',
        ({ id }) =>
          async (password, address) => {
            const params = { name: 'get_event', arguments: { id, password } }
            const headers = { accept: 'application/json, text/event-stream', 'x-forwarded-for': address }
            const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
            const { text } = await service.send('POST', '//mcp', { json, headers })
            if (/too_many_password_attempts/.test(text)) return 429
            return /event-password-protected/.test(text) ? 403 : 200
          },
      ],
    ]
    for (const [name, submitTo] of PASSWORD_PLACES) {
      test(`Wrong passwords in ${name} return 429 beyond the limit, and so does the right one`, async () => {
        const submit = submitTo(await createProtected('events'))
        const address = createIpAddress()
        assert.deepEqual(await statuses(submit, address, [...guesses, 'guess', RIGHT]), [403, 403, 403, 429, 429])
        assert.equal(await submit(RIGHT, createIpAddress()), 200)
      })
    }

    test('All ways to submit a password of a record count together', async () => {
      const event = await createProtected('events')
      const address = createIpAddress()
      const found: number[] = []
      for (const [, submitTo] of PASSWORD_PLACES) found.push(await submitTo(event)('guess', address))
      assert.deepEqual(
        found,
        PASSWORD_PLACES.map((_, index) => (index < LIMIT ? 403 : 429)),
      )
    })

    test('A 429 contains the code and the time of the next attempt', async () => {
      const { id } = await createProtected('events')
      const address = createIpAddress()
      await statuses(byQuery(`/events/${id}`), address, guesses)
      const { status, json, headers } = await send(address, `/events/${id}?password=guess`)
      assert.deepEqual([status, json.code, headers['retry-after']], [429, 'too_many_password_attempts', '900'])
      service.setNow('2026-11-21T03:15:00Z')
      assert.equal(await byQuery(`/events/${id}`)(RIGHT, address), 200)
    })

    test('A venue that is read by ID has the same limit as an event', async () => {
      const { id } = await createProtected('venues')
      const submit = byQuery(`/venues/${id}`)
      assert.deepEqual(await statuses(submit, createIpAddress(), [...guesses, RIGHT]), [200, 200, 200, 429])
    })

    test('Other records, and the same record without a password, remain readable for a limited client', async () => {
      const [one, other] = [await createProtected('events'), await createProtected('events')]
      const address = createIpAddress()
      await statuses(byQuery(`/events/${one.id}`), address, guesses)
      assert.equal(await byQuery(`/events/${other.id}`)(RIGHT, address), 200)
      assert.equal((await send(address, `/events/${one.id}`)).status, 403)
    })

    test('IP addresses of one IPv6 /64 network are one client, those of another network are not', async () => {
      const submit = byQuery(`/events/${(await createProtected('events')).id}`)
      for (const [index, guess] of guesses.entries()) assert.equal(await submit(guess, `2001:db8:1:2:${index}::1`), 403)
      assert.equal(await submit(RIGHT, '2001:db8:1:2:ffff::9'), 429)
      assert.equal(await submit(RIGHT, '2001:db8:1:3::1'), 200)
    })

    test('Concurrent requests do not get more attempts than sequential ones', async () => {
      const submit = byQuery(`/events/${(await createProtected('events')).id}`)
      const address = createIpAddress()
      const found = await Promise.all(Array.from({ length: 20 }, (_, index) => submit(`guess ${index}`, address)))
      assert.equal(found.filter((status) => status === 403).length, LIMIT)
      assert.equal(found.filter((status) => status === 429).length, 20 - LIMIT)
    })

    test('A client that has opened a record can still open it while others at its IP address are limited', async () => {
      const submit = byQuery(`/events/${(await createProtected('events')).id}`)
      const address = createIpAddress()
      assert.equal(await submit(RIGHT, address), 200)
      assert.deepEqual(await statuses(submit, address, [...guesses, 'guess']), [403, 403, 403, 429])
      assert.equal(await submit(RIGHT, address), 200)
    })

    test('Editors and the author of a record are not limited, since they need no password', async () => {
      const { id } = await createProtected('events')
      const headers = { 'x-event-password': 'guess' }
      for (const as of ['editor', 'author'] as const) {
        for (let n = 0; n < LIMIT + 2; n++)
          assert.equal((await send('192.0.2.9', `/events/${id}`, { as, headers })).status, 200)
      }
    })

    test('A password sent with reads of unprotected records does not count as an attempt', async () => {
      const { id } = await create('events')
      const submit = byQuery(`/events/${id}`)
      assert.deepEqual(await statuses(submit, createIpAddress(), [...guesses, ...guesses]), Array(2 * LIMIT).fill(200))
    })

    describe('Passwords in lists', () => {
      const LISTS: readonly (readonly [string, string])[] = [
        ['events', '/events'],
        ['a feed', '/events.ics'],
        ['a page of a feed', '/events.csv?per_page=1'],
      ]
      for (const [name, path] of LISTS) {
        test(`Passwords that open no record of ${name} return 429 beyond the limit`, async () => {
          await createProtected('events')
          const address = createIpAddress()
          assert.deepEqual(
            await statuses(byQuery(path), address, [...guesses, 'guess', RIGHT]),
            [200, 200, 200, 429, 429],
          )
          assert.equal(await byQuery(path)(RIGHT, createIpAddress()), 200)
        })
      }

      test('Passwords that open no venue of a list return 429 beyond the limit', async () => {
        await createProtected('venues')
        const submit = byQuery('/venues')
        assert.deepEqual(await statuses(submit, createIpAddress(), [...guesses, 'guess']), [200, 200, 200, 429])
      })

      test('A password that opens one record of a list is never rejected because of the other records', async () => {
        const other = await createProtected('events', { post_password: 'another' })
        const own = await createProtected('events')
        const submit = byQuery(`/events?include=${own.id},${other.id}`)
        const address = createIpAddress()
        for (let n = 0; n < LIMIT + 2; n++) assert.equal(await submit(RIGHT, address), 200)
        const rest = byQuery(`/events?include=${other.id}`)
        for (let n = 0; n < LIMIT + 2; n++) assert.equal(await rest(RIGHT, address), 200)
      })

      test('Attempts in lists do not lock the records, and attempts on a record do not lock the lists', async () => {
        const { id } = await createProtected('events')
        const [first, second] = [createIpAddress(), createIpAddress()]
        await statuses(byQuery('/events'), first, [...guesses, 'guess'])
        assert.equal(await byQuery(`/events/${id}`)(RIGHT, first), 200)
        await statuses(byQuery(`/events/${id}`), second, [...guesses, 'guess'])
        assert.equal(await byQuery('/events')(RIGHT, second), 200)
      })

      test('Attempts on the venue of an event are counted across all of its events', async () => {
        const venue = await createProtected('venues')
        const events = await Promise.all(Array.from({ length: LIMIT + 1 }, () => create('events', { venue: venue.id })))
        const address = createIpAddress()
        const found: number[] = []
        for (const { id } of events) found.push(await byQuery(`/events/${id}`)('guess', address))
        assert.deepEqual(found, [200, 200, 200, 429])
      })

      test('A feed of any length counts as one attempt, and as none if the password opens a record at its end', async () => {
        const first = await createProtected('events', {
          post_password: 'another',
          start_date: '2027-01-01',
          end_date: '2027-01-01',
        })
        const between = await Promise.all(
          Array.from({ length: 110 }, () => create('events', { start_date: '2027-02-01', end_date: '2027-02-01' })),
        )
        const last = await createProtected('events', {
          start_date: '2027-03-01',
          end_date: '2027-03-01',
          description: 'At last',
        })
        const include = [first, ...between, last].map(({ id }) => id).join()
        const path = `/events.ndjson?include=${include}&orderby=start_date`
        const address = createIpAddress()
        for (let n = 0; n < LIMIT + 2; n++) {
          const { status, text } = await send(address, `${path}&password=${encodeURIComponent(RIGHT)}`)
          assert.equal(status, 200)
          assert.match(text, /At last/)
        }
        const found = await statuses(byQuery(path), address, [...guesses, 'guess'])
        assert.deepEqual(found, [200, 200, 200, 429])
      })
    })
  })
}

test('Without a limit no attempt is rejected', async () => {
  const service = await startService({ env: { RATE_LIMIT_SIGN_IN: '0' } })
  const json = { title: 'Sealed', ...DATES, post_password: RIGHT }
  const { id } = (await service.send('POST', '/events', { as: 'author', json })).json
  for (let n = 0; n < 60; n++)
    assert.equal((await service.send('GET', `/events/${id}?password=guess-${n}`)).status, 403)
  await service.stop()
})
