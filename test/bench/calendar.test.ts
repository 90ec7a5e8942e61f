import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'calends-bench-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** With a separate folder for temporary files, so that nothing is kept and remaining files are noticed. */
function bench(...args: readonly string[]) {
  const script = join(import.meta.dirname, '..', '..', 'bench', 'suites', 'calendar.ts')
  const options = { env: { ...process.env, TMPDIR: folder }, timeout: 120_000 }
  return spawnSync(process.execPath, [...process.execArgv, script, ...args], options)
}

test('A short run on a small calendar measures every row with its limits and writes them', () => {
  const file = join(folder, 'result', 'small.json')
  const { status, stdout, stderr } = bench('--events=300', '--rounds=1', '--seconds=0.02', `--json=${file}`)
  assert.equal(status, 0, String(stderr))
  const { rows, others, events, engine, memory } = JSON.parse(readFileSync(file, 'utf8'))
  assert.deepEqual([engine, events], ['sqlite', 300])
  for (const { name, connections, speeds } of rows) {
    assert.ok(speeds.length > 1, name)
    for (const { rate, p50, p99, ratio, bytes } of speeds)
      assert.ok(connections > 0 && rate > 0 && p50 > 0 && p99 >= p50 && ratio > 0 && bytes > 100, `${name}: ${p50}`)
    assert.ok(String(stdout).includes(name), name)
  }
  for (const start of [
    'hot',
    'the same, not modified',
    'varied',
    'random single',
    'creations, one',
    'creations, 16',
    '95 %',
    '90 %',
  ])
    assert.ok(
      rows.some(({ name }: { name: string }) => name.startsWith(start)),
      start,
    )
  assert.deepEqual(
    others.map(({ unit }: { unit: string }) => unit),
    ['s', 'events/s'],
  )
  if (existsSync('/proc/self/status')) assert.ok(memory.afterAll.resident > 10)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('calends-bench-') && name !== 'calends-bench-cache'),
    [],
  )
})

test('calendar.ts exits with code 1 for an option that is not a number', () => {
  const { status, stderr } = bench('--events=many')
  assert.equal(status, 1)
  assert.match(String(stderr), /Invalid value for --events/)
})
