/** The monitoring guide lists every metric. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { METRIC_DEFINITIONS } from '../../src/observability/metrics/metric-definitions.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/monitoring.md'), 'utf8')

test('The guide names every metric with its labels', () => {
  for (const { name, labels } of METRIC_DEFINITIONS) {
    const row = guide.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``))
    assert.ok(row, name)
    for (const label of labels) assert.ok(row.includes(`\`${label}\``), `${name}: ${label}`)
  }
})
