import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  EVENT_CARD_VARIABLES,
  EVENT_PAGE_VARIABLES,
  LIST_ROW_VARIABLES,
  PAGE_VARIABLES,
  SITE_VARIABLES,
} from '../../src/pages/theme/template-variables.ts'

test('The guide on themes lists the variables of templates, with their descriptions', () => {
  const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'guides', 'themes.md'), 'utf8')
  const rows = new Set(
    guide
      .split('\n')
      .filter((line) =>
        /^- `(?:language|site|text|page|languages|navigation|directories|feeds|slots|event)[`.[]/.test(line),
      ),
  )
  const tables = [SITE_VARIABLES, PAGE_VARIABLES, EVENT_PAGE_VARIABLES, LIST_ROW_VARIABLES, EVENT_CARD_VARIABLES]
  const expected = tables.flatMap((table) =>
    Object.entries(table).map(([name, description]) => `- \`${name}\`: ${description}`),
  )
  assert.deepEqual([...rows].sort(), [...new Set(expected)].sort())
})
