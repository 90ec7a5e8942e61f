/** A worker that hangs, or is stopped, blocks the others for a few seconds at most. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { openConnection, type TestConnection } from '../helper/connection.ts'
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

const NUMBERS = [1, 2]
const EVENTS = '/api/cal/events/v1/events'
const EVENT = { title: 'Last', start_date: '2027-03-01', end_date: '2027-03-01' }
/** A worker is replaced after five seconds without a heartbeat; plus a margin for a busy machine. */
const TIMEOUT = 40_000

for (const engine of ENGINES) {
  describe(`A worker that hangs on ${engine.name}`, () => {
    let storage: TestStorage
    let processes: ServeProcesses
    let running: ServeProcess
    let admin: { readonly authorization: string }
    const stopped = new Set<number>()
    before(async () => {
      storage = await engine.create()
      processes = createServeProcesses({
        DATABASE_URL: storage.url,
        WORKERS: String(NUMBERS.length),
        LOG_LEVEL: 'info',
      })
      running = await processes.start()
      admin = { authorization: createBasicAuth(findSecret(running.printed)) }
      for (const number of NUMBERS) await findWorkerPid(number)
    })
    afterEach(() => {
      for (const pid of stopped) signal(pid, 'SIGCONT')
      stopped.clear()
    })
    after(async () => {
      if (running) await stopProcess(running)
      processes?.end()
      await storage?.remove()
    })

    function signal(pid: number, name: NodeJS.Signals): void {
      try {
        process.kill(pid, name)
      } catch {}
      if (name === 'SIGSTOP') stopped.add(pid)
    }

    /** A connection to the worker with this index. */
    async function connectToWorker(
      number: number,
      headers?: Readonly<Record<string, string>>,
    ): Promise<TestConnection> {
      for (;;) {
        const line = openConnection(running.url, headers)
        const response = await Promise.race([line.request('GET', '/readyz').catch(() => undefined), pause(1000)])
        if (response?.json.worker === number) return line
        line.close()
      }
    }

    let requestCount = 0
    /** Process ID of the worker with this index, from its log of a request. */
    async function findWorkerPid(number: number): Promise<number> {
      const path = `/${++requestCount}-is-no-page`
      const line = await connectToWorker(number)
      await line.request('GET', path).finally(line.close)
      const logged = () =>
        running
          .readOutput()
          .split('\n')
          .find((text) => text.endsWith('}') && text.includes(`"${path}"`))
      await waitUntil(() => logged() !== undefined, TIMEOUT)
      return JSON.parse(logged() ?? '').pid
    }

    const create = async (number: number) => {
      const line = await connectToWorker(number, admin)
      return line.request('POST', EVENTS, EVENT).finally(line.close)
    }

    /** Stops a process while it has the write lock. */
    async function stopWithLock(pid: number): Promise<void> {
      for (;;) {
        signal(pid, 'SIGSTOP')
        if (await isLocked(storage.url)) return
        signal(pid, 'SIGCONT')
        await pause(Math.random() * 20)
      }
    }

    test('The worker is killed and replaced while it has the write lock, and writes of others continue', async () => {
      const previous = await findWorkerPid(2)
      const lines = await Promise.all(Array.from({ length: 4 }, () => connectToWorker(2, admin)))
      let isOn = true
      const load = lines.map(async (line) => {
        while (isOn) await line.request('POST', EVENTS, EVENT).catch(() => {})
      })
      await stopWithLock(previous)
      isOn = false
      const since = performance.now()
      const responses = await Promise.all([create(1), create(1), create(1)])
      assert.deepEqual(
        responses.map(({ status }) => status),
        [201, 201, 201],
      )
      assert.ok(performance.now() - since < 15_000)
      await Promise.all(load)
      assert.notEqual(await findWorkerPid(2), previous)
      assert.match(running.readOutput(), /"worker":2,"msg":"worker does not respond and is killed"/)
      for (const line of lines) line.close()
    })

    test('Background jobs move to another worker', async () => {
      const [first, second] = [await findWorkerPid(1), await findWorkerPid(2)]
      const line = await connectToWorker(2, admin)
      const date_utc = new Date(Date.now() + 3000).toISOString()
      const { json } = await line.request('POST', EVENTS, { ...EVENT, date_utc })
      assert.equal(json.status, 'future')
      signal(first, 'SIGSTOP')
      const isOut = async () => (await line.request('GET', `${EVENTS}/${json.id}`)).json.status === 'publish'
      await waitUntil(isOut, TIMEOUT)
      assert.equal(await findWorkerPid(2), second)
      line.close()
      assert.notEqual(await findWorkerPid(1), first)
    })

    test('A responsive worker is not killed after the supervisor itself was stopped for a while', async () => {
      const previousPids = [await findWorkerPid(1), await findWorkerPid(2)]
      const { pid } = running.child
      assert.ok(pid)
      signal(pid, 'SIGSTOP')
      await pause(8000)
      signal(pid, 'SIGCONT')
      await pause(3000)
      assert.deepEqual([await findWorkerPid(1), await findWorkerPid(2)], previousPids)
    })
  })

  describe(`Writes that wait for a lock on ${engine.name}`, () => {
    // Writes that wait for a connection do not reach the lock.
    const codes = engine.name === 'postgres' ? ['database_locked', 'overloaded'] : ['database_locked']
    test('All writes are rejected ten seconds after their arrival, when the lock is not available', async (context) => {
      const storage = await engine.create()
      const processes = createServeProcesses({ DATABASE_URL: storage.url })
      const running = await processes.start()
      const release = await holdLock(storage.url)
      context.after(async () => {
        await release()
        await stopProcess(running)
        processes.end()
        await storage.remove()
      })
      const headers = { authorization: createBasicAuth(findSecret(running.printed)) }
      const since = performance.now()
      const times = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const line = openConnection(running.url, headers)
          const { status, json } = await line.request('POST', EVENTS, EVENT).finally(line.close)
          assert.equal(status, 503)
          assert.ok(codes.includes(json.code), json.code)
          return performance.now() - since
        }),
      )
      assert.ok(Math.max(...times) < 14_000, `after ${times.map(Math.round)} ms`)
      assert.ok(Math.min(...times) > 9000)
      await release()
      const line = openConnection(running.url, headers)
      assert.equal((await line.request('POST', EVENTS, EVENT).finally(line.close)).status, 201)
    })
  })
}

/** Takes the write lock; returns a function that releases it. */
async function holdLock(url: string): Promise<() => Promise<void>> {
  if (url.startsWith('sqlite:')) {
    const handle = new (loadSqlite())(url.slice('sqlite:'.length), { timeout: 1000 })
    handle.exec('begin immediate')
    return async () => {
      handle.close()
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin; select pg_advisory_xact_lock(7426301)')
  let ended: Promise<void> | undefined
  return () => {
    ended ??= client.end()
    return ended
  }
}

/** Whether another process has the lock. */
async function isLocked(url: string): Promise<boolean> {
  if (!url.startsWith('sqlite:')) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::integer as held from pg_locks where locktype = 'advisory' and objid = 7426301 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    )
    await client.end()
    return rows[0].held > 0
  }
  const handle = new (loadSqlite())(url.slice('sqlite:'.length), { timeout: 100 })
  try {
    handle.exec('begin immediate; rollback')
    return false
  } catch {
    return true
  } finally {
    handle.close()
  }
}
