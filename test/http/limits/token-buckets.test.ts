import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTokenBuckets, type TokenBuckets } from '../../../src/http/limits/token-buckets.ts'

const RATE = 10
const BURST = 50

describe('Token buckets', () => {
  let now = 0
  const options = { rate: RATE, burst: BURST, topic: 'x', now: () => now }
  const takeMany = ({ take }: TokenBuckets, client: string, count: number): number =>
    Array.from({ length: count }, () => take(client)).filter((seconds) => seconds === 0).length

  test('A client may take a burst, then the rate; others are not affected', (context) => {
    now = 0
    const buckets = createTokenBuckets({ ...options, broadcast: undefined })
    context.after(buckets.close)
    assert.equal(takeMany(buckets, 'a', 100), BURST)
    assert.equal(buckets.take('a'), 1 / RATE)
    assert.equal(takeMany(buckets, 'b', 1), 1)
    now = 1000
    assert.equal(takeMany(buckets, 'a', 100), RATE)
    now = 1_000_000
    assert.equal(takeMany(buckets, 'a', 100), BURST)
  })

  test('Workers share the tokens of a client', (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    now = 0
    const listeners: ((body: unknown) => void)[] = []
    const workers = [0, 1].map((number) =>
      createTokenBuckets({
        ...options,
        broadcast: {
          send: (_topic, body) => listeners[1 - number]?.(JSON.parse(JSON.stringify(body))),
          listen: (_topic, listener) => listeners.push(listener),
        },
      }),
    )
    const [first, second] = workers
    assert.ok(first && second)
    assert.equal(takeMany(first, 'a', 40), 40)
    context.mock.timers.tick(100)
    assert.equal(takeMany(second, 'a', 40), BURST - 40)
    context.mock.timers.tick(100)
    assert.equal(takeMany(first, 'a', 40), 0)
    for (const body of [undefined, 'x', [['a']], [[1, 2]], [['a', -50]]]) listeners[0]?.(body)
    assert.equal(takeMany(first, 'a', 1), 0, 'invalid messages add no tokens')
    now = 60_000
    context.mock.timers.tick(10_000)
    assert.equal(takeMany(first, 'a', 100), BURST)
    for (const { close } of workers) close()
  })
})
