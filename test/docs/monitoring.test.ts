/** The monitoring guide lists every metric; the alert rules and the dashboard use only metrics that exist. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { METRIC_DEFINITIONS } from '../../src/features/monitoring/metric-definitions.ts'

const root = join(import.meta.dirname, '../..')
const readText = (path: string): string => readFileSync(join(root, path), 'utf8')
const ALERTS = 'deploy/monitoring/alerts.yaml'

const guide = readText('docs/guides/monitoring.md')
const dashboard = JSON.parse(readText('deploy/monitoring/dashboard.json'))
const expressions: readonly string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
  targets.map(({ expr }) => expr),
)

test('The guide names every metric with its labels', () => {
  for (const { name, labels } of METRIC_DEFINITIONS) {
    const row = guide.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``))
    assert.ok(row, name)
    for (const label of labels) assert.ok(row.includes(`\`${label}\``), `${name}: ${label}`)
  }
})

test('Alert rules and the dashboard use only metrics of the guide, and the dashboard every one of them', () => {
  const known = new Set(guide.match(/calends_\w+/g))
  const listNames = (text: string) =>
    (text.match(/calends_\w+/g) ?? []).map((name) => name.replace(/(?<=_seconds)_(?:bucket|sum|count)$/, ''))
  const shown = new Set(listNames(expressions.join()))
  for (const name of [...listNames(readText(ALERTS)), ...shown]) assert.ok(known.has(name), name)
  const hidden = METRIC_DEFINITIONS.filter(({ name }) => !shown.has(name)).map(({ name }) => name)
  assert.deepEqual(hidden.sort(), [
    'calends_cache_entries',
    'calends_cache_evictions_total',
    'calends_job_last_run_timestamp_seconds',
    'calends_job_runs_total',
    'calends_job_seconds_total',
  ])
})

test('promtool accepts the alert rules and the expressions of the dashboard', (context) => {
  if (spawnSync('promtool', ['--version']).error) return context.skip('promtool is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'calends-rules-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const rules = expressions.map((expr, number) => ({
    record: `panel:${number}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }))
  const panels = join(folder, 'panels.json')
  // JSON is YAML.
  writeFileSync(panels, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  for (const file of [join(root, ALERTS), panels]) {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  }
})
