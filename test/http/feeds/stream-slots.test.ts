import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createStreamSlots } from '../../../src/http/response/stream-slots.ts'
import { Problem } from '../../../src/kernel/problem.ts'

const isOverloaded = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'overloaded' && error.details.retryAfter !== undefined

describe('Slots for streams', () => {
  test('The next waiting stream gets a slot as soon as one is released', async () => {
    const slots = createStreamSlots({ maxStreams: 1 })
    const first = await slots.take()
    const order: string[] = []
    const second = slots.take().then((slot) => {
      order.push('second')
      slot.release()
    })
    const third = slots.take().then((slot) => {
      order.push('third')
      slot.release()
    })
    await sleep(20)
    assert.deepEqual(order, [])
    first.release()
    await Promise.all([second, third])
    assert.deepEqual(order, ['second', 'third'])
  })

  test('Waiting ends with "overloaded" after its time limit, and is rejected when too many wait', async () => {
    const slots = createStreamSlots({ maxStreams: 1, waitMilliseconds: 300 })
    const first = await slots.take()
    const waiting = Promise.allSettled(Array.from({ length: 10 }, () => slots.take()))
    await assert.rejects(slots.take(), isOverloaded)
    for (const outcome of await waiting) assert.ok(outcome.status === 'rejected' && isOverloaded(outcome.reason))
    first.release()
    const next = await slots.take()
    next.release()
  })

  test('A stalled stream is aborted when another one waits; streams that are read or without competition are not', async () => {
    const slots = createStreamSlots({ maxStreams: 2, stalledMilliseconds: 400 })
    const stalled = await slots.take()
    const read = await slots.take()
    const reading = setInterval(read.touch, 50)
    await sleep(600)
    assert.deepEqual([stalled.signal.aborted, read.signal.aborted], [false, false])
    const next = await slots.take()
    clearInterval(reading)
    assert.deepEqual([stalled.signal.aborted, read.signal.aborted, next.signal.aborted], [true, false, false])
    // A stream that has ended does not count a second time.
    stalled.release()
    let isTaken = false
    const later = slots.take().then((slot) => {
      isTaken = true
      return slot
    })
    await sleep(50)
    assert.equal(isTaken, false)
    read.release()
    const last = await later
    last.release()
  })
})
