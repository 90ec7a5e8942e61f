/** Malformed requests to a process that serves: it answers them, and continues to run. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ServeProcess, type ServeProcesses, serveProcesses, stop } from '../helper/serve-process.ts'
import { sendStorm } from '../helper/storm.ts'

const REQUESTS = Number(process.env['STORM_REQUESTS'] ?? 5000)
const SEED = Number(process.env['STORM_SEED'] ?? 2)

describe(`${REQUESTS} malformed requests`, () => {
  let processes: ServeProcesses
  let running: ServeProcess
  before(async () => {
    processes = serveProcesses()
    running = await processes.start()
  })
  after(() => processes.end())

  for (const faults of [1, 2, 3, 4]) {
    test(`with ${faults} faults each are answered below 500, or their connections closed`, async () => {
      const origin = new URL(running.home).origin
      const counts = await sendStorm(origin, { seed: SEED + faults, requests: Math.ceil(REQUESTS / 4), faults })
      assert.ok((counts['400'] ?? 0) > REQUESTS / 40, JSON.stringify(counts))
      assert.equal((await fetch(`${running.home}/healthz`)).status, 200)
      assert.equal(running.child.exitCode, null)
    })
  }

  test('leave no failure in the log, and the process stops cleanly', async () => {
    assert.equal(await stop(running), 0)
    assert.doesNotMatch(running.said(), /unhandled|uncaught|"level":(?:50|60)/)
  })
})
