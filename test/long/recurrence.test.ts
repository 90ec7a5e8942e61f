import { test } from 'node:test'
import { getSeed } from '../helper/properties/seeds.ts'
import { compareRecurrences } from '../helper/series/compare-recurrences.ts'

test('10,000 random rules and zones produce the dates and instants of other implementations', () => {
  compareRecurrences(getSeed(3), 10_000)
})
