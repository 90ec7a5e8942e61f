import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  createInvalidationLog,
  type FragmentSources,
  type InvalidationLog,
} from '../../../src/calendar/fragments/invalidation-log.ts'
import { createFragment } from '../../../src/calendar/fragments/json-fragment.ts'
import { createResponseCache, type ResponseCache } from '../../../src/http/cache/response-cache.ts'
import {
  chooseRepresentation,
  createHttpResponse,
  type HttpResponse,
} from '../../../src/http/response/http-response.ts'
import type { Generation } from '../../../src/storage/identity-types.ts'

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((seq): Generation => ({ epoch: 'e', seq, since: '' }))
const END = '2026-11-21 23:59:59'

describe('Response cache', () => {
  let moment: string
  let generation: Generation | undefined
  let computations: number
  let cache: ResponseCache
  let log: InvalidationLog

  const createResponse = (text: string, validUntil: string | undefined, sources?: FragmentSources): HttpResponse =>
    createHttpResponse({
      status: 200,
      headers: {},
      contentType: 'text/plain',
      body: createFragment(text),
      isRead: true,
      revision: undefined,
      lastModified: undefined,
      validUntil,
      sources,
    })

  const request = (url = '/a', key = 'a', until: string | 'never' = END, text = 'x'): Promise<HttpResponse> =>
    cache.getOrCompute({ url, key, language: 'en' }, async () => {
      computations++
      await new Promise(setImmediate)
      return createResponse(text, until === 'never' ? undefined : until)
    })

  /** A response is stored on its second request. */
  const requestTwice = async (...parameters: Parameters<typeof request>): Promise<HttpResponse> => {
    await request(...parameters)
    return request(...parameters)
  }

  const createCache = (bytes: number): ResponseCache => {
    const fragments = { newestInvalidation: log.newest, isOutdated: log.isOutdated }
    return createResponseCache({ bytes, now: () => moment, generation: () => generation, fragments })
  }

  beforeEach(() => {
    moment = '2026-11-21 12:00:00'
    generation = FIRST
    computations = 0
    log = createInvalidationLog(1000)
    cache = createCache(100_000)
  })

  test('A hundred concurrent identical requests are computed once', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => request()))
    assert.deepEqual([computations, new Set(responses).size], [1, 1])
  })

  test('Statistics count hits, misses, evictions, entries and bytes', async () => {
    await requestTwice()
    await request()
    cache.get('/a')
    const { bytes = 0, ...counts } = cache.statistics()
    assert.deepEqual(counts, { hits: 2, misses: 2, evictions: 0, entries: 1 })
    assert.ok(bytes > 0)
    for (const name of ['b', 'c']) await requestTwice(`/${name}`, name, END, 'x'.repeat(60_000))
    assert.ok(cache.statistics().evictions > 0)
  })

  test('An entry serves every URL with the same key', async () => {
    await requestTwice('/a')
    await request('/a?x=1')
    assert.equal(computations, 2)
    for (const url of ['/a', '/a?x=1']) assert.ok(cache.get(url))
    assert.equal(cache.get('/b'), undefined)
  })

  test('A response is stored on its second request', async () => {
    await request()
    assert.equal(cache.get('/a'), undefined)
    await request()
    assert.ok(cache.get('/a'))
    generation = SECOND
    await request()
    assert.ok(cache.get('/a'), 'a URL that was requested before is stored at once after a write')
  })

  test('A write invalidates all entries, including responses that are being computed', async () => {
    await request()
    generation = SECOND
    assert.equal(cache.get('/a'), undefined)
    const early = request()
    generation = THIRD
    const late = request()
    assert.notEqual(await early, await late)
    assert.equal(computations, 3)
    assert.equal(cache.get('/a'), await late)
  })

  test('The response to a read of one record outlives writes of other records', async () => {
    const slot = { url: '/events/1', key: '1', language: 'en' } as const
    const compute = async () => createResponse('x', END, { posts: [1, 7], terms: [] })
    await cache.compute(slot, compute)
    assert.equal(cache.get('/events/1'), undefined, 'stored on its second request')
    await cache.compute(slot, compute)
    log.addPost(2)
    generation = SECOND
    assert.ok(cache.get('/events/1'))
    log.addPost(7)
    assert.ok(cache.get('/events/1'), 'the generation is still the one for which the entry was confirmed')
    generation = THIRD
    assert.equal(cache.get('/events/1'), undefined)
    await cache.compute(slot, compute)
    assert.ok(cache.get('/events/1'))
    generation = { epoch: 'other', seq: 3, since: '' }
    assert.equal(cache.get('/events/1'), undefined, 'another epoch')
  })

  test('A write during the computation counts as newer than the response', async () => {
    const slot = { url: '/events/1', key: '1', language: 'en' } as const
    const compute = async () => {
      log.addPost(1)
      generation = SECOND
      return createResponse('x', END, { posts: [1], terms: [] })
    }
    await cache.compute(slot, compute)
    generation = FIRST
    await cache.compute(slot, compute)
    assert.equal(cache.get('/events/1'), undefined)
  })

  test('An entry expires, and is not valid before the time at which it was computed', async () => {
    await requestTwice('/a', 'a', moment)
    assert.ok(cache.get('/a'))
    moment = '2026-11-21 12:00:01'
    assert.equal(cache.get('/a'), undefined)
    await request()
    assert.ok(cache.get('/a'))
    moment = '2026-11-21 11:00:00'
    assert.equal(cache.get('/a'), undefined)
  })

  test('Nothing is stored or served while the generation is unknown', async () => {
    await request()
    generation = undefined
    assert.equal(cache.get('/a'), undefined)
    await request()
    generation = FIRST
    await request('/b', 'b', 'never')
    assert.deepEqual([computations, cache.get('/b')], [3, undefined])
  })

  test('A failed computation is not shared with later requests', async () => {
    const failing = cache.getOrCompute({ url: '/a', key: 'a', language: 'en' }, () => Promise.reject(new Error('away')))
    await assert.rejects(failing, /away/)
    await request()
    assert.equal(computations, 1)
  })

  test('The size limit evicts the least recently used entry', async () => {
    for (const name of ['a', 'b', 'c']) await requestTwice(`/${name}`, name, END, 'x'.repeat(30_000))
    assert.ok(cache.get('/a'))
    await requestTwice('/d', 'd', END, 'x'.repeat(30_000))
    assert.deepEqual(
      ['/a', '/b', '/c', '/d'].map((url) => cache.get(url) !== undefined),
      [true, false, true, true],
    )
  })

  test('A compressed representation counts from the hit after its creation on', async () => {
    await requestTwice('/a', 'a', END, 'x'.repeat(30_000))
    const { bytes: before = 0 } = cache.statistics()
    const response = cache.get('/a')
    assert.ok(response)
    const { body } = await chooseRepresentation(response, { 'accept-encoding': 'gzip' })
    cache.get('/a')
    assert.ok(Buffer.isBuffer(body))
    assert.equal(cache.statistics().bytes, before + body.length)
  })

  test('A cache of size 0 stores nothing', async () => {
    cache = createCache(0)
    await request()
    await request()
    assert.deepEqual([computations, cache.get('/a')], [2, undefined])
  })
})
