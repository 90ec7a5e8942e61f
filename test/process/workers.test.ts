/** Several workers on one port (`WORKERS`). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type ConnectionResponse, openConnection, type TestConnection } from '../helper/connection.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  type ServeProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const NUMBERS = [1, 2, 3]
const MOST_FAILURES = 4
/** Timeout for starting workers on a machine with other load. */
const TIMEOUT_MILLISECONDS = 60_000
const EVENTS = '/api/cal/events/v1/events'
const EVENT = { title: 'Last', start_date: '2027-03-01', end_date: '2027-03-01' }

async function sendOnce(url: string, path: string): Promise<ConnectionResponse> {
  const line = openConnection(url)
  return line.request('GET', path).finally(line.close)
}

/** Complete lines of the log that contain this text. */
const logged = (running: ServeProcess, ...parts: readonly string[]): string[] =>
  running
    .readOutput()
    .split('\n')
    .filter((line) => line.endsWith('}') && parts.every((part) => line.includes(part)))

/** Process ID of a worker, from the responses in its log. */
function findWorkerPid(running: ServeProcess, number: number): number | undefined {
  const line = logged(running, `"worker":${number},`, '"msg":"answered"').at(-1)
  return line === undefined ? undefined : JSON.parse(line).pid
}

/** Waits until a new process responds as the worker with this index; resolves with its process ID. */
async function waitForWorker(running: ServeProcess, number: number, previous?: number): Promise<number> {
  let pid: number | undefined
  await waitUntil(async () => {
    await sendOnce(running.url, '/readyz').catch(() => {})
    pid = findWorkerPid(running, number)
    return pid !== undefined && pid !== previous
  }, TIMEOUT_MILLISECONDS)
  return pid ?? 0
}

async function waitForWorkers(running: ServeProcess): Promise<number[]> {
  const pids: number[] = []
  for (const number of NUMBERS) pids.push(await waitForWorker(running, number))
  return pids
}

/** A connection to the worker with this index. */
async function connectToWorker(
  running: ServeProcess,
  number: number,
  headers?: Readonly<Record<string, string>>,
): Promise<TestConnection> {
  for (;;) {
    const line = openConnection(running.url, headers)
    if ((await line.request('GET', '/readyz')).json.worker === number) return line
    line.close()
  }
}

/** Resolves when the process and all its children, which share its output, have ended. */
const allEnded = ({ child }: ServeProcess) => once(child, 'close')

const signalTo = (pids: readonly (number | undefined)[], signal: NodeJS.Signals) => {
  for (const pid of pids) if (pid !== undefined) process.kill(pid, signal)
}

for (const engine of ENGINES) {
  describe(`Several workers on ${engine.name}`, () => {
    let storage: TestStorage
    let processes: ServeProcesses
    let running: ServeProcess
    let admin: { readonly authorization: string }
    const start = (env: Readonly<Record<string, string>> = {}) => processes.start(env)
    before(async () => {
      storage = await engine.create()
      processes = createServeProcesses({
        DATABASE_URL: storage.url,
        WORKERS: String(NUMBERS.length),
        LOG_LEVEL: 'info',
        RATE_LIMIT_SIGN_IN: String(MOST_FAILURES),
        TRUST_PROXY: 'on',
      })
      running = await start()
      admin = { authorization: createBasicAuth(findSecret(running.printed)) }
      await waitForWorkers(running)
    })
    after(async () => {
      if (running) await stopProcess(running)
      processes.end()
      await storage.remove()
    })

    test('A write through one worker is visible through every other one at once', async () => {
      const lines = await Promise.all(NUMBERS.map((number) => connectToWorker(running, number, admin)))
      for (const writer of lines) {
        const { status, json } = await writer.request('POST', EVENTS, EVENT)
        assert.equal(status, 201)
        for (const reader of lines) assert.equal((await reader.request('GET', `${EVENTS}/${json.id}`)).status, 200)
      }
      for (const line of lines) line.close()
    })

    test('Cached responses expire with a write through another worker: at once on SQLite, else within a second', async () => {
      const readers = await Promise.all(NUMBERS.map((number) => connectToWorker(running, number)))
      const writers = await Promise.all(NUMBERS.map((number) => connectToWorker(running, number, admin)))
      const [first] = writers
      const { id } = (await first?.request('POST', EVENTS, EVENT))?.json ?? {}
      for (const [number, writer] of writers.entries()) {
        const title = `Title ${number}`
        const shows = (reader: TestConnection) => async (): Promise<boolean> => {
          const titles = [
            await reader.request('GET', `${EVENTS}/${id}`),
            await reader.request('GET', `${EVENTS}?include=${id}`),
          ]
          return titles.every(({ json }) => (json.events?.[0] ?? json).title === title)
        }
        // A response is cached on its second request.
        for (const reader of [...readers, ...readers]) await shows(reader)()
        assert.equal((await writer.request('PUT', `${EVENTS}/${id}`, { title })).status, 200)
        for (const reader of readers) {
          if (engine.name === 'sqlite') assert.ok(await shows(reader)())
          else await waitUntil(shows(reader), 1000)
        }
      }
      for (const line of [...readers, ...writers]) line.close()
    })

    test('Failed sign-ins are counted on all workers together', async () => {
      const attempt = async (number: number, authorization: string) => {
        const line = await connectToWorker(running, number, { authorization, 'x-forwarded-for': '192.0.2.1' })
        return line.request('GET', EVENTS).finally(line.close)
      }
      const wrong = createBasicAuth('wrong', 'nobody')
      for (let n = 0; n < MOST_FAILURES; n++) assert.equal((await attempt(1 + (n % 2), wrong)).status, 401)
      for (const number of NUMBERS) {
        assert.equal((await attempt(number, wrong)).status, 429)
        assert.equal((await attempt(number, admin.authorization)).status, 200)
      }
    })

    test('A worker that is killed under load is replaced, and no acknowledged write is lost', async () => {
      const acknowledged: string[] = []
      let isOn = true
      const clients = NUMBERS.map(async (client) => {
        for (let n = 0; isOn; n++) {
          const id = `load:${client}-${n}`
          const line = openConnection(running.url, admin)
          const response = line.request('PUT', `${EVENTS}/by-external-id/${id}`, EVENT).finally(line.close)
          // Its clients get no response, and retry.
          if ((await response.catch(() => undefined))?.status === 201) acknowledged.push(id)
        }
      })
      for (const number of NUMBERS) {
        const previous = await waitForWorker(running, number)
        process.kill(previous, 'SIGKILL')
        await waitForWorker(running, number, previous)
      }
      const before = acknowledged.length
      await waitUntil(() => acknowledged.length > before + 10, TIMEOUT_MILLISECONDS)
      isOn = false
      await Promise.all(clients)
      const line = openConnection(running.url, admin)
      for (const id of acknowledged)
        assert.equal((await line.request('GET', `${EVENTS}/by-external-id/${id}`)).status, 200, id)
      line.close()
    })

    test('When the worker with the background jobs is killed, a scheduled event is still published', async () => {
      const date_utc = new Date(Date.now() + 3000).toISOString()
      const line = await connectToWorker(running, 2, admin)
      const { json } = await line.request('POST', EVENTS, { ...EVENT, date_utc })
      line.close()
      assert.equal(json.status, 'future')
      process.kill(await waitForWorker(running, 1), 'SIGKILL')
      const isOut = async () => (await sendOnce(running.url, `${EVENTS}/${json.id}`)).status === 200
      await waitUntil(isOut, TIMEOUT_MILLISECONDS)
    })

    if (engine !== ENGINES[0]) return

    // The rest does not depend on the engine.
    test('Workers share one URL, which is printed once, like the token for the administrator', () => {
      assert.equal(new Set(NUMBERS.map((number) => findWorkerPid(running, number))).size, NUMBERS.length)
      assert.equal(running.readOutput().match(/listens on/g)?.length, 1)
      assert.equal(running.readOutput().match(/setup\?token=/g)?.length, 1)
      assert.equal(findSecret(running.printed).length, 24)
    })

    test('A worker that gets SIGTERM completes its requests, and is replaced', async () => {
      const line = await connectToWorker(running, 2, admin)
      const request = line.begin('POST', EVENTS, EVENT)
      const previous = await waitForWorker(running, 2)
      await pause(200)
      process.kill(previous, 'SIGTERM')
      await pause(200)
      assert.equal((await request.finish()).status, 201)
      line.close()
      await waitForWorker(running, 2, previous)
    })

    test('When all workers are killed at once, new ones serve the same URL', async () => {
      const previousPids = await waitForWorkers(running)
      signalTo(previousPids, 'SIGKILL')
      for (const [index, number] of NUMBERS.entries()) await waitForWorker(running, number, previousPids[index])
    })

    describe('A clean stop', () => {
      /** Three requests in progress, one per worker, and their responses after the signal. */
      async function stopped(signal: (own: ServeProcess, pids: readonly number[]) => void) {
        const own = await start()
        const pids = await waitForWorkers(own)
        const lines = await Promise.all(NUMBERS.map((number) => connectToWorker(own, number, admin)))
        const requests = lines.map((line) => line.begin('POST', EVENTS, EVENT))
        await pause(200)
        const ended = allEnded(own)
        signal(own, pids)
        await pause(300)
        const responses = await Promise.all(requests.map((request) => request.finish()))
        for (const line of lines) line.close()
        assert.deepEqual(
          responses.map(({ status }) => status),
          [201, 201, 201],
        )
        const [code] = await ended
        assert.doesNotMatch(own.readOutput(), /Error/)
        assert.equal(findSecret(own.printed), '', 'the administrator was there')
        await assert.rejects(sendOnce(own.url, '/healthz'), 'the port is free')
        return code
      }

      test('SIGTERM to the supervisor stops all workers', async () => {
        assert.equal(await stopped(({ child }) => signalTo([child.pid], 'SIGTERM')), 0)
      })

      test('SIGINT to all processes stops them, as a terminal sends it', async () => {
        assert.equal(await stopped(({ child }, pids) => signalTo([...pids, child.pid], 'SIGINT')), 0)
      })

      test('SIGTERM to all processes stops them, as a service manager may send it', async () => {
        assert.equal(await stopped(({ child }, pids) => signalTo([child.pid, ...pids], 'SIGTERM')), 0)
      })

      test('The end of the supervisor stops all workers, even after kill -9', async () => {
        assert.equal(await stopped(({ child }) => signalTo([child.pid], 'SIGKILL')), null)
      })

      for (const delay of [0, 300, 600, 900])
        test(`A stop during the start, ${delay} ms after the first worker serves, ends all processes`, async () => {
          const own = await start()
          const ended = allEnded(own)
          await pause(delay)
          signalTo([own.child.pid], 'SIGTERM')
          assert.deepEqual(await ended, [0, null])
          assert.doesNotMatch(own.readOutput(), /Error/)
        })
    })

    test('A used port is reported once, and the administrator can be created later', async () => {
      const own = await engine.create()
      const { port } = new URL(running.url)
      const { message } = await failure(start({ DATABASE_URL: own.url, PORT: port }))
      assert.match(message, /^ended with 1: calends: .*EADDRINUSE.*\n$/)
      const later = await start({ DATABASE_URL: own.url })
      assert.equal(findSecret(later.printed).length, 24)
      await stopProcess(later)
      await own.remove()
    })

    test('An unreachable database at the start is reported once', async () => {
      const { message } = await failure(start({ DATABASE_URL: 'postgres://me@127.0.0.1:1/calends' }))
      assert.match(message, /^ended with 1: calends: .*ECONNREFUSED.*\n$/)
    })
  })
}

async function failure(work: Promise<unknown>): Promise<Error> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('it did not fail')
}

describe('A worker that cannot start', () => {
  test('It is restarted with growing delays, while the others serve, until it starts', async () => {
    const processes = createServeProcesses({ WORKERS: '2', LOG_LEVEL: 'info' })
    const running = await processes.start()
    const file = join(processes.folder, 'calends.db')
    const previous = await waitForWorker(running, 2)
    renameSync(file, `${file}.away`)
    mkdirSync(file)
    process.kill(previous, 'SIGKILL')
    const pauses = () => logged(running, '"worker":2,', '"pause":').map((line) => JSON.parse(line).pause)
    await waitUntil(() => pauses().length > 3, TIMEOUT_MILLISECONDS)
    assert.deepEqual(
      pauses().toSorted((one, other) => one - other),
      pauses(),
    )
    assert.ok(pauses().at(-1) > 500)
    assert.equal((await sendOnce(running.url, '/readyz')).json.worker, 1)
    rmdirSync(file)
    renameSync(`${file}.away`, file)
    await waitForWorker(running, 2, previous)
    assert.equal(await stopProcess(running), 0)
    processes.end()
  })
})
