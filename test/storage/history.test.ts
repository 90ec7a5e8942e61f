/** When a state of the database counts as another history, whatever is written while it is read. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { NO_ANCHOR_FILE } from '../../src/storage/anchor-file.ts'
import { type BusFeed, createBus } from '../../src/storage/bus.ts'
import { createHistory, type History, type HistorySource } from '../../src/storage/history.ts'
import type { DatabaseState, IdentityChange } from '../../src/storage/identity.ts'

describe('the history of a database', () => {
  let bus: BusFeed
  let history: History
  let written: IdentityChange[]
  /** What the log says, by number. */
  let log: string[]
  let identity: Pick<DatabaseState, 'epoch' | 'since' | 'place' | 'storedPlace'>
  beforeEach(() => {
    bus = createBus()
    history = createHistory({ bus, anchors: NO_ANCHOR_FILE, now: () => '2027-01-01 00:00:00' })
    written = []
    log = ['', 'event 1', 'event 2']
    identity = { epoch: 'aa', since: '', place: '1:2', storedPlace: '1:2' }
  })

  const stateAt = (anchor: number): DatabaseState => {
    const seq = log.length - 1
    return { ...identity, seq, mark: log[seq] ?? '', oldest: seq > 0 ? 1 : 0, anchorMark: log[anchor] ?? null }
  }
  const source: HistorySource = {
    read: async (anchor) => stateAt(anchor),
    write: async (change) => {
      written.push(change)
      identity = { ...identity, ...change.to, storedPlace: change.to.place }
    },
  }
  /** A change of the process itself. */
  const add = (mark: string) => {
    log.push(mark)
    history.see({ epoch: identity.epoch, seq: log.length - 1, mark })
    bus.raise(log.length - 1)
  }
  const current = () => [bus.current().epoch, bus.current().seq]

  test('is the same one when changes are written while a state is read, and after', async () => {
    await history.look(source)
    add('event 3')
    const read: HistorySource['read'] = async (anchor) => {
      const state = stateAt(anchor)
      add('event 4')
      add('event 5')
      return state
    }
    await history.look({ ...source, read })
    await history.look(source)
    assert.deepEqual([written, current()], [[], ['aa', 5]])
  })

  test('is another one when the newest change says something else', async () => {
    await history.look(source)
    log = ['', 'event 1', 'event 7', 'event 8']
    await history.look(source)
    assert.equal(written.length, 1)
    const epoch = written[0]?.to.epoch
    assert.deepEqual([current(), bus.current().since], [[epoch, 3], '2027-01-01 00:00:00'])
    await history.look(source)
    assert.equal(written.length, 1)
  })

  test('is in doubt while the new epoch cannot be written', async () => {
    await history.look(source)
    assert.equal(bus.isCertain(), true)
    log.pop()
    const write = () => Promise.reject(new Error('full'))
    await assert.rejects(history.look({ ...source, write }), /full/)
    assert.deepEqual([bus.isCertain(), bus.isDoubted()], [false, true])
    await history.look(source)
    assert.deepEqual([bus.isCertain(), bus.isDoubted(), current()[1]], [true, false, 1])
  })

  test('takes over the epoch that another process has written', async () => {
    await history.look(source)
    log = ['', 'venue 1']
    identity = { ...identity, epoch: 'bb' }
    await history.look(source)
    assert.deepEqual([written, current()], [[], ['bb', 1]])
  })

  test('fills in the place once, and goes on where that is refused', async () => {
    identity = { ...identity, place: '1::3', storedPlace: '' }
    let tries = 0
    const write = async () => {
      tries++
      throw new Error('read only')
    }
    await history.look({ ...source, write })
    await history.look({ ...source, write })
    assert.deepEqual([tries, current()], [1, ['aa', 2]])
  })
})
