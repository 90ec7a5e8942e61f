import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createResponseCache, type ResponseCache } from '../../../src/http/cache/response-cache.ts'
import { createHttpResponse, type HttpResponse } from '../../../src/http/response/http-response.ts'
import { createFragment } from '../../../src/presenters/json-fragment.ts'
import type { Generation } from '../../../src/storage/core/types.ts'

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((seq): Generation => ({ epoch: 'e', seq, since: '' }))
const END = '2026-11-21 23:59:59'

describe('the shelf', () => {
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

  /** What is asked for once is not kept. */
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

  test('a hundred equal questions of one moment cost one computation', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask()))
    assert.deepEqual([made, new Set(answers).size], [1, 1])
  })

  test('what was made is at hand for every address that means it', async () => {
    await askTwice('/a')
    await ask('/a?x=1')
    assert.equal(made, 2)
    for (const address of ['/a', '/a?x=1']) assert.ok(shelf.get(address))
    assert.equal(shelf.get('/b'), undefined)
  })

  test('what is asked for once, as by those who walk through all pages, is not kept', async () => {
    await ask()
    assert.equal(shelf.get('/a'), undefined)
    await ask()
    assert.ok(shelf.get('/a'))
    generation = SECOND
    await ask()
    assert.ok(shelf.get('/a'), 'what was asked for before is kept at once after a write')
  })

  test('a write ends everything, also what is being made', async () => {
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

  test('it ends by its time, and does not count before it was made', async () => {
    await askTwice('/a', 'a', moment)
    assert.ok(shelf.get('/a'))
    moment = '2026-11-21 12:00:01'
    assert.equal(shelf.get('/a'), undefined)
    await ask()
    assert.ok(shelf.get('/a'))
    moment = '2026-11-21 11:00:00'
    assert.equal(shelf.get('/a'), undefined)
  })

  test('while nobody knows what was written, nothing is kept or shown', async () => {
    await ask()
    generation = undefined
    assert.equal(shelf.get('/a'), undefined)
    await ask()
    generation = FIRST
    await ask('/b', 'b', 'never')
    assert.deepEqual([made, shelf.get('/b')], [3, undefined])
  })

  test('a failure is nobody else’s', async () => {
    const failing = shelf.getOrCompute({ url: '/a', key: 'a', language: 'en' }, () => Promise.reject(new Error('away')))
    await assert.rejects(failing, /away/)
    await ask()
    assert.equal(made, 1)
  })

  test('it weighs no more than it may: what was not asked for longest goes first', async () => {
    for (const name of ['a', 'b', 'c']) await askTwice(`/${name}`, name, END, 'x'.repeat(20_000))
    assert.ok(shelf.get('/a'))
    await askTwice('/d', 'd', END, 'x'.repeat(20_000))
    assert.deepEqual(
      ['/a', '/b', '/c', '/d'].map((address) => shelf.get(address) !== undefined),
      [true, false, true, true],
    )
  })

  test('of no size it keeps nothing', async () => {
    shelf = createResponseCache({ bytes: 0, now: () => moment, generation: () => generation })
    await ask()
    await ask()
    assert.deepEqual([made, shelf.get('/a')], [2, undefined])
  })
})
