/**
 * The responses to a scripted session of requests of all kinds are recorded byte for byte, on both engines. A difference
 * is either a mistake or intended; then `npm run generate -- golden` shows and records it.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../helper/engines.ts'
import { compareExchanges, compareSessions, formatDifferences } from './compare.ts'
import { type GoldenExchange, playSession } from './play.ts'
import { decodeRecording, encodeRecording, readRecording } from './recording.ts'
import { API, TEC } from './request.ts'
import { listRouteMethods } from './requests/access.ts'
import { createSession } from './session.ts'

const MOST_SHOWN = 5
const RENEW = 'Intended? Then run: npm run generate -- golden'

const session = createSession()
const recording = readRecording()

for (const engine of SPLIT_ENGINES) {
  test(`All responses are the recorded ones on ${engine.name}`, async () => {
    const differences = compareSessions(recording, await playSession(engine, session))
    if (differences.length === 0) return
    assert.fail(`${differences.length} responses differ\n${formatDifferences(differences, MOST_SHOWN)}\n${RENEW}`)
  })
}

describe('The recorded session', () => {
  test('Every method of every route was requested', () => {
    const requests = recording.map(({ request }) => request)
    const missing = listRouteMethods().filter(({ pattern, method }) => {
      const expression = new RegExp(`^${method} (?:${API}|${TEC})${toRequestPattern(pattern)}/?(?:[? ]|$)`)
      return !requests.some((request) => expression.test(request))
    })
    assert.deepEqual(missing, [])
  })

  test('No request failed by a mistake of the service', () => {
    assert.deepEqual(
      recording.filter(({ status }) => status === 500).map(({ request }) => request),
      [],
    )
  })
})

/** Parameters of a path are numbers, texts, or names in braces. */
const toRequestPattern = (pattern: string): string =>
  pattern.replace(/\(\?P<\w+>(?:[^()]|\([^()]*\))*\)/g, '(?:\\{[\\w.-]+\\}|[^/?]+)')

describe('Comparing responses', () => {
  const EXCHANGE: GoldenExchange = {
    request: 'GET /events as editor',
    status: 200,
    headers: ['content-type: application/json', 'vary: Origin'],
    body: `{"title":"${'x'.repeat(300)}","slug":"a"}`,
  }
  const compare = (changes: Partial<GoldenExchange>): string => {
    const difference = compareExchanges(EXCHANGE, { ...EXCHANGE, ...changes })
    return difference ? formatDifferences([difference], 1) : 'equal'
  }

  test('Equal responses do not differ', () => assert.equal(compare({}), 'equal'))

  test('A changed byte of a body is reported with the request and its position', () => {
    const text = compare({ body: EXCHANGE.body.replace('"a"', '"b"') })
    assert.match(text, /^1\. GET \/events as editor\n/)
    assert.match(text, /character 320\n.*- ".*slug.*a.*\n.*\+ ".*slug.*b/)
  })

  test('Changed, new and missing headers and another status are reported', () => {
    const text = compare({ status: 201, headers: ['content-type: text/html', 'x-new: 1'] })
    for (const line of ['- status 200', '+ status 201', '- vary: Origin', '+ x-new: 1', '+ content-type: text/html'])
      assert.ok(text.includes(`    ${line}`), text)
    assert.match(compare({ headers: [...EXCHANGE.headers, 'vary: Origin'] }), /repeated/)
  })

  test('Length and ETag are reported only if the body is the same', () => {
    const headers = [...EXCHANGE.headers, 'etag: "2"']
    assert.match(compare({ headers }), /\+ etag: "2"/)
    assert.doesNotMatch(compare({ headers, body: '' }), /etag/)
  })

  test('Differences with the same cause are reported once, with their number', () => {
    const recorded = [1, 2, 3].map((id) => ({
      ...EXCHANGE,
      request: `GET /events/${id}`,
      body: `{"id":${id},"title":"x"}`,
    }))
    const actual = recorded.map((exchange) => ({ ...exchange, body: exchange.body.replace('title', 'Title') }))
    const text = formatDifferences(compareSessions(recorded, actual), 5)
    assert.match(text, /^1\. GET \/events\/1\n.*and 2 more like this, such as GET \/events\/2$/s)
  })

  test('New, missing and repeated requests are reported', () => {
    const other = { ...EXCHANGE, request: 'GET /tags' }
    assert.equal(
      formatDifferences(compareSessions([EXCHANGE, EXCHANGE], [EXCHANGE, other]), 5),
      '1. GET /tags\n    is not recorded\n2. GET /events as editor\n    is not sent',
    )
  })

  test('A recording contains all responses unchanged', () => {
    const exchanges = [EXCHANGE, { ...EXCHANGE, request: 'GET /x', body: '"line\n' }, EXCHANGE]
    assert.deepEqual(decodeRecording(encodeRecording(exchanges)), exchanges)
  })
})
