import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { renderLimitsPage } from '../../scripts/generate/limits.ts'

test('docs/limits.md has every limit', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'limits.md'), 'utf8')
  assert.equal(page, renderLimitsPage(), 'run `npm run generate -- limits`')
})
