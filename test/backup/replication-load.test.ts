/** Data loss when a machine fails while its service is replicated under the load of the benchmark. */
import assert from 'node:assert/strict'
import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openCachedCalendar } from '../../bench/fixture/cached-calendar.ts'
import { readCalendarContents } from '../../bench/fixture/calendar-contents.ts'
import { type CapacityCalendar, createMixedRequests } from '../../bench/fixture/capacity-requests.ts'
import { copyDatabase, withSqlite } from '../../bench/fixture/sqlite-files.ts'
import { type LoadRequest, runLoad } from '../../bench/lib/load-generator.ts'
import { isPartName } from '../../src/base/part-file.ts'
import {
  listGenerations,
  type ReplicaStore,
  readSegments,
} from '../../src/features/backup/replication/replica-format.ts'
import { findReplicatedStates } from '../../src/features/backup/replication/restore-replica.ts'
import { openBackupTarget } from '../../src/features/backup/stores/backup-target.ts'
import { runCalends } from '../helper/command-line.ts'
import {
  createServeProcesses,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const EVENTS = 3000
/** Each client sends its next request when it has a response, so the service is always busy. */
const CLIENTS = 16
/** "90 % lists, 10 % creations" with single events, and "creations, 16 at a time". */
const LOADS = [
  [
    { kind: 'cached list', share: 0.4 },
    { kind: 'list', share: 0.3 },
    { kind: 'record', share: 0.2 },
    { kind: 'create', share: 0.1 },
  ],
  [{ kind: 'create', share: 1 }],
]
const LOAD_SECONDS = 11
const TIMEOUT = 60_000
/** Milliseconds between the moments at which the machine could be lost. */
const LOSS_INTERVAL = 500
/** Milliseconds before the loss of the machine that may be lost with it. */
const MAX_LOSS = 10_000
/** Moments for which the replica is restored. */
const RESTORED_LOSSES = 3

interface Creation {
  readonly title: string
  readonly began: number
  acknowledged: number
}

/** The replica when the machine could have been lost. */
interface Loss {
  readonly at: number
  readonly replica: string
}

const openReplica = (path: string): ReplicaStore => ({
  store: openBackupTarget(path, { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }).store,
  key: undefined,
})

function readTitle({ text }: LoadRequest): string {
  const { title }: Record<string, unknown> = Object(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))))
  return String(title)
}

/** Creates hard links to the complete files. Files are replaced, never modified, so the copy is a consistent snapshot. */
function copyReplica(from: string, to: string): Loss {
  const at = Date.now()
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || isPartName(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const target = join(to, path.slice(from.length))
    mkdirSync(dirname(target), { recursive: true })
    linkSync(path, target)
  }
  return { at, replica: to }
}

describe('The loss of a machine under the load of the benchmark', () => {
  let calendar: CapacityCalendar
  let processes: ServeProcesses
  let service: ServeProcess
  let replica: string
  let began = 0
  const creations = new Map<LoadRequest, Creation>()
  const losses: Loss[] = []
  const warnings: unknown[] = []

  before(async () => {
    const cached = await openCachedCalendar(EVENTS)
    calendar = { ...cached, contents: readCalendarContents(cached.folder), seed: 1 }
    processes = createServeProcesses({ WORKERS: '1' })
    replica = join(processes.folder, 'replica')
    copyDatabase(join(cached.folder, 'calends.db'), join(processes.folder, 'calends.db'))
    service = await processes.start({ REPLICATE_TO: replica })
    await waitUntil(async () => (await findReplicatedStates(openReplica(replica))) !== undefined, TIMEOUT, 50)
    const load = sendLoads()
    await Promise.race([load, waitUntil(hasAcknowledged, TIMEOUT, 50)])
    began = Date.now()
    while (Date.now() < began + LOADS.length * LOAD_SECONDS * 1000) {
      // Rejects if the load fails.
      await Promise.race([load, pause(LOSS_INTERVAL)])
      losses.push(copyReplica(replica, join(processes.folder, `loss-${losses.length}`)))
      const { checks } = (await requestProcess(service, 'GET', '//readyz')).json
      if (checks.replication.status !== 'ok' || checks.jobs.status !== 'ok') warnings.push(checks)
    }
    service.child.kill('SIGKILL')
    await Promise.all([service.ended, assert.rejects(load)])
    losses.push(copyReplica(replica, join(processes.folder, `loss-${losses.length}`)))
  })
  after(() => processes?.end())

  /** The last load continues until the service is killed. */
  async function sendLoads(): Promise<void> {
    for (const [index, shares] of LOADS.entries()) {
      const next = createMixedRequests({ ...calendar, seed: index }, shares)
      await runLoad({
        ...{ port: Number(new URL(service.url).port), connections: CLIENTS, status: [200, 201] },
        seconds: index === LOADS.length - 1 ? TIMEOUT / 1000 : LOAD_SECONDS,
        next: () => recordBegin(next()),
        onResponse: recordEnd,
      })
    }
  }

  function recordBegin(request: LoadRequest): LoadRequest {
    if (request.kind === 'create')
      creations.set(request, {
        ...{ title: readTitle(request), began: Date.now(), acknowledged: Number.POSITIVE_INFINITY },
      })
    return request
  }

  function recordEnd(request: LoadRequest): void {
    const creation = creations.get(request)
    if (creation) creation.acknowledged = Date.now()
  }

  const hasAcknowledged = () => [...creations.values()].some(({ acknowledged }) => acknowledged < Date.now())

  async function restoreTitles(from: string, at: number): Promise<ReadonlySet<string>> {
    const file = join(processes.folder, `${at}.db`)
    const { code, stderr } = await runCalends(`sqlite:${file}`, ['restore', from, '--at', new Date(at).toISOString()])
    assert.equal(code, 0, stderr)
    const titles = withSqlite(file, (db) => db.prepare<[], string>('select title from events').pluck().all())
    return new Set(titles)
  }

  /** Returns the titles at a time, after a check that no acknowledged one is missing. */
  async function assertRestored(from: string, at: number): Promise<ReadonlySet<string>> {
    const restored = await restoreTitles(from, at)
    const expected = [...creations.values()].filter(({ acknowledged }) => acknowledged < at)
    assert.ok(expected.length > 0)
    const lost = expected.filter(({ title }) => !restored.has(title))
    assert.deepEqual(lost, [])
    return restored
  }

  test('The replica is at no moment more than 10 s behind', async () => {
    const lags: number[] = []
    for (const { at, replica } of losses) {
      const reached = (await findReplicatedStates(openReplica(replica)))?.exact?.time ?? 0
      lags.push(at - reached)
    }
    assert.ok(Math.max(...lags) < MAX_LOSS, String(lags))
    assert.deepEqual(warnings, [])
  })

  test('No write is lost that was acknowledged 10 s before', async () => {
    const underLoad = losses.filter(({ at }) => at > began + MAX_LOSS)
    for (let n = 1; n <= RESTORED_LOSSES; n++) {
      const { at, replica } = underLoad[Math.ceil((n / RESTORED_LOSSES) * underLoad.length) - 1] ?? assert.fail()
      await assertRestored(replica, at - MAX_LOSS)
    }
  })

  test('A restore to a time contains every write that was acknowledged before, and none that began after', async () => {
    const [generation] = await listGenerations(openReplica(replica).store)
    const blocks: { readonly from: number; readonly time: number }[] = []
    for await (const { from = 0, time } of readSegments(openReplica(replica), generation?.folder ?? assert.fail()))
      blocks.push({ from, time })
    const last = blocks.at(-1)?.time ?? 0
    // During each load.
    for (const share of [0.3, 0.7]) {
      const at = Math.round(began + share * (last - began))
      const restored = await assertRestored(replica, at)
      // The log is read in steps, and a restore ends with a step. Its writes began before the next one ends.
      const end = blocks.find(({ from }) => from >= at)?.time ?? assert.fail()
      const later = [...creations.values()].filter(({ began }) => began > end)
      assert.ok(later.length > 0)
      assert.deepEqual(
        later.filter(({ title }) => restored.has(title)),
        [],
      )
    }
  })
})
