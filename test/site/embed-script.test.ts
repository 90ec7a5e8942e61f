import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EVENT_FILTERS, LIST_FILTERS } from '../../src/pages/page-filters.ts'

test('The embed script accepts every filter of pages', () => {
  const script = readFileSync(join(import.meta.dirname, '..', '..', 'assets', 'embed.js'), 'utf8')
  const taken = /'([a-z_ ]+)'\.split\(/.exec(script)?.[1]?.split(' ')
  assert.deepEqual(taken?.slice().sort(), [...EVENT_FILTERS, ...LIST_FILTERS, 'limit'].sort())
})
