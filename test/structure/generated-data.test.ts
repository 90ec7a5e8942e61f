/** Generated test data is the same on every run of `npm test` and other data in `npm run test:full`. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fc, getSeed } from '../helper/properties/seeds.ts'

const TESTS = join(import.meta.dirname, '..')
const IMPORT = /^(?:import|export) .* from 'fast-check'$/m

test('Tests import fast-check with the common settings of test/helper/properties/seeds.ts', () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const importers = files.filter((name) => IMPORT.test(readFileSync(join(TESTS, name), 'utf8')))
  assert.deepEqual(importers, [join('helper', 'properties', 'seeds.ts')])
})

test('A maximal length is reached, and an environment variable replaces a seed', () => {
  const lengths = fc.sample(fc.string({ maxLength: 400 }), 100).map((text) => text.length)
  assert.ok(lengths.some((length) => length > 200))
  assert.equal(getSeed(5), getSeed(4) + 1)
  process.env['ANY_SEED'] = '12'
  assert.equal(getSeed(5, 'ANY_SEED'), 12)
  assert.equal(getSeed(5, 'OTHER_SEED'), getSeed(5))
})
