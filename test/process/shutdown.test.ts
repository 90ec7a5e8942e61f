/** Events that end a serving process, and events that must not end it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openRawConnection, type RawConnection } from '../helper/http/raw-http.ts'
import { createServeProcesses, type ServeProcess, type ServeProcesses, stopProcess } from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'calends.js')

/** A script that Node runs in the process before the service. */
const preload = (script: string) => ({ NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"` })

async function openConnections(running: ServeProcess, count: number): Promise<RawConnection[]> {
  const lines = await Promise.all(Array.from({ length: count }, () => openRawConnection(running.url)))
  for (const line of lines) line.send(HEALTH)
  for (const line of lines) assert.equal((await line.receive())?.status, 200)
  return lines
}

const waitForExit = (running: ServeProcess, milliseconds: number) =>
  Promise.race([running.ended, pause(milliseconds, 'late', { ref: false })])

describe('A serving process', () => {
  let processes: ServeProcesses
  before(() => {
    processes = createServeProcesses()
  })
  after(() => processes.end())

  for (const workers of ['1', '2']) {
    test(`SIGTERM ends the process with WORKERS=${workers} although its log is not read`, async () => {
      const running = await processes.start({ WORKERS: workers, LOG_LEVEL: 'info' })
      running.child.stdout.pause()
      const path = `/${'x'.repeat(4000)}`
      for (let n = 0; n < 100; n++) await fetch(`${running.url}${path}`).then((response) => response.arrayBuffer())
      running.child.kill('SIGTERM')
      assert.equal(await waitForExit(running, 20_000), 0)
    })
  }

  test('A request on an idle connection during the stop is completed, with Connection: close', async () => {
    const running = await processes.start()
    const [first, second] = await openConnections(running, 2)
    running.child.kill('SIGTERM')
    await pause(300)
    first?.send(HEALTH)
    const response = await first?.receive()
    assert.deepEqual([response?.status, response?.headers['connection']], [200, 'close'])
    assert.equal(await second?.receive(), undefined)
    assert.equal(await waitForExit(running, 10_000), 0)
    assert.deepEqual([first?.isReset(), second?.isReset()], [false, false])
  })

  test('SIGHUP ends the process like SIGTERM', async () => {
    const running = await processes.start()
    const [line] = await openConnections(running, 1)
    running.child.kill('SIGHUP')
    await pause(300)
    line?.send(HEALTH)
    assert.equal((await line?.receive())?.headers['connection'], 'close')
    assert.equal(await waitForExit(running, 10_000), 0)
  })

  test('An unhandled rejection is logged, and the process continues', async () => {
    const running = await processes.start(
      preload(`process.on('SIGUSR2', () => Promise.reject(new Error('left alone')))`),
    )
    running.child.kill('SIGUSR2')
    await waitUntil(async () => running.readOutput().includes('unhandled rejection'), 10_000)
    assert.match(running.readOutput(), /left alone/)
    assert.equal((await fetch(`${running.url}/healthz`)).status, 200)
    assert.equal(await stopProcess(running), 0)
  })

  test('After an uncaught exception the process completes requests in progress, and exits with 1', async () => {
    const running = await processes.start(
      preload(`process.on('SIGUSR2', () => setTimeout(() => { throw new Error('out of order') }))`),
    )
    const [line] = await openConnections(running, 1)
    running.child.kill('SIGUSR2')
    await waitUntil(async () => running.readOutput().includes('uncaught exception'), 10_000)
    line?.send(HEALTH)
    assert.equal((await line?.receive())?.status, 200)
    assert.equal(await waitForExit(running, 10_000), 1)
    assert.match(running.readOutput(), /out of order/)
  })

  test('Malformed requests do not end the process', async () => {
    const running = await processes.start()
    for (const [path, body] of [
      ['/tag/%ff/', '{'],
      ['/de/venue/%zz/', '['],
    ] as const) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${running.url}${path}`, { method: 'POST', body, headers })
      assert.equal(response.status, 400, path)
    }
    assert.equal((await fetch(`${running.url}/healthz`)).status, 200)
    assert.doesNotMatch(running.readOutput(), /unhandled/)
    assert.equal(await stopProcess(running), 0)
  })
})

describe('A limit of open files', () => {
  /** Runs the service with a limit that the shell sets. */
  const limited = (limit: number, env: Readonly<Record<string, string>>) =>
    spawnSync('sh', ['-c', `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, PROGRAM, 'serve'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: 30_000,
    })

  test('A limit that is too low stops the start with one line that names it', () => {
    const { status, stderr } = limited(200, { PORT: '0' })
    assert.equal(status, 1)
    assert.match(stderr, /^calends: The limit of open files is 200\. Expected at least 512: .*ulimit -n.*\n$/)
  })

  test('A limit that is reached while serving is logged, returns 503 at worst, and does not end the process', async (context) => {
    const processes = createServeProcesses()
    const running = await processes.start()
    const setLimit = (limit: number) =>
      spawnSync('prlimit', ['--pid', String(running.child.pid), `--nofile=${limit}:1024`])
    try {
      const [line] = await openConnections(running, 1)
      if (setLimit(20).status !== 0) return context.skip('prlimit is missing')
      line?.send('GET /assets/site.css HTTP/1.1\r\nHost: x\r\n\r\n')
      const response = await line?.receive()
      assert.deepEqual([response?.status, response?.headers['retry-after']], [503, '5'])
      await waitUntil(() => /EMFILE/.test(running.readOutput()), 5000)
      // Longer than the interval in which the memory is measured.
      await pause(1000)
      setLimit(1024)
      line?.send('GET /assets/site.css HTTP/1.1\r\nHost: x\r\n\r\n')
      assert.notEqual((await line?.receive())?.status, 503)
      assert.equal(await stopProcess(running), 0)
    } finally {
      processes.end()
    }
  })
})
