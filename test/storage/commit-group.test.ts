/** Transactions on SQLite that end in the same turn of the event loop. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { createCommitGroup } from '../../src/storage/sqlite/commit-group.ts'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'

const open = (file: string): Sqlite.Database => new (loadSqlite())(file)

describe('A commit group on SQLite', () => {
  let folder: string
  let handle: Sqlite.Database
  let other: Sqlite.Database
  let commits: number
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
    handle = open(join(folder, 'test.db'))
    handle.pragma('journal_mode = WAL')
    handle.exec('create table numbers (n integer primary key)')
    other = open(join(folder, 'test.db'))
    commits = 0
  })
  afterEach(() => {
    handle.close()
    other.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const createGroup = (beforeCommit = () => {}) =>
    createCommitGroup(handle, () => {
      commits++
      beforeCommit()
    })
  const insert = (n: number) => handle.exec(`insert into numbers values (${n})`)
  /** The numbers that another connection sees. */
  const readNumbers = () => other.prepare<[], number>('select n from numbers order by n').pluck().all()

  test('Transactions of one turn are committed once, and resolve when others can see them', async () => {
    const group = createGroup()
    const committed = [1, 2, 3].map((n) => {
      const transaction = group.begin()
      insert(n)
      return transaction.commit()
    })
    assert.deepEqual(readNumbers(), [])
    await Promise.all(committed)
    assert.deepEqual(readNumbers(), [1, 2, 3])
    assert.equal(commits, 1)
  })

  test('A transaction that is rolled back leaves the others of its group', async () => {
    const group = createGroup()
    const first = group.begin()
    insert(1)
    const committed = first.commit()
    const second = group.begin()
    insert(2)
    second.rollback()
    const third = group.begin()
    insert(3)
    await Promise.all([committed, third.commit()])
    assert.deepEqual(readNumbers(), [1, 3])
  })

  test('The first transaction of a group can be rolled back', async () => {
    const group = createGroup()
    const first = group.begin()
    insert(1)
    first.rollback()
    const second = group.begin()
    insert(2)
    await second.commit()
    assert.deepEqual(readNumbers(), [2])
  })

  test('The group waits for a transaction that takes longer than the turn', async () => {
    const group = createGroup()
    const first = group.begin()
    insert(1)
    const committed = first.commit()
    const second = group.begin()
    await setImmediate()
    await setImmediate()
    assert.deepEqual(readNumbers(), [])
    insert(2)
    second.rollback()
    await committed
    assert.deepEqual(readNumbers(), [1])
  })

  test('All transactions of a group fail if it cannot be committed, and the next group works', async () => {
    let isBroken = true
    const group = createGroup(() => {
      if (isBroken) throw new Error('no commit')
    })
    const write = (n: number) => {
      const transaction = group.begin()
      insert(n)
      return transaction.commit()
    }
    const results = await Promise.allSettled([write(1), write(2)])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    isBroken = false
    await write(3)
    assert.deepEqual(readNumbers(), [3])
  })

  test('After SQLite rolled back the group by itself, its transactions fail and no statement runs outside of one', async () => {
    const group = createGroup()
    const first = group.begin()
    insert(1)
    const committed = first.commit()
    const second = group.begin()
    // As SQLite does when the disk is full.
    handle.exec('rollback')
    const failure = new Error('full')
    second.recordError(failure)
    assert.throws(() => second.assertIntact(), failure)
    second.rollback()
    await assert.rejects(committed, failure)
    const third = group.begin()
    insert(3)
    await third.commit()
    assert.deepEqual(readNumbers(), [3])
  })
})
