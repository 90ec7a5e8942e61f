import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openStream } from '../../../src/http/response/stream-body.ts'
import { createStreamSlots } from '../../../src/http/response/stream-slots.ts'
import { waitUntil } from '../../helper/until.ts'

const slots = () => createStreamSlots({ maxStreams: 1 })

for (const encoding of [undefined, 'gzip', 'br'] as const) {
  describe(`A streamed body, ${encoding ?? 'uncompressed'}`, () => {
    test('The stream closes its source when the client does not read the rest', async () => {
      let isClosed = false
      async function* chunks() {
        try {
          while (true) yield 'x'.repeat(100_000)
        } finally {
          isClosed = true
        }
      }
      const body = await openStream({ chunks, encoding }, slots())
      for await (const _ of body) break
      await waitUntil(() => isClosed, 5000)
    })

    test('The stream fails before its first chunk, or with an error of the stream', async () => {
      async function* atOnce() {
        yield* []
        throw new Error('at once')
      }
      async function* later() {
        yield 'x'
        throw new Error('later')
      }
      await assert.rejects(openStream({ chunks: atOnce, encoding }, slots()), /at once/)
      const body = await openStream({ chunks: later, encoding }, slots())
      await assert.rejects(async () => {
        for await (const _ of body);
      }, /later/)
    })
  })
}

test('Concurrent streams produce one chunk per turn of the event loop in total', async () => {
  const many = createStreamSlots({ maxStreams: 50 })
  let chunkCount = 0
  async function* chunks() {
    for (let index = 0; index < 5; index++) {
      chunkCount += 1
      yield 'x'
    }
  }
  const read = async () => {
    for await (const _ of await openStream({ chunks, encoding: undefined }, many));
  }
  const bodies = Array.from({ length: 50 }, read)
  let isDone = false
  const all = Promise.all(bodies).then(() => {
    isDone = true
  })
  let most = 0
  while (!isDone) {
    const before = chunkCount
    await setImmediate()
    most = Math.max(most, chunkCount - before)
  }
  await all
  assert.equal(chunkCount, 250)
  // The measurement is not exact: two turns may pass between two samples.
  assert.ok(most <= 2, `${most} in one turn`)
})
