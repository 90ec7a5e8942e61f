import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectRatios, findLosses, formatLosses, keepBestRatios } from '../../bench/lib/ratios.ts'
import type { SpeedResult } from '../../bench/lib/rounds.ts'

const speed = (name: string, ratio: number): SpeedResult => ({
  ...{ name, ratio, rate: 100, p50: 1, p99: 2, cpu: 1, bytes: 500, generatorShare: 0.1 },
  kinds: [],
})

test('Every baseline of a row has a ratio, and a row or measurement without a baseline has none', () => {
  const rows = [
    { name: 'lists', connections: 16, speeds: [speed('calends', 1), speed('http', 0.03456), speed('sqlite', 0.5)] },
    { name: 'pages', connections: 1, speeds: [speed('calends', 1)] },
  ]
  const others = [
    { name: 'start', unit: 's', ours: 0.5, baseline: { name: 'node', value: 0.05 } },
    { name: 'feed', unit: 'ms', ours: 40 },
  ] as const
  assert.deepEqual(collectRatios(rows, others), {
    'lists, 16 connections / http': 0.0346,
    'lists, 16 connections / sqlite': 0.5,
    'start / node': 0.1,
  })
})

test('A ratio that falls by more than 20 % is a loss, a smaller fall and a rise are none', () => {
  const losses = findLosses({ a: 0.5, b: 0.5, c: 0.5, d: 0.5 }, { a: 0.39, b: 0.41, c: 0.9, d: 0.5, e: 0.001 })
  assert.deepEqual(losses, [{ name: 'a', expected: 0.5, actual: 0.39 }])
})

test('A figure that is not measured any more is a loss', () => {
  const losses = findLosses({ a: 0.5 }, {})
  assert.deepEqual(losses, [{ name: 'a', expected: 0.5, actual: undefined }])
  assert.match(formatLosses(losses), /20 %:\n {2}a: not measured, before 0.5/)
})

test('A figure is no loss if one of two measurements is sufficient', () => {
  const best = keepBestRatios({ a: 0.2, b: 0.5 }, { a: 0.6 })
  assert.deepEqual(best, { a: 0.6, b: 0.5 })
  assert.equal(formatLosses(findLosses({ a: 0.5, b: 0.5 }, best)), 'no ratio fell by more than 20 %')
})
