/** When a state of the database counts as another history, despite concurrent writes. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { NO_ANCHOR_FILE } from '../../src/storage/anchor-file.ts'
import { createChangeBus } from '../../src/storage/change-log/change-bus.ts'
import { createDatabaseHistory } from '../../src/storage/database-history.ts'
import type { DatabaseHistory, DatabaseState, IdentityChange, IdentityStore } from '../../src/storage/identity-types.ts'
import type { ChangeBusPublisher } from '../../src/storage/types.ts'

describe('The history of a database', () => {
  let bus: ChangeBusPublisher
  let history: DatabaseHistory
  let written: IdentityChange[]
  /** Contents of the change log, by number. */
  let log: string[]
  let identity: Pick<DatabaseState, 'epoch' | 'since' | 'place' | 'storedPlace'>
  beforeEach(() => {
    bus = createChangeBus()
    history = createDatabaseHistory({ bus, anchors: NO_ANCHOR_FILE, now: () => '2027-01-01 00:00:00' })
    written = []
    log = ['', 'event 1', 'event 2']
    identity = { epoch: 'aa', since: '', place: '1:2', storedPlace: '1:2' }
  })

  const stateAt = (anchor: number): DatabaseState => {
    const seq = log.length - 1
    return { ...identity, seq, mark: log[seq] ?? '', oldest: seq > 0 ? 1 : 0, anchorMark: log[anchor] ?? null }
  }
  const source: IdentityStore = {
    read: async (anchor) => stateAt(anchor),
    write: async (change) => {
      written.push(change)
      identity = { ...identity, ...change.to, storedPlace: change.to.place }
    },
  }
  /** A change by the process itself. */
  const add = (mark: string) => {
    log.push(mark)
    history.recordOwnChange({ epoch: identity.epoch, seq: log.length - 1, mark })
    bus.publish(log.length - 1)
  }
  const current = () => [bus.current().epoch, bus.current().seq]

  test('Changes written while a state is read, and later ones, continue the history', async () => {
    await history.refresh(source)
    add('event 3')
    const read: IdentityStore['read'] = async (anchor) => {
      const state = stateAt(anchor)
      add('event 4')
      add('event 5')
      return state
    }
    await history.refresh({ ...source, read })
    await history.refresh(source)
    assert.deepEqual([written, current()], [[], ['aa', 5]])
  })

  test('A different content of the newest change is another history', async () => {
    await history.refresh(source)
    log = ['', 'event 1', 'event 7', 'event 8']
    await history.refresh(source)
    assert.equal(written.length, 1)
    const epoch = written[0]?.to.epoch
    assert.deepEqual([current(), bus.current().since], [[epoch, 3], '2027-01-01 00:00:00'])
    await history.refresh(source)
    assert.equal(written.length, 1)
  })

  test('The history is uncertain while the new epoch cannot be written', async () => {
    await history.refresh(source)
    assert.equal(bus.isFresh(), true)
    log.pop()
    const write = () => Promise.reject(new Error('full'))
    await assert.rejects(history.refresh({ ...source, write }), /full/)
    assert.deepEqual([bus.isFresh(), bus.isInvalidated()], [false, true])
    await history.refresh(source)
    assert.deepEqual([bus.isFresh(), bus.isInvalidated(), current()[1]], [true, false, 1])
  })

  test('A process adopts the epoch that another process has written', async () => {
    await history.refresh(source)
    log = ['', 'venue 1']
    identity = { ...identity, epoch: 'bb' }
    await history.refresh(source)
    assert.deepEqual([written, current()], [[], ['bb', 1]])
  })

  test('The location is stored once, and an error in doing so is ignored', async () => {
    identity = { ...identity, place: '1::3', storedPlace: '' }
    let tries = 0
    const write = async () => {
      tries++
      throw new Error('read only')
    }
    await history.refresh({ ...source, write })
    await history.refresh({ ...source, write })
    assert.deepEqual([tries, current()], [1, ['aa', 2]])
  })
})
