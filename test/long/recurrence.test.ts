import { test } from 'node:test'
import { compareRecurrences } from '../helper/series/compare-recurrences.ts'

test('10,000 random rules and zones produce the dates and instants of other implementations', () => {
  compareRecurrences(Date.now() % 1_000_000, 10_000)
})
