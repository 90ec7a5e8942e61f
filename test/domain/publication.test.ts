import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Publication, resolvePublication } from '../../src/calendar/posts/publication-status.ts'
import { NEVER_PUBLISHED } from '../../src/kernel/post.ts'
import type { TimeContext } from '../../src/kernel/site.ts'
import type { Viewer } from '../../src/kernel/user.ts'

const clock: TimeContext = { now: '2026-11-21 03:00:00', zone: 'America/New_York', dayCutoff: '00:00' }
const later: TimeContext = { ...clock, now: '2026-12-01 00:00:00' }
const author: Viewer = { id: 3, role: 'author' }
const contributor: Viewer = { id: 4, role: 'contributor' }

type Input = Parameters<typeof resolvePublication>[0]
const created = (input: Input, viewer = author) => resolvePublication(input, undefined, viewer, clock)
const times = ({ date, date_utc }: Publication) => [date, date_utc]

describe('Status of a new record (wire-contract §15.1, Q6)', () => {
  const cases: readonly (readonly [Input['status'], string, string])[] = [
    [undefined, 'publish', 'draft'],
    ['publish', 'publish', 'pending'],
    ['draft', 'draft', 'draft'],
    ['pending', 'pending', 'pending'],
    ['private', 'private', 'pending'],
    ['trash', 'trash', 'pending'],
  ]
  for (const [requested, byAuthor, byContributor] of cases) {
    test(`The requested status ${requested ?? 'undefined'} becomes ${byAuthor} for authors and ${byContributor} for contributors`, () => {
      const input = requested ? { status: requested } : {}
      assert.equal(created(input).status, byAuthor)
      assert.equal(created(input, contributor).status, byContributor)
    })
  }

  test('A record with a future date is scheduled, and a scheduled one with a past date is published', () => {
    assert.equal(created({ date: '2030-01-01' }).status, 'future')
    assert.equal(created({ status: 'future', date: '2020-01-01' }).status, 'publish')
    assert.equal(created({ status: 'future' }).status, 'publish')
    assert.equal(created({ status: 'private', date: '2030-01-01' }).status, 'private')
  })
})

describe('Publication times', () => {
  test('By default both are the current time, in the time zone of the site and in UTC', () => {
    assert.deepEqual(times(created({})), ['2026-11-20 22:00:00', '2026-11-21 03:00:00'])
  })

  test('date_utc alone sets both, and may have an offset (wire-contract §6.2)', () => {
    assert.deepEqual(times(created({ date_utc: '2020-05-01T10:00:00+05:00' })), [
      '2020-05-01 01:00:00',
      '2020-05-01 05:00:00',
    ])
  })

  test('date and date_utc are stored unchanged if both are sent', () => {
    const given = { date: '2020-01-01 00:00:00', date_utc: '2021-01-01 00:00:00' }
    assert.deepEqual(times(created(given)), [given.date, given.date_utc])
  })

  test('A draft has no publication time unless date_utc is sent', () => {
    assert.equal(created({ status: 'draft' }).date_utc, NEVER_PUBLISHED)
    assert.equal(created({ status: 'draft', date_utc: '2020-05-01 10:00:00' }).date_utc, '2020-05-01 10:00:00')
  })

  test('modified is the actual time of the change (Q47)', () => {
    assert.equal(created({ date: '2020-01-01' }).modified_utc, clock.now)
  })

  test('An update without dates keeps them, and publishing a draft sets the current time', () => {
    const published = created({})
    assert.deepEqual(times(resolvePublication({}, published, author, later)), times(published))
    const draft = created({ status: 'draft' })
    assert.deepEqual(times(resolvePublication({ status: 'publish' }, draft, author, later)), [
      '2026-11-30 19:00:00',
      '2026-12-01 00:00:00',
    ])
  })

  test('A published record that becomes a draft loses its publication time', () => {
    assert.equal(resolvePublication({ status: 'draft' }, created({}), author, later).date_utc, NEVER_PUBLISHED)
  })
})

describe('The trash', () => {
  test('Trashing stores the previous status, and restoring clears it', () => {
    const trashed = resolvePublication({ status: 'trash' }, created({ status: 'private' }), author, later)
    assert.deepEqual([trashed.status, trashed.trashed_from], ['trash', 'private'])
    const again = resolvePublication({}, trashed, author, later)
    assert.deepEqual([again.status, again.trashed_from], ['trash', 'private'])
    const restored = resolvePublication({ status: 'publish' }, trashed, author, later)
    assert.deepEqual([restored.status, restored.trashed_from], ['publish', ''])
  })
})
