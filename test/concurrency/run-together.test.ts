import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { runTogether } from '../../src/base/concurrency/run-together.ts'

test('The results have the order of the parts', async () => {
  const slow = setImmediate('slow')
  assert.deepEqual(await runTogether([slow, undefined, Promise.resolve('fast')]), ['slow', undefined, 'fast'])
})

test('The first error is thrown once all parts have ended', async () => {
  const ended: string[] = []
  const run = async (name: string, turns: number, error?: Error) => {
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    ended.push(name)
    if (error) throw error
  }
  const parts = [run('late failure', 2, new Error('late')), run('failure', 1, new Error('early')), run('other', 3)]
  await assert.rejects(runTogether(parts), /^Error: early$/)
  assert.deepEqual(ended, ['failure', 'late failure', 'other'])
})
