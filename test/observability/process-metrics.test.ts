/** `/metrics` of running processes: on its own port, and of several workers. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { openConnection } from '../helper/connection.ts'
import { findValue, type MetricSample, parseMetrics } from '../helper/monitoring/read-metrics.ts'
import { createServeProcesses, type ServeProcess, stopProcess } from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const TOKEN = 'a-token-for-tests-only'
const WORKERS = 2
const TIMEOUT = 60_000
const EVENTS = '/api/cal/events/v1/events'

/** A port that is free now. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function sendOnce(url: string, path: string) {
  const line = openConnection(url)
  return line.request('GET', path).finally(line.close)
}

const readText = async (url: string): Promise<string> =>
  (await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
const read = async (url: string): Promise<readonly MetricSample[]> => parseMetrics(await readText(url))
const countEvents = (samples: readonly MetricSample[]): number =>
  findValue(samples, 'calends_http_requests_total', { route: '/events' }) ?? 0

describe('Metrics of a single process', () => {
  const processes = createServeProcesses()
  after(() => processes.end())

  test('METRICS_PORT serves /metrics, which the public port does not', async () => {
    const port = await findFreePort()
    const running = await processes.start({ METRICS_PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    await sendOnce(running.url, EVENTS)
    assert.equal(countEvents(await read(`${url}/metrics`)), 1)
    assert.equal((await fetch(`${url}/`)).status, 404)
    assert.equal((await fetch(`${url}/metrics`, { method: 'POST' })).status, 405)
    assert.equal((await fetch(`${running.url}/metrics`)).status, 404)
    assert.equal(await stopProcess(running), 0)
    await assert.rejects(fetch(`${url}/metrics`))
  })

  test('METRICS_PORT requires the token if one is set, and a port that is in use prevents the start', async () => {
    const port = await findFreePort()
    const env = { METRICS_PORT: String(port), METRICS_TOKEN: TOKEN }
    const running = await processes.start(env)
    assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 401)
    assert.match(await readText(`http://127.0.0.1:${port}/metrics`), /calends_http_connections/)
    assert.equal((await fetch(`${running.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).status, 404)
    await assert.rejects(
      processes.start({ ...env, DATA_DIR: `${processes.folder}/b` }),
      /Set METRICS_PORT to another port/,
    )
    assert.equal(await stopProcess(running), 0)
  })
})

describe('Metrics of several workers', () => {
  const processes = createServeProcesses({ WORKERS: String(WORKERS), METRICS_TOKEN: TOKEN, LOG_LEVEL: 'info' })
  let running: ServeProcess
  before(async () => {
    running = await processes.start()
  })
  after(async () => {
    await stopProcess(running)
    processes.end()
  })

  const url = () => `${running.url}/metrics`
  /** Numbers and process ids of the workers that have responded. */
  const listWorkers = (): ReadonlyMap<number, number> =>
    new Map(
      running
        .readOutput()
        .split('\n')
        .filter((line) => line.endsWith('}') && line.includes('"msg":"answered"'))
        .map((line) => JSON.parse(line))
        .map(({ worker, pid }) => [worker, pid]),
    )
  async function requestEveryWorker(): Promise<void> {
    await waitUntil(async () => {
      await sendOnce(running.url, '/healthz').catch(() => {})
      return listWorkers().size === WORKERS
    }, TIMEOUT)
  }

  test('Each response contains the sums of all workers', async () => {
    await requestEveryWorker()
    const before = await read(url())
    for (let index = 0; index < 20; index++) await sendOnce(running.url, `${EVENTS}?page=1&x=${index}`)
    for (let index = 0; index < 4; index++) assert.equal(countEvents(await read(url())), countEvents(before) + 20)
  })

  test('A worker that was killed is counted, and sums do not decrease', async () => {
    await requestEveryWorker()
    const before = await read(url())
    const pid = listWorkers().get(2)
    assert.ok(pid)
    process.kill(pid, 'SIGKILL')
    await waitUntil(async () => {
      const samples = await read(url()).catch(() => [])
      return findValue(samples, 'calends_worker_restarts_total', { reason: 'exit' }) === 1
    }, TIMEOUT)
    const after = await read(url())
    assert.ok(countEvents(after) >= countEvents(before))
    assert.equal(findValue(after, 'calends_worker_restarts_total', { reason: 'hang' }), 0)
  })

  test('A worker that hangs delays the response, but does not prevent it', async () => {
    const { pid } = running.child
    assert.ok(pid)
    await waitUntil(async () => {
      await sendOnce(running.url, '/healthz').catch(() => {})
      return listWorkers().size === WORKERS
    }, TIMEOUT)
    const hungWorker = listWorkers().get(1)
    assert.ok(hungWorker)
    process.kill(hungWorker, 'SIGSTOP')
    await waitUntil(async () => {
      const samples = await Promise.race([
        read(url()).catch(() => []),
        new Promise<[]>((done) => setTimeout(done, 5000, [])),
      ])
      return findValue(samples, 'calends_worker_restarts_total', { reason: 'hang' }) === 1
    }, TIMEOUT)
  })
})
