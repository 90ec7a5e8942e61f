import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openStream } from '../../src/http/streaming.ts'
import { until } from '../helper/until.ts'

for (const encoding of [undefined, 'gzip', 'br'] as const) {
  describe(`a body made while it is sent, ${encoding ?? 'as it is'}`, () => {
    test('lets go of what it reads from when nobody takes the rest', async () => {
      let isLetGo = false
      async function* chunks() {
        try {
          while (true) yield 'x'.repeat(100_000)
        } finally {
          isLetGo = true
        }
      }
      const body = await openStream({ chunks, encoding })
      for await (const _ of body) break
      await until(() => isLetGo, 5000)
    })

    test('fails at once, or with an error of the stream', async () => {
      async function* atOnce() {
        yield* []
        throw new Error('at once')
      }
      async function* later() {
        yield 'x'
        throw new Error('later')
      }
      await assert.rejects(openStream({ chunks: atOnce, encoding }), /at once/)
      const body = await openStream({ chunks: later, encoding })
      await assert.rejects(async () => {
        for await (const _ of body);
      }, /later/)
    })
  })
}
