/** Bodies that are designed to take long: each is rejected or processed without blocking other requests. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_TAGS, MAX_TEXT } from '../../../src/kernel/input-limits.ts'
import { startCpuTimer } from '../../helper/monitoring/cpu-time.ts'
import { startService, type TestService, type TestUser } from '../../helper/service.ts'

/**
 * A body may take 50 ms of the event loop. The test measures the CPU time of the whole exchange, client included, which
 * does not depend on the load of the machine; the limit leaves room for slow machines.
 */
const MOST_MILLISECONDS = 250
const MEBIBYTE = 1_048_576
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const event = (fields: object): string =>
  JSON.stringify({ title: 'Heavy', start_date: '2027-03-01', end_date: '2027-03-01', ...fields })
const fill = (unit: string, bytes = MEBIBYTE - 200): string => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
const list = (length: number, make: (at: number) => unknown): unknown[] =>
  Array.from({ length }, (_, index) => make(index))

interface HeavyBody {
  readonly name: string
  readonly path: string
  readonly type: string
  readonly body: string
}

const json = (name: string, path: string, body: string): HeavyBody => ({ name, path, type: JSON_TYPE, body })
const form = (name: string, body: string): HeavyBody => ({ name, path: '/events', type: FORM_TYPE, body })

const BODIES: readonly HeavyBody[] = [
  json(
    '34 organizers of 9,999 tags',
    '/events',
    event({ organizer: list(34, () => ({ organizer: '<b>'.repeat(9999) })) }),
  ),
  json(
    '480 organizers with markup',
    '/events',
    event({ organizer: list(480, (at) => ({ organizer: `${at}`, description: fill('<b>x</b>', 1900) })) }),
  ),
  json('a cost of brackets', '/events', event({ cost: fill('<') })),
  json('a cost of tags', '/events', event({ cost: fill('<b>') })),
  json('a description of open tags', '/events', event({ description: fill('<b>') })),
  json('a description of quotes', '/events', event({ description: fill("'") })),
  json('a description of dots', '/events', event({ description: fill('...') })),
  json('990 categories of tags', '/events', event({ categories: list(990, (at) => at + fill('<b>', 990)) })),
  json('a category of commas', '/events', event({ categories: fill(',') })),
  json('100,000 categories', '/events', event({ categories: list(100_000, (at) => `c${at}`) })),
  json('140,000 ids', '/events', event({ venue: list(140_000, (at) => at + 1) })),
  json('an address of tags', '/venues', JSON.stringify({ venue: 'x', address: fill('<b>') })),
  json('an address of blanks', '/venues', JSON.stringify({ venue: 'x', address: `${fill(' ')}x` })),
  json('500,000 objects', '/events', `{"a":[${fill('{},')}{}]}`),
  json('90,000 keys', '/events', `{${list(90_000, (at) => `"k${at}":1`).join(',')}}`),
  json('nested lists', '/events', `{"a":[${list(1000, () => '['.repeat(500) + ']'.repeat(500)).join(',')}]}`),
  json('empty strings', '/events', `{"a":[${fill('"",')}"\\ud83d\\ude00"]}`),
  json('blanks', '/events', `${fill(' ')}{}`),
  form('a form of plus signs', `title=${fill('+')}`),
  form(
    'a form of long names',
    list(2000, (at) => `a${`[${'b'.repeat(50)}${at}]`.repeat(8)}=1`)
      .join('&')
      .slice(0, MEBIBYTE),
  ),
  form('a form of indexes', list(60_000, (at) => `a[${at % 1000}]=1`).join('&')),
  form('a form of brackets', `a${fill('%5B')}=1`),
]

describe('Heavy bodies', () => {
  let service: TestService
  before(async () => {
    service = await startService({ env: { RATE_LIMIT_SIGN_IN: '0' } })
    await service.send('POST', '/events', { as: 'admin', json: JSON.parse(event({ description: '<b>warm</b>' })) })
  })
  after(() => service.stop())

  async function send({ path, type, body }: HeavyBody, as: TestUser) {
    const bytes = Buffer.from(body)
    let milliseconds = Number.POSITIVE_INFINITY
    let status = 0
    for (let attempt = 0; attempt < 3; attempt++) {
      const readCpuTime = startCpuTimer()
      status = (await service.send('POST', path, { as, body: bytes, headers: { 'content-type': type } })).status
      milliseconds = Math.min(milliseconds, readCpuTime())
    }
    return { status, milliseconds }
  }

  for (const as of ['anon', 'contributor'] as const) {
    test(`Heavy bodies from ${as} take little CPU time`, async () => {
      for (const heavy of BODIES) {
        const { status, milliseconds } = await send(heavy, as)
        assert.ok(status === 400 || status === 401, `${heavy.name}: ${status}`)
        assert.ok(milliseconds < MOST_MILLISECONDS, `${heavy.name}: ${Math.round(milliseconds)} ms`)
      }
    })
  }

  test('POST /events returns 400 naming the field with most of the text when texts are too long together', async () => {
    const long = { description: 'x'.repeat(MAX_TEXT - 100), excerpt: 'y'.repeat(200) }
    const { status, json } = await service.send('POST', '/events', { as: 'admin', json: JSON.parse(event(long)) })
    assert.deepEqual([status, json.code, Object.keys(json.data.params)], [400, 'rest_invalid_param', ['description']])
    assert.match(json.data.params.description, /131072 characters/)
    const { excerpt: _, ...fitting } = long
    const created = await service.send('POST', '/events', { as: 'admin', json: JSON.parse(event(fitting)) })
    assert.equal(created.status, 201)
  })

  test('POST /events returns 400 naming the field with most tags when there are too many together', async () => {
    const tags = {
      description: '<br>'.repeat(MAX_TAGS - 10),
      organizer: [{ organizer: 'A', description: '<br>'.repeat(20) }],
    }
    const { status, json } = await service.send('POST', '/events', { as: 'admin', json: JSON.parse(event(tags)) })
    assert.deepEqual([status, json.code, Object.keys(json.data.params)], [400, 'rest_invalid_param', ['description']])
    assert.match(json.data.params.description, /2000 HTML tags/)
  })

  test('Unknown parameters do not count', async () => {
    const unknown = { unknown: `${'<b>'.repeat(5000)}${'x'.repeat(MAX_TEXT)}` }
    const { status } = await service.send('POST', '/events', { as: 'admin', json: JSON.parse(event(unknown)) })
    assert.equal(status, 201)
  })

  test('POST /events from a client without permission returns 400 for bad input and 401 otherwise, markup or not', async () => {
    const getError = async (fields: object) => {
      const { status, json } = await service.send('POST', '/events', { json: JSON.parse(event(fields)) })
      return [status, json.code, Object.keys(json.data?.params ?? {})]
    }
    assert.deepEqual(await getError({ description: '<b>x</b>', organizer: [{ organizer: '<i>A</i>' }] }), [
      401,
      'rest_forbidden',
      [],
    ])
    assert.deepEqual(await getError({ title: '<b></b>' }), [401, 'rest_forbidden', []])
    for (const bad of [
      { website: 'https://x.test/<b>' },
      { timezone: '<b>' },
      { venue: '<1>' },
      { status: '<draft' },
    ]) {
      assert.deepEqual(await getError(bad), [400, 'rest_invalid_param', Object.keys(bad)])
    }
  })

  test('An event accepts at most 100 new organizers and 500 categories', async () => {
    const post = async (fields: object) =>
      (await service.send('POST', '/events', { as: 'admin', json: JSON.parse(event(fields)) })).status
    assert.equal(await post({ organizer: list(101, (at) => ({ organizer: `Guild ${at}` })) }), 400)
    assert.equal(await post({ organizer: list(100, (at) => ({ organizer: `Guild ${at}` })) }), 201)
    assert.equal(await post({ categories: list(501, (at) => `Category ${at}`) }), 400)
  })
})
