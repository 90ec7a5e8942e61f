import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createResponseCache, type ResponseCache } from '../../../src/http/cache/response-cache.ts'
import { createHttpResponse, type HttpResponse } from '../../../src/http/response/http-response.ts'
import { createFragment } from '../../../src/presenters/json-fragment.ts'
import type { Generation } from '../../../src/storage/core/types.ts'

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((seq): Generation => ({ epoch: 'e', seq, since: '' }))
const END = '2026-11-21 23:59:59'

describe('the response cache', () => {
  let moment: string
  let generation: Generation | undefined
  let made: number
  let shelf: ResponseCache

  const answer = (text: string): HttpResponse =>
    createHttpResponse({
      status: 200,
      headers: {},
      contentType: 'text/plain',
      body: createFragment(text),
      isRead: true,
      revision: undefined,
      lastModified: undefined,
    })

  const ask = (address = '/a', key = 'a', until: string | 'never' = END, text = 'x'): Promise<HttpResponse> =>
    shelf.getOrCompute({ url: address, key, language: 'en' }, async () => {
      made++
      await new Promise(setImmediate)
      return { response: answer(text), until: until === 'never' ? undefined : until }
    })

  /** A response is cached on its second request. */
  const askTwice = async (...asked: Parameters<typeof ask>): Promise<HttpResponse> => {
    await ask(...asked)
    return ask(...asked)
  }

  beforeEach(() => {
    moment = '2026-11-21 12:00:00'
    generation = FIRST
    made = 0
    shelf = createResponseCache({ bytes: 100_000, now: () => moment, generation: () => generation })
  })

  test('A hundred identical concurrent requests are computed once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask()))
    assert.deepEqual([made, new Set(answers).size], [1, 1])
  })

  test('A response is cached for every URL with its key', async () => {
    await askTwice('/a')
    await ask('/a?x=1')
    assert.equal(made, 2)
    for (const address of ['/a', '/a?x=1']) assert.ok(shelf.get(address))
    assert.equal(shelf.get('/b'), undefined)
  })

  test('A response that is requested once, as by crawlers, is not cached', async () => {
    await ask()
    assert.equal(shelf.get('/a'), undefined)
    await ask()
    assert.ok(shelf.get('/a'))
    generation = SECOND
    await ask()
    assert.ok(shelf.get('/a'), 'what was asked for before is kept at once after a write')
  })

  test('A write invalidates all entries, including responses being computed', async () => {
    await ask()
    generation = SECOND
    assert.equal(shelf.get('/a'), undefined)
    const early = ask()
    generation = THIRD
    const late = ask()
    assert.notEqual(await early, await late)
    assert.equal(made, 3)
    assert.equal(shelf.get('/a'), await late)
  })

  test('An entry expires at its time, and is not valid before it was computed', async () => {
    await askTwice('/a', 'a', moment)
    assert.ok(shelf.get('/a'))
    moment = '2026-11-21 12:00:01'
    assert.equal(shelf.get('/a'), undefined)
    await ask()
    assert.ok(shelf.get('/a'))
    moment = '2026-11-21 11:00:00'
    assert.equal(shelf.get('/a'), undefined)
  })

  test('While the generation is unknown, nothing is cached or returned from the cache', async () => {
    await ask()
    generation = undefined
    assert.equal(shelf.get('/a'), undefined)
    await ask()
    generation = FIRST
    await ask('/b', 'b', 'never')
    assert.deepEqual([made, shelf.get('/b')], [3, undefined])
  })

  test('A failure is not shared with other requests', async () => {
    const failing = shelf.getOrCompute({ url: '/a', key: 'a', language: 'en' }, () => Promise.reject(new Error('away')))
    await assert.rejects(failing, /away/)
    await ask()
    assert.equal(made, 1)
  })

  test('The cache stays within its size: the least recently used entry is evicted first', async () => {
    for (const name of ['a', 'b', 'c']) await askTwice(`/${name}`, name, END, 'x'.repeat(20_000))
    assert.ok(shelf.get('/a'))
    await askTwice('/d', 'd', END, 'x'.repeat(20_000))
    assert.deepEqual(
      ['/a', '/b', '/c', '/d'].map((address) => shelf.get(address) !== undefined),
      [true, false, true, true],
    )
  })

  test('A cache of size 0 stores nothing', async () => {
    shelf = createResponseCache({ bytes: 0, now: () => moment, generation: () => generation })
    await ask()
    await ask()
    assert.deepEqual([made, shelf.get('/a')], [2, undefined])
  })
})
