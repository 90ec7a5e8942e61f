import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createServerTiming } from '../../../src/http/response/server-timing.ts'
import { startService, type TestService, type TestUser } from '../../helper/service.ts'

/** Names of the stages in a `Server-Timing` header, in their order. */
const listStages = (header: string | undefined): string[] =>
  (header ?? '').split(', ').flatMap((metric) => metric.split(';')[0] ?? [])

describe('Server timing', () => {
  test('A stage that runs twice adds up, and a failed stage counts', () => {
    let now = 0
    const timing = createServerTiming(() => now)
    const advance = (milliseconds: number) => () => {
      now += milliseconds
    }
    timing.measureSync('parse', advance(1))
    timing.measureSync('validate', advance(2))
    timing.measureSync('parse', advance(3))
    assert.throws(() =>
      timing.measureSync('handle', () => {
        now += 5
        throw new Error('failed')
      }),
    )
    timing.describe('parse', 'twice')
    assert.equal(timing.format(), undefined)
    timing.publish()
    assert.equal(timing.format(), 'parse;dur=4.00;desc="twice", validate;dur=2.00, handle;dur=5.00')
  })
})

describe('Server-Timing of responses', () => {
  const SHARED = ['parse', 'route']
  const ENDPOINT = ['authenticate', 'loadTarget', 'readInput', 'validate', 'resolveReferences', 'handle']
  let service: TestService
  before(async () => {
    service = await startService({ env: { SERVER_TIMING: 'on' } })
  })
  after(() => service.stop())

  const findStages = async (...parameters: Parameters<TestService['send']>) =>
    listStages((await service.send(...parameters)).headers['server-timing'])

  test('A list request with credentials reports the cache lookup after the authentication', async () => {
    const [authenticate = '', ...others] = ENDPOINT
    const stages = await findStages('GET', '/events', { as: 'admin' })
    assert.deepEqual(stages, [...SHARED, authenticate, 'cacheLookup', ...others, 'respond'])
  })

  test('A request with a record password in addition to credentials reports no cache lookup', async () => {
    const stages = await findStages('GET', '/events', { as: 'admin', headers: { 'x-event-password': 'x' } })
    assert.deepEqual(stages, [...SHARED, ...ENDPOINT, 'respond'])
  })

  test('An anonymous list request reports the cache lookup', async () => {
    assert.deepEqual(await findStages('GET', '/venues'), [...SHARED, 'cacheLookup', ...ENDPOINT, 'respond'])
  })

  test('A failed request reports the stages up to the failure', async () => {
    const stages = await findStages('POST', '/events', { as: 'admin', json: {} })
    assert.deepEqual(stages, [...SHARED, ...ENDPOINT.slice(0, -2), 'respond'])
    assert.deepEqual(await findStages('GET', '/nothing'), [...SHARED, 'authenticate', 'respond'])
  })

  test('A page reports its handler', async () => {
    assert.deepEqual(await findStages('GET', '//'), [...SHARED, 'cacheLookup', 'handle', 'respond'])
    assert.deepEqual(await findStages('GET', '//healthz'), [...SHARED, 'handle', 'respond'])
  })

  test('Durations are milliseconds', async () => {
    const { headers } = await service.send('GET', '/events?page=1', { as: 'admin' })
    for (const metric of (headers['server-timing'] ?? '').split(', ')) assert.match(metric, /^[a-zA-Z]+;dur=\d+\.\d\d$/)
  })

  test('A response of the fast path has no Server-Timing, and cached responses contain no header of another request', async () => {
    for (let index = 0; index < 3; index++) await service.send('GET', '/organizers')
    const { status, headers } = await service.send('GET', '/organizers')
    assert.deepEqual([status, headers['server-timing']], [200, undefined])
  })

  test('A hit after routing is marked', async () => {
    const request = { headers: { 'accept-language': 'de' } }
    for (let index = 0; index < 3; index++) await service.send('GET', '//', request)
    const { headers } = await service.send('GET', '//', request)
    assert.match(headers['server-timing'] ?? '', /cacheLookup;dur=\d+\.\d\d;desc="hit"/)
  })
})

test('Without SERVER_TIMING, only signed-in administrators get Server-Timing', async (context) => {
  const service = await startService()
  context.after(() => service.stop())
  const hasTiming = async (path: string, as: TestUser) => {
    const { headers } = await service.send('GET', path, { as })
    return headers['server-timing'] !== undefined
  }
  for (const as of ['anon', 'editor', 'author', 'subscriber'] as const)
    assert.equal(await hasTiming(`/venues?search=${as}`, as), false, as)
  assert.equal(await hasTiming('/venues?search=admin', 'admin'), true)
  assert.equal(await hasTiming('/nothing', 'admin'), true)
  assert.equal(await hasTiming('//', 'anon'), false)
})
