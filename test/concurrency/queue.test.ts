import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createKeyedQueue, createQueue } from '../../src/base/concurrency/queue.ts'

/** Tasks that run until they are released, and the names of those that have started. */
function createTasks() {
  const started: string[] = []
  const releases = new Map<string, () => void>()
  const task = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => releases.set(name, () => resolve(name)))
  }
  const release = async (name: string) => {
    releases.get(name)?.()
    await setImmediate()
  }
  return { started, task, release }
}

describe('A queue', () => {
  test('A queue runs as many tasks at once as its concurrency, and the others in order', async () => {
    const { started, task, release } = createTasks()
    const queue = createQueue({ concurrency: 2 })
    const results = ['a', 'b', 'c', 'd'].map((name) => queue.run(task(name)))
    assert.deepEqual([started, queue.size()], [['a', 'b'], 4])
    await release('b')
    assert.deepEqual(started, ['a', 'b', 'c'])
    for (const name of ['a', 'c', 'd']) await release(name)
    assert.deepEqual(await Promise.all(results), ['a', 'b', 'c', 'd'])
    assert.equal(queue.size(), 0)
  })

  test('A task that fails or throws does not stop the next', async () => {
    const queue = createQueue({ concurrency: 1 })
    const rejected = queue.run(() => Promise.reject(new Error('rejected')))
    const failing = queue.run(() => {
      throw new Error('thrown')
    })
    const fine = queue.run(async () => 'fine')
    await assert.rejects(rejected, /rejected/)
    await assert.rejects(failing, /thrown/)
    assert.equal(await fine, 'fine')
  })

  test('A full queue rejects a task at once, but not an urgent one, which runs first', async () => {
    const { started, task, release } = createTasks()
    const waiting = { limit: 1, createError: () => new Error('full') }
    const queue = createQueue({ concurrency: 1, waiting })
    const accepted = [queue.run(task('running')), queue.run(task('waiting'))]
    await assert.rejects(queue.run(task('rejected')), /full/)
    accepted.push(queue.run(task('urgent'), { isUrgent: true }))
    for (const name of ['running', 'urgent', 'waiting']) await release(name)
    assert.deepEqual(started, ['running', 'urgent', 'waiting'])
    assert.deepEqual(await Promise.all(accepted), ['running', 'waiting', 'urgent'])
  })

  test('Tasks of one key wait for each other, and those of different keys do not', async () => {
    const { started, task, release } = createTasks()
    const run = createKeyedQueue({ concurrency: 1 })
    const results = [run('x', task('x1')), run('x', task('x2')), run('y', task('y1'))]
    assert.deepEqual(started, ['x1', 'y1'])
    for (const name of ['x1', 'x2', 'y1']) await release(name)
    assert.deepEqual(await Promise.all(results), ['x1', 'x2', 'y1'])
  })
})
