/** Multipart forms: contract 1.3. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMultipart, textFields } from '../../src/http/input.ts'

const read = (parts: readonly (readonly [string, string | Buffer])[]) => {
  const lines = parts.flatMap(([name, value]) => [
    Buffer.from(`--calends-form\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return readMultipart(
    Buffer.concat([...lines, Buffer.from('--calends-form--\r\n')]),
    'multipart/form-data; boundary=calends-form',
  )
}

const plain = (fields: unknown): unknown => JSON.parse(JSON.stringify(fields))

describe('a multipart form', () => {
  test('names its fields as queries do; of repeated names the last counts', async () => {
    const form = await read([
      ['title', 'a=1&b=%20+ü'],
      ['organizer[0][organizer]', 'Ann'],
      ['tags[]', 'x'],
      ['tags[]', 'y'],
      ['status', 'draft'],
      ['status', 'publish'],
    ])
    assert.deepEqual(plain(textFields(form)), {
      title: 'a=1&b=%20+ü',
      organizer: [{ organizer: 'Ann' }],
      tags: ['x', 'y'],
      status: 'publish',
    })
  })

  test('of a megabyte costs no more than it takes to arrive, in its texts and in its names', async () => {
    for (const form of [
      await read([['title', Buffer.alloc(1_000_000, 0xc3)]]),
      await read([['\u00fc'.repeat(500_000), 'title']]),
    ]) {
      assert.equal([...form].length, 1)
      const started = performance.now()
      textFields(form)
      assert.ok(performance.now() - started < 100)
    }
  })
})
