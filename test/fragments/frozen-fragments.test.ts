import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { renderSampleFragments } from '../../scripts/generate/frozen-fragments.ts'

/** Stored fragments with changed texts would remain in use without a new version. */
test('The JSON of records changes only with a new PRESENTER_VERSION: then run npm run generate -- frozen-fragments', () => {
  const frozen: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'frozen.json'), 'utf8'))
  assert.deepEqual(renderSampleFragments(), frozen)
})
