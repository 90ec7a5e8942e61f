/** Errors of background jobs that no promise carries. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createServeProcesses, type ServeProcesses, stopProcess } from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

/**
 * Runs in the process before the service: once it serves, the job that looks for abandoned files runs `fail` instead of
 * `readdir`.
 */
const preload = (fail: string) => {
  const script = `
    import fs from 'node:fs/promises'
    import { Readable } from 'node:stream'
    import { syncBuiltinESMExports } from 'node:module'
    const { readdir } = fs
    fs.readdir = async (path, options) => {
      const isServing = process.listenerCount('uncaughtException') > 0
      if (!isServing || !String(path).includes('uploads')) return readdir(path, options)
      ${fail}
    }
    syncBuiltinESMExports()`
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"` }
}

const FAILURES = {
  'throws in a timer': `setTimeout(() => { throw new Error('broken job') }); return new Promise(() => {})`,
  'throws in a timer after its end': `setTimeout(() => { throw new Error('broken job') }, 300); return []`,
  'leaves a rejection unhandled': `setTimeout(() => void Promise.reject(new Error('broken job')), 300); return []`,
  'emits an error of a stream that nothing listens to': `
    new Readable({ read() { this.destroy(new Error('broken job')) } }).resume()
    return new Promise(() => {})`,
}

describe('A background job', () => {
  let processes: ServeProcesses
  before(() => {
    processes = createServeProcesses()
  })
  after(() => processes.end())

  // One exception and one rejection in workers, whose process has the same listeners.
  for (const [name, fail] of Object.entries(FAILURES))
    for (const workers of ['throws in a timer', 'leaves a rejection unhandled'].includes(name) ? ['1', '2'] : ['1'])
      test(`A job that ${name} is logged once by its name, and the process continues (WORKERS=${workers})`, async () => {
        const running = await processes.start({ WORKERS: workers, ...preload(fail) })
        await waitUntil(async () => running.readOutput().includes('broken job'), 20_000)
        await pause(500)
        const lines = running.readOutput().match(/.*broken job.*/g) ?? []
        assert.equal(lines.length, 1, running.readOutput())
        assert.match(lines[0] ?? '', /"job":"clean-up"/)
        assert.doesNotMatch(running.readOutput(), /unhandled rejection|uncaught exception|worker exited/)
        assert.equal((await fetch(`${running.url}/healthz`)).status, 200)
        assert.equal(await stopProcess(running), 0)
      })
})
