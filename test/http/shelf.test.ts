import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Generation } from '../../src/actions/services.ts'
import { type Prepared, prepare } from '../../src/http/prepared.ts'
import { createShelf, type Shelf } from '../../src/http/shelf.ts'
import { plainText } from '../../src/present/json-text.ts'

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((seq): Generation => ({ epoch: 'e', seq, since: '' }))
const END = '2026-11-21 23:59:59'

describe('the shelf', () => {
  let moment: string
  let generation: Generation | undefined
  let made: number
  let shelf: Shelf

  const answer = (text: string): Prepared =>
    prepare({
      status: 200,
      headers: {},
      contentType: 'text/plain',
      body: plainText(text),
      isRead: true,
      revision: undefined,
      lastModified: undefined,
    })

  const ask = (address = '/a', key = 'a', until: string | 'never' = END, text = 'x'): Promise<Prepared> =>
    shelf.share({ address, key, language: 'en' }, async () => {
      made++
      await new Promise(setImmediate)
      return { prepared: answer(text), until: until === 'never' ? undefined : until }
    })

  /** What is asked for once is not kept. */
  const askTwice = async (...asked: Parameters<typeof ask>): Promise<Prepared> => {
    await ask(...asked)
    return ask(...asked)
  }

  beforeEach(() => {
    moment = '2026-11-21 12:00:00'
    generation = FIRST
    made = 0
    shelf = createShelf({ bytes: 100_000, now: () => moment, generation: () => generation })
  })

  test('a hundred equal questions of one moment cost one computation', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask()))
    assert.deepEqual([made, new Set(answers).size], [1, 1])
  })

  test('what was made is at hand for every address that means it', async () => {
    await askTwice('/a')
    await ask('/a?x=1')
    assert.equal(made, 2)
    for (const address of ['/a', '/a?x=1']) assert.ok(shelf.at(address))
    assert.equal(shelf.at('/b'), undefined)
  })

  test('what is asked for once, as by those who walk through all pages, is not kept', async () => {
    await ask()
    assert.equal(shelf.at('/a'), undefined)
    await ask()
    assert.ok(shelf.at('/a'))
    generation = SECOND
    await ask()
    assert.ok(shelf.at('/a'), 'what was asked for before is kept at once after a write')
  })

  test('a write ends everything, also what is being made', async () => {
    await ask()
    generation = SECOND
    assert.equal(shelf.at('/a'), undefined)
    const early = ask()
    generation = THIRD
    const late = ask()
    assert.notEqual(await early, await late)
    assert.equal(made, 3)
    assert.equal(shelf.at('/a'), await late)
  })

  test('it ends by its time, and does not count before it was made', async () => {
    await askTwice('/a', 'a', moment)
    assert.ok(shelf.at('/a'))
    moment = '2026-11-21 12:00:01'
    assert.equal(shelf.at('/a'), undefined)
    await ask()
    assert.ok(shelf.at('/a'))
    moment = '2026-11-21 11:00:00'
    assert.equal(shelf.at('/a'), undefined)
  })

  test('while nobody knows what was written, nothing is kept or shown', async () => {
    await ask()
    generation = undefined
    assert.equal(shelf.at('/a'), undefined)
    await ask()
    generation = FIRST
    await ask('/b', 'b', 'never')
    assert.deepEqual([made, shelf.at('/b')], [3, undefined])
  })

  test('a failure is nobody else’s', async () => {
    const failing = shelf.share({ address: '/a', key: 'a', language: 'en' }, () => Promise.reject(new Error('away')))
    await assert.rejects(failing, /away/)
    await ask()
    assert.equal(made, 1)
  })

  test('it weighs no more than it may: what was not asked for longest goes first', async () => {
    for (const name of ['a', 'b', 'c']) await askTwice(`/${name}`, name, END, 'x'.repeat(20_000))
    assert.ok(shelf.at('/a'))
    await askTwice('/d', 'd', END, 'x'.repeat(20_000))
    assert.deepEqual(
      ['/a', '/b', '/c', '/d'].map((address) => shelf.at(address) !== undefined),
      [true, false, true, true],
    )
  })

  test('of no size it keeps nothing', async () => {
    shelf = createShelf({ bytes: 0, now: () => moment, generation: () => generation })
    await ask()
    await ask()
    assert.deepEqual([made, shelf.at('/a')], [2, undefined])
  })
})
