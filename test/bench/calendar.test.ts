import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'

describe('The bench of the calendar', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-bench-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** With a separate folder for temporary files, so that no calendar is reused and remaining files are noticed. */
  function bench(...args: readonly string[]) {
    const script = join(import.meta.dirname, '..', '..', 'bench', 'suites', 'calendar.ts')
    const options = { env: { ...process.env, TMPDIR: folder }, timeout: 120_000 }
    return spawnSync(process.execPath, [...process.execArgv, script, ...args], options)
  }

  /** Groups of rows by the start of their names. */
  const ROWS = [
    ...['cached page', 'the same with If-None-Match', 'the same, signed in', '48 different lists, first request'],
    ...['48 different lists, repeated', '30 single events, first request', '30 single events, repeated'],
    ...['month page (HTML), first', 'list page (HTML), repeated', 'event page (HTML)', 'creations, one'],
    ...['creations, 16', '90 % lists'],
  ]

  test('A short run on a small calendar measures every row with its baselines, writes them, and checks their ratios', () => {
    const [file, ratios] = [join(folder, 'result', 'small.json'), join(folder, 'ratios.json')]
    writeFileSync(ratios, JSON.stringify({ 'sqlite-300': { 'an unknown row': 1 } }))
    const short = ['--events=300', '--rounds=1', '--seconds=0.02', `--json=${file}`, `--ratios=${ratios}`, '--check']
    const { status, stdout, stderr } = bench(...short)
    assert.equal(status, 1, String(stderr))
    assert.match(String(stdout), /an unknown row: not measured, before 1/)
    const { rows, others, events, engine, memory } = JSON.parse(readFileSync(file, 'utf8'))
    assert.deepEqual([engine, events], ['sqlite', 300])
    for (const { name, connections, speeds } of rows) {
      assert.equal(speeds.length > 1, !name.includes('HTML'), name)
      for (const { rate, p50, p99, ratio, bytes } of speeds)
        assert.ok(connections > 0 && rate > 0 && p50 > 0 && p99 >= p50 && ratio > 0 && bytes > 100, `${name}: ${p50}`)
      assert.ok(String(stdout).includes(name), name)
    }
    for (const start of ROWS)
      assert.ok(
        rows.some(({ name }: { name: string }) => name.startsWith(start)),
        start,
      )
    assert.deepEqual(
      others.map(({ unit }: { unit: string }) => unit),
      ['ms', 'MB/s', 's', 's'],
    )
    if (existsSync('/proc/self/status')) assert.ok(memory.resident > 10)
    const remaining = readdirSync(folder).filter((name) => name.startsWith('calends-bench-'))
    assert.deepEqual(remaining, ['calends-bench-cache'])
  })

  test('calendar.ts exits with code 1 for an option that is not a number', () => {
    const { status, stderr } = bench('--events=many')
    assert.equal(status, 1)
    assert.match(String(stderr), /Invalid value for --events/)
  })
})
