/** Malformed requests to a serving process: it responds to them, and continues to run. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sendMalformedRequests } from '../helper/http/send-malformed.ts'
import { getSeed } from '../helper/properties/seeds.ts'
import { createServeProcesses, type ServeProcess, type ServeProcesses, stopProcess } from '../helper/serve-process.ts'

const REQUESTS = Number(process.env['STORM_REQUESTS'] ?? 5000)
const SEED = getSeed(2, 'STORM_SEED')

describe(`${REQUESTS} malformed requests`, () => {
  let processes: ServeProcesses
  let running: ServeProcess
  before(async () => {
    processes = createServeProcesses()
    running = await processes.start()
  })
  after(() => processes.end())

  for (const faults of [1, 2, 3, 4]) {
    test(`Requests with ${faults} faults each return a status below 500, or their connections are closed`, async () => {
      const origin = new URL(running.url).origin
      const counts = await sendMalformedRequests(origin, {
        seed: SEED + faults,
        requests: Math.ceil(REQUESTS / 4),
        faults,
      })
      assert.ok((counts['400'] ?? 0) > REQUESTS / 40, JSON.stringify(counts))
      assert.equal((await fetch(`${running.url}/healthz`)).status, 200)
      assert.equal(running.child.exitCode, null)
    })
  }

  test('The log contains no failure, and the process stops cleanly', async () => {
    assert.equal(await stopProcess(running), 0)
    assert.doesNotMatch(running.readOutput(), /unhandled|uncaught|"level":(?:50|60)/)
  })
})
