import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRemainingTime } from '../../src/base/cli/remaining-time.ts'

test('The remaining time is estimated from what this run has processed', () => {
  let now = 0
  const estimate = createRemainingTime(() => now)
  assert.equal(estimate(5000, 10_000), '')
  now = 10_000
  assert.equal(estimate(5500, 10_000), '2 min left')
  assert.equal(estimate(9500, 10_000), '2 s left')
  assert.equal(estimate(10_000, 10_000), '')
  now = 100_000
  assert.equal(estimate(5010, 10_000), '13 h 52 min left')
})
