import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findExpiredArchives, parseRetentionRule } from '../../src/features/backup/retention.ts'

const HOUR = 3_600_000
const parse = (text: string) => parseRetentionRule(text) ?? assert.fail(text)

/** Archives of every 6 hours, newest first. */
const archives = (count: number, newest = Date.parse('2026-11-22T20:00:00Z')) =>
  Array.from({ length: count }, (_, index) => {
    const created = newest - index * 6 * HOUR
    return { created, name: new Date(created).toISOString().slice(0, 13) }
  })

const listRetained = (count: number, rule: string): readonly string[] => {
  const all = archives(count)
  const expired = new Set(findExpiredArchives(all, parse(rule)))
  return all.filter((archive) => !expired.has(archive)).map(({ name }) => name)
}

describe('Retention of backups', () => {
  test('The newest backup of each day, ISO week and month is retained', () => {
    assert.deepEqual(listRetained(400, '3d,2w,3m'), [
      '2026-11-22T20',
      '2026-11-21T20',
      '2026-11-20T20',
      '2026-11-15T20',
      '2026-10-31T20',
      '2026-09-30T20',
    ])
  })

  test('Hours and years count as well', () => {
    assert.deepEqual(listRetained(1500, '2h,2y'), ['2026-11-22T20', '2026-11-22T14', '2025-12-31T20'])
  })

  test('Periods without a backup do not count, so that a stopped service loses no backups', () => {
    const old = archives(4, Date.parse('2020-01-01T00:00:00Z'))
    assert.equal(findExpiredArchives([...archives(1), ...old], parse('7d')).length, 2)
  })

  test('The newest backup is always retained', () => {
    assert.deepEqual(findExpiredArchives(archives(1), parse('1y')), [])
  })

  test('Invalid rules are rejected', () => {
    for (const text of ['', '7', '0d', '7d,7d', '7x', 'd', '-1d'])
      assert.equal(parseRetentionRule(text), undefined, text)
  })
})
