/** Restarts under load: no request that was sent is lost. */
import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../helper/free-port.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  type ServeProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const CLIENTS = 20
const RESTARTS = 3
const EVENTS = '/api/cal/events/v1/events'
const EVENT = JSON.stringify({ title: 'Kept', start_date: '2027-03-01', end_date: '2027-03-01' })

/** Results of one client on its keep-alive connection. */
interface ClientReport {
  completed: number
  /** Connections that were refused: no process listened, and nothing was sent. */
  refused: number
  readonly lost: string[]
}

/** A connection that was idle for more than a second may be closed. */
const describeLoss = (error: unknown, idle: number, waited: number): string =>
  `${error}, sent ${Math.round(idle)} ms after the response before it, ${Math.round(waited)} ms ago`

function createClient(port: number, authorization: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const report: ClientReport = { completed: 0, refused: 0, lost: [] }
  const send = (method: string, path: string, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        authorization,
        ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      }
      const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
        response.on('error', reject)
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.resume()
      })
      request.on('error', reject)
      request.end(body)
    })
  return {
    report,
    /** Sends requests with short pauses until stopped. */
    run: async (isOn: () => boolean, writes: boolean) => {
      let respondedAt = performance.now()
      while (isOn()) {
        const sentAt = performance.now()
        try {
          const status = writes ? await send('POST', EVENTS, EVENT) : await send('GET', `${EVENTS}?per_page=3`)
          if (status >= 500) report.lost.push(String(status))
          report.completed++
          respondedAt = performance.now()
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
          if (code === 'ECONNREFUSED') report.refused++
          else report.lost.push(describeLoss(error, sentAt - respondedAt, performance.now() - sentAt))
        }
        await pause(Math.random() * 20)
      }
      agent.destroy()
    },
  }
}

describe('A restart with WORKERS=2', () => {
  let processes: ServeProcesses
  let env: Readonly<Record<string, string>>
  let running: ServeProcess
  let authorization: string
  before(async () => {
    processes = createServeProcesses({ WORKERS: '2', LOG_LEVEL: 'info' })
    env = { PORT: String(await findFreePort()) }
    running = await processes.start(env)
    authorization = createBasicAuth(findSecret(running.printed))
  })
  after(async () => {
    if (running) await stopProcess(running)
    processes.end()
  })

  /** Restarts several times under the load of all clients. Returns what the clients report. */
  async function restartUnderLoad(restart: () => Promise<void>): Promise<readonly ClientReport[]> {
    let isOn = true
    const clients = Array.from({ length: CLIENTS }, () => createClient(Number(env['PORT']), authorization))
    const done = clients.map((client, index) => client.run(() => isOn, index % 4 === 0))
    /** Each client has had a response since, so it has a connection. */
    const waitForResponses = () => {
      const before = clients.map(({ report }) => report.completed)
      return waitUntil(
        async () => clients.every(({ report }, index) => report.completed > (before[index] ?? 0) + 1),
        60_000,
      )
    }
    for (let n = 0; n < RESTARTS; n++) {
      await waitForResponses()
      await restart()
    }
    await waitForResponses()
    isOn = false
    await Promise.all(done)
    return clients.map(({ report }) => report)
  }

  const listLost = (reports: readonly ClientReport[]) => reports.flatMap(({ lost }) => lost)

  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    test(`${signal} lets every request finish that 20 keep-alive clients have sent`, async () => {
      const reports = await restartUnderLoad(async () => {
        running.child.kill(signal)
        assert.equal(await running.ended, 0)
        running = await processes.start(env)
      })
      assert.deepEqual(listLost(reports), [])
      for (const { completed, refused } of reports)
        assert.ok(completed > RESTARTS && refused > 0, `${completed}, ${refused}`)
    })
  }

  test('SIGUSR2 replaces the workers without a refused or lost request of 20 keep-alive clients', async () => {
    const countReplaced = () => running.readOutput().split('all workers are replaced').length - 1
    const countStarted = () => new Set(running.readOutput().match(/"pid":\d+/g)).size
    const [replacedBefore, startedBefore] = [countReplaced(), countStarted()]
    let restarts = 0
    const reports = await restartUnderLoad(async () => {
      restarts++
      running.child.kill('SIGUSR2')
      await waitUntil(async () => countReplaced() === replacedBefore + restarts, 60_000)
    })
    assert.deepEqual(listLost(reports), [])
    assert.deepEqual(new Set(reports.map(({ refused }) => refused)), new Set([0]))
    assert.ok(countStarted() >= startedBefore + RESTARTS * 2 - 1, running.readOutput().slice(-500))
  })
})
