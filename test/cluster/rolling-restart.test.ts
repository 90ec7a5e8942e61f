import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRollingRestart, type ReplaceableWorker } from '../../src/process/rolling-restart.ts'

/** A worker that logs the requests of the supervisor, and ends when it is disconnected. */
function createWorker(name: string, log: string[], starts = true): ReplaceableWorker & { readonly name: string } {
  let end: (value?: unknown) => void = () => {}
  return {
    name,
    becameReady: Promise.resolve(starts).finally(() => log.push(`${name} ${starts ? 'serves' : 'fails'}`)),
    exit: new Promise((resolve) => {
      end = resolve
    }),
    close: async () => log.push(`${name} closes`),
    disconnect: () => end(log.push(`${name} ends`)),
  }
}

test('Each worker ends after its replacement serves, and before the next one is replaced', async () => {
  const log: string[] = []
  const [a, b] = [createWorker('a', log), createWorker('b', log)]
  const { restart, findReplacement } = createRollingRestart({
    listServing: () => [a, b],
    startReplacement: ({ name }) => createWorker(`new ${name}`, log),
    stopping: new AbortController().signal,
  })
  log.length = 0
  await restart()
  const expected = ['new a serves', 'a closes', 'a ends', 'new b serves', 'b closes', 'b ends']
  assert.deepEqual(
    log.filter((line) => !/^[ab] serves/.test(line)),
    expected,
  )
  assert.equal(findReplacement(a)?.name, 'new a')
})

test('A replacement that does not start leaves the old workers in service', async () => {
  const log: string[] = []
  const [a, b] = [createWorker('a', log), createWorker('b', log)]
  const { restart, findReplacement } = createRollingRestart({
    listServing: () => [a, b],
    startReplacement: ({ name }) => createWorker(`new ${name}`, log, false),
    stopping: new AbortController().signal,
  })
  await assert.rejects(restart(), /did not start/)
  assert.ok(!log.some((line) => line.endsWith('closes')), log.join())
  assert.equal(findReplacement(a), undefined)
})

test('A shutdown ends the restart', async () => {
  const log: string[] = []
  const stopping = new AbortController()
  const started: string[] = []
  const { restart } = createRollingRestart({
    listServing: () => [createWorker('a', log), createWorker('b', log)],
    startReplacement: ({ name }) => {
      started.push(name)
      stopping.abort()
      return createWorker(`new ${name}`, log)
    },
    stopping: stopping.signal,
  })
  await restart()
  assert.deepEqual(started, ['a'])
})
