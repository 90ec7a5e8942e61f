/** The process that replicates SQLite: signals, crashes, failures. */
import assert from 'node:assert/strict'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findReplicatedStates } from '../../src/features/backup/replication/restore-replica.ts'
import { openBackupTarget } from '../../src/features/backup/stores/backup-target.ts'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { runCalends } from '../helper/command-line.ts'
import { canMeasureMemory as canListChildren, listChildren } from '../helper/media/child-memory.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const TIMEOUT = 30_000
const OPTIONS = { skip: canListChildren ? false : 'child processes can be listed on Linux only' }

describe('A service that replicates its database', () => {
  let processes: ServeProcesses
  let replica: string
  let authorization: string
  before(() => {
    processes = createServeProcesses()
    replica = join(processes.folder, 'replica')
  })
  after(() => processes?.end())

  async function start(): Promise<ServeProcess> {
    const service = await processes.start({ REPLICATE_TO: replica })
    authorization ??= createBasicAuth(findSecret(service.printed))
    return service
  }

  async function create(service: ServeProcess, title: string): Promise<void> {
    const json = { title, start_date: '2027-03-01', end_date: '2027-03-01' }
    assert.equal((await requestProcess(service, 'POST', '/events', { authorization, json })).status, 201)
  }

  /** The newest time of which the replica contains everything. */
  async function findReachedTime(): Promise<number> {
    const { store } = openBackupTarget(replica, { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' })
    return (await findReplicatedStates({ store, key: undefined }))?.exact?.time ?? 0
  }

  async function waitForReplica(): Promise<void> {
    const now = Date.now()
    await waitUntil(async () => (await findReachedTime()) > now, TIMEOUT, 50)
  }

  async function restoreTitles(): Promise<readonly string[]> {
    const file = join(processes.folder, 'restored.db')
    rmSync(file, { force: true })
    const { code, stderr } = await runCalends(`sqlite:${file}`, ['restore', replica])
    assert.equal(code, 0, stderr)
    const db = new (loadSqlite())(file)
    try {
      return db.prepare<[], string>('select title from events order by id').pluck().all()
    } finally {
      db.close()
    }
  }

  const listReplicators = ({ child }: ServeProcess) => listChildren(child.pid ?? 0, 'replicator-process')

  async function findReplicator(service: ServeProcess): Promise<number> {
    await waitUntil(() => listReplicators(service).length > 0, TIMEOUT)
    return listReplicators(service)[0] ?? assert.fail()
  }

  test(
    'A stop uploads the last writes, although the replication process receives the same signal',
    OPTIONS,
    async () => {
      const service = await start()
      const replicator = await findReplicator(service)
      await waitForReplica()
      await create(service, 'last write')
      process.kill(replicator, 'SIGTERM')
      assert.equal(await stopProcess(service), 0, service.readOutput())
      assert.deepEqual(await restoreTitles(), ['last write'])
    },
  )

  test('A replication process that is killed is logged and replaced', OPTIONS, async () => {
    const service = await start()
    const killed = await findReplicator(service)
    await waitForReplica()
    process.kill(killed, 'SIGKILL')
    await create(service, 'without replication')
    await waitUntil(() => listReplicators(service).some((pid) => pid !== killed), TIMEOUT)
    await waitForReplica()
    const pattern = /the replication process ended with SIGKILL.*"job":"replicate"/
    await waitUntil(() => pattern.test(service.readOutput()), TIMEOUT)
    const isReady = async () => {
      const { checks } = (await requestProcess(service, 'GET', '//readyz')).json
      return checks.jobs.status === 'ok' && checks.replication.status === 'ok'
    }
    await waitUntil(isReady, TIMEOUT, 50)
    service.child.kill('SIGKILL')
    await service.ended
    assert.deepEqual(await restoreTitles(), ['last write', 'without replication'])
  })

  test('The replication process ends with a service that is killed', OPTIONS, async () => {
    const service = await start()
    const replicator = await findReplicator(service)
    service.child.kill('SIGKILL')
    await service.ended
    await waitUntil(() => !existsSync(`/proc/${replicator}`), TIMEOUT)
  })

  test('A target that fails is logged, and reported by /readyz until it works', async () => {
    rmSync(replica, { recursive: true })
    writeFileSync(replica, 'a file instead of a folder')
    const service = await start()
    const readJobs = async () => (await requestProcess(service, 'GET', '//readyz')).json.checks.jobs
    await waitUntil(async () => (await readJobs()).reason === 'failed: replicate', TIMEOUT)
    await waitUntil(() => /ENOTDIR.*"job":"replicate"/.test(service.readOutput()), TIMEOUT)
    rmSync(replica)
    await waitUntil(async () => (await readJobs()).status === 'ok', TIMEOUT)
    await waitForReplica()
    assert.equal(await stopProcess(service), 0)
  })
})
