import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createHeartbeatMonitor } from '../../src/process/heartbeat.ts'

describe('The heartbeat monitor', () => {
  let moment: number
  let silent: string[]
  let monitor: ReturnType<typeof createHeartbeatMonitor>
  beforeEach(() => {
    moment = 0
    silent = []
    monitor = createHeartbeatMonitor(() => moment)
  })

  const worker = (name: string) => ({ onSilence: () => silent.push(name) })
  /** Advances the time as in a running process. */
  const pass = (milliseconds: number, each = () => {}) => {
    for (const end = moment + milliseconds; moment < end; ) {
      moment += 500
      each()
      monitor.check()
    }
  }

  test('The monitor reports a worker once, five seconds after its last beat', () => {
    const [responsive, hung] = [worker('lively'), worker('hung')]
    for (const one of [responsive, hung]) monitor.watch(one, 5000)
    pass(20_000, () => monitor.beat(responsive))
    assert.deepEqual(silent, ['hung'])
    assert.equal(moment, 20_000)
  })

  test('The monitor reports no worker before five seconds have passed', () => {
    const one = worker('one')
    monitor.watch(one, 60_000)
    monitor.beat(one)
    pass(4500)
    assert.deepEqual(silent, [])
    pass(1000)
    assert.deepEqual(silent, ['one'])
  })

  test('The monitor waits five more seconds for every worker after its own process was suspended', () => {
    const [responsive, hung] = [worker('lively'), worker('hung')]
    for (const one of [responsive, hung]) monitor.watch(one, 5000)
    pass(1000)
    moment += 60_000
    monitor.check()
    assert.deepEqual(silent, [])
    pass(5000, () => monitor.beat(responsive))
    assert.deepEqual(silent, ['hung'])
  })

  test('The monitor waits as long as a worker has requested, until its next beat', () => {
    const one = worker('one')
    monitor.watch(one, 5000)
    monitor.allow(one, 60_000)
    pass(30_000)
    assert.deepEqual(silent, [])
    monitor.beat(one)
    pass(6000)
    assert.deepEqual(silent, ['one'])
  })

  test('The monitor does not report a removed worker, even after further beats', () => {
    const one = worker('one')
    monitor.watch(one, 5000)
    monitor.forget(one)
    monitor.beat(one)
    pass(20_000)
    assert.deepEqual(silent, [])
  })

  test('The monitor waits for a starting worker for the configured time', () => {
    monitor.watch(worker('first'), Number.POSITIVE_INFINITY)
    monitor.watch(worker('other'), 120_000)
    pass(119_000)
    assert.deepEqual(silent, [])
    pass(2000)
    assert.deepEqual(silent, ['other'])
  })
})
