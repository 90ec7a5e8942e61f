/** Cached responses to signed-in viewers: by what they may see, and only while their credentials are valid. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { createApp } from '../../../src/app.ts'
import { createAccount } from '../../../src/calendar/users/accounts.ts'
import { revokePasswords } from '../../../src/calendar/users/application-passwords.ts'
import { changeRole, removeAccount } from '../../../src/features/accounts/manage-users.ts'
import { createRandom, type Random } from '../../../src/features/settings/sample/seeded-random.ts'
import { createServices } from '../../../src/process-services.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const VIEWERS: readonly TestUser[] = ['anon', 'subscriber', 'contributor', 'author', 'author2', 'editor', 'admin']
const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'] as const
const DATES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
const COMPARED_HEADERS = ['etag', 'allow', 'link', 'x-tec-total', 'cache-control', 'expires', 'vary', 'content-type']
const WRITES = 24
const WRITES_PER_ROUND = 6

interface KnownIds {
  readonly events: number[]
  readonly venues: number[]
}

/** A random write by an administrator, of records of any viewer. */
async function write(service: TestService, random: Random, { events, venues }: KnownIds): Promise<void> {
  const owners = Object.values(service.ids)
  const access = {
    status: random.pick(STATUSES),
    author: random.pick(owners),
    ...(random.pick([true, false, false]) && { post_password: 'sesame' }),
  }
  const send = async (method: string, path: string, json: Json = {}): Promise<Json> => {
    const response = await service.send(method, path, { as: 'admin', json })
    assert.ok(response.status < 300 || response.status === 410, `${method} ${path}: ${response.text}`)
    return response.json
  }
  const kind = random.pick(['event', 'event', 'event', 'venue', 'change', 'change', 'trash'])
  if (kind === 'venue' || venues.length === 0) {
    venues.push((await send('POST', '/venues', { venue: `Hall ${venues.length}`, ...access })).id)
  } else if (kind === 'event' || events.length === 0) {
    const event = { title: `Event ${events.length}`, venue: random.pick(venues), tags: [random.pick(['loud', 'late'])] }
    events.push((await send('POST', '/events', { ...event, ...DATES, ...access })).id)
  } else if (kind === 'change') {
    const path = random.pick([`/events/${random.pick(events)}`, `/venues/${random.pick(venues)}`])
    await send('PUT', path, access)
  } else await send('DELETE', `/events/${random.pick(events)}`)
}

for (const engine of ONE_ENGINE) {
  describe(`Cached responses to signed-in viewers on ${engine.name}`, () => {
    let service: TestService
    let uncached: TestService
    before(async () => {
      service = await startService({ engine, env: { SERVER_TIMING: 'on' } })
      const env = { DATABASE_URL: service.config.databaseUrl, PUBLIC_URL: service.origin, CACHE_MEGABYTES: '0' }
      uncached = await startService({ engine, env, existing: service })
    })
    after(async () => {
      await uncached.stop()
      await service.stop()
    })

    const listPaths = ({ events, venues }: KnownIds): string[] => [
      '/events',
      '/events?status=draft',
      '/events?status=any&per_page=100',
      '/events?tags=loud',
      '/venues',
      '/venues?status=publish',
      '/organizers',
      '/tags',
      ...events.slice(-5).map((id) => `/events/${id}`),
      ...venues.slice(-3).map((id) => `/venues/${id}`),
    ]

    async function compare(path: string, as: TestUser): Promise<void> {
      // A response is stored on its second request.
      for (let times = 0; times < 2; times++) await service.send('GET', path, { as })
      const [cached, expected] = [await service.send('GET', path, { as }), await uncached.send('GET', path, { as })]
      assert.deepEqual([cached.status, cached.text], [expected.status, expected.text], `${path} as ${as}`)
      for (const name of COMPARED_HEADERS)
        assert.equal(cached.headers[name], expected.headers[name], `${name} of ${path} as ${as}`)
      if (as !== 'anon') assert.equal(cached.headers['last-modified'], undefined)
    }

    test('Every viewer gets the responses of a service without caches, after random writes', async () => {
      const random = createRandom(getSeed(7))
      const known: KnownIds = { events: [], venues: [] }
      for (let number = 1; number <= WRITES; number++) {
        await write(service, random, known)
        if (number % WRITES_PER_ROUND !== 0) continue
        for (const path of listPaths(known)) for (const viewer of VIEWERS) await compare(path, viewer)
      }
    })

    /** Whether the third of three requests was answered without the stages of other requests. */
    const isCached = async (path: string, as: TestUser, headers: Record<string, string> = {}): Promise<boolean> => {
      let last: TestResponse | undefined
      for (let times = 0; times < 3; times++) last = await service.send('GET', path, { as, headers })
      return last?.headers['server-timing'] === undefined
    }

    test('Lists and single records are cached for signed-in viewers, without record passwords and nonces', async () => {
      const { json } = await service.send('POST', '/events', { as: 'author', json: { title: 'Concert', ...DATES } })
      for (const path of ['/events', `/events/${json.id}`, '/venues', '/categories'])
        for (const viewer of VIEWERS) assert.ok(await isCached(path, viewer), `${path} as ${viewer}`)
      assert.equal(await isCached('/events', 'author', { 'x-event-password': 'sesame' }), false)
      assert.equal(await isCached('/events', 'author', { 'x-wp-nonce': 'x' }), false)
      assert.equal(await isCached('/events?password=sesame', 'author'), false)
      assert.equal(await isCached('/media', 'author'), false)
      assert.equal(await isCached('//wp-json/wp/v2/users/me/application-passwords', 'author'), false)
    })

    test('A signed-in viewer gets 304 for the ETag of a cached response', async () => {
      const { headers } = await service.send('GET', '/events', { as: 'editor' })
      const conditional = { 'if-none-match': headers['etag'] ?? '' }
      assert.ok(await isCached('/events', 'editor', conditional))
      const { status, text } = await service.send('GET', '/events', { as: 'editor', headers: conditional })
      assert.deepEqual([status, text], [304, ''])
    })

    describe('Changes of credentials', () => {
      let authorization: string
      let id: number
      const LOGIN = 'temporary'
      const send = (): Promise<TestResponse> => service.send('GET', '/events', { headers: { authorization } })

      /** Creates an editor whose requests are cached. */
      async function createEditor(): Promise<void> {
        const account = await createAccount(service.services, {
          login: LOGIN,
          email: `${LOGIN}@example.test`,
          role: 'editor',
          password: 'x',
          appPassword: 'test',
        })
        id = account.id
        authorization = `Basic ${Buffer.from(`${LOGIN}:${account.app_password}`).toString('base64')}`
        await waitUntil(async () => (await send()).headers['server-timing'] === undefined, 5000)
      }
      const remove = () => removeAccount(service.services, LOGIN)

      test('A revoked password is rejected on the next request', async () => {
        await createEditor()
        await revokePasswords(service.services, id, () => true)
        assert.deepEqual((await send()).json.code, 'incorrect_password')
        await remove()
      })

      test('A changed role takes effect on the next request', async () => {
        await createEditor()
        assert.equal((await send()).headers['allow'], 'GET, POST')
        await changeRole(service.services, LOGIN, 'subscriber')
        assert.equal((await send()).headers['allow'], 'GET')
        await remove()
      })

      test('The password of a deleted user is rejected on the next request', async () => {
        await createEditor()
        await remove()
        assert.deepEqual((await send()).json.code, 'invalid_username')
      })

      test('A role that another process changes takes effect within a second', async () => {
        await createEditor()
        const other = await createServices(service.config)
        const app = await createApp({ config: service.config, services: other, logger: pino({ level: 'silent' }) })
        try {
          await changeRole(other, LOGIN, 'subscriber')
          const isChanged = async () => (await send()).headers['allow'] === 'GET'
          if (engine.name === 'sqlite') assert.ok(await isChanged())
          else await waitUntil(isChanged, 1000)
        } finally {
          await app.close()
          await other.close()
          await remove()
        }
      })
    })
  })
}
