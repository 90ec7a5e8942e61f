/** The list of deliberate faults fits the sources. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { countOccurrences } from './count-occurrences.ts'
import { MUTATIONS } from './mutations.ts'

const ROOT = join(import.meta.dirname, '..', '..')

test('Each deliberate fault has one place in the sources and tests that exist', () => {
  assert.ok(MUTATIONS.length >= 30)
  for (const { name, file, find, replace, tests, pattern } of MUTATIONS) {
    assert.equal(countOccurrences(readFileSync(join(ROOT, file), 'utf8'), find), 1, `${name}: ${file}`)
    assert.notEqual(find, replace, name)
    assert.ok(tests.length > 0, name)
    for (const path of tests) {
      assert.ok(existsSync(join(ROOT, path)), `${name}: ${path}`)
      if (pattern !== undefined)
        assert.ok(readFileSync(join(ROOT, path), 'utf8').includes(pattern), `${name}: ${pattern}`)
    }
  }
  assert.equal(new Set(MUTATIONS.map(({ name }) => name)).size, MUTATIONS.length)
})
