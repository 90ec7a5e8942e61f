/** Checks of `/readyz`, each with a reason when it does not succeed. Metrics show them, too. */
import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { waitAtMost } from '../base/concurrency/wait-for-work.ts'
import { type JobStatus, REPLICATION_JOB } from '../kernel/job-monitor.ts'
import type { Database } from '../storage/types.ts'
import type { MediaStore } from './images/media-store.ts'

export interface CheckReport {
  /** `warning`: the service works, but an operator should act. */
  readonly status: 'ok' | 'warning' | 'failing'
  /** For operators; it is public, so it contains no paths and no error messages. */
  readonly reason?: string
  /** Numbers, with the unit in their names. */
  readonly values?: Readonly<Record<string, number>>
}

export interface ReadinessCheck {
  readonly name: string
  readonly run: () => Promise<CheckReport>
}

export type CheckReports = Readonly<Record<string, CheckReport>>

const CHECK_TIMEOUT_MILLISECONDS = 3000
/** Monitors and metrics may request the checks at the same time. */
const REUSE_MILLISECONDS = 500

/** Returns a function that runs all checks at once. A check that fails or takes too long counts as failing. */
export function createCheckRunner(checks: readonly ReadinessCheck[]): () => Promise<CheckReports> {
  let running: Promise<CheckReports> | undefined
  let startedAt = 0
  const runAll = async () =>
    Object.fromEntries(await Promise.all(checks.map(async (check) => [check.name, await runCheck(check)] as const)))
  return () => {
    if (running && performance.now() - startedAt < REUSE_MILLISECONDS) return running
    startedAt = performance.now()
    running = runAll()
    return running
  }
}

async function runCheck({ run }: ReadinessCheck): Promise<CheckReport> {
  const waiting = new AbortController()
  const timeout = setTimeout(CHECK_TIMEOUT_MILLISECONDS, undefined, { signal: waiting.signal }).then(
    (): CheckReport => ({ status: 'failing', reason: 'no response' }),
  )
  timeout.catch(() => {})
  try {
    return await Promise.race([run(), timeout])
  } catch {
    return { status: 'failing', reason: 'the check failed' }
  } finally {
    waiting.abort()
  }
}

export const createWritesCheck = ({ checkWrites }: Pick<Database, 'checkWrites'>): ReadinessCheck => ({
  name: 'writes',
  run: async () => {
    const failure = await checkWrites()
    return failure ? { status: 'failing', reason: failure.code } : { status: 'ok' }
  },
})

/** Below both limits, a disk is likely to be full soon. */
const LOW_DISK_BYTES = 1e9
const LOW_DISK_RATIO = 0.05

/** Free space for users without privileges on the file system of a folder. */
export const createDiskCheck = (folder: string): ReadinessCheck => ({
  name: 'disk',
  run: async () => {
    const { bavail, blocks, bsize } = await statfs(folder)
    const values = { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
    const isLow = values.free_bytes < LOW_DISK_BYTES && values.free_bytes < values.total_bytes * LOW_DISK_RATIO
    return isLow ? { status: 'warning', reason: 'less than 5 % and 1 GB free', values } : { status: 'ok', values }
  },
})

/** A run may take minutes, for example when all records are rendered after an upgrade. */
const MAX_LAG_SECONDS = 600

/** `read` returns the jobs of all workers. */
export const createJobsCheck = (read: () => Readonly<Record<string, JobStatus>>): ReadinessCheck => ({
  name: 'jobs',
  run: async () => {
    const jobs = Object.entries(read())
    const values = {
      lag_seconds: Math.max(0, ...jobs.map(([, { lag }]) => lag)),
      failing: jobs.filter(([, { isFailing }]) => isFailing).length,
    }
    const late = jobs.filter(([, { lag }]) => lag > MAX_LAG_SECONDS).map(([name]) => name)
    const failing = jobs.filter(([, { isFailing }]) => isFailing).map(([name]) => name)
    if (late.length > 0) return { status: 'warning', reason: `overdue: ${late.join(', ')}`, values }
    if (failing.length > 0) return { status: 'warning', reason: `failed: ${failing.join(', ')}`, values }
    return { status: 'ok', values }
  },
})

/** The promise of docs/guides/backing-up.md. */
const MAX_REPLICATION_LAG_SECONDS = 10

/** `read` returns the jobs of all workers, of which one replicates. */
export const createReplicationCheck = (read: () => Readonly<Record<string, JobStatus>>): ReadinessCheck => ({
  name: 'replication',
  run: async () => {
    const values = { lag_seconds: read()[REPLICATION_JOB]?.lag ?? 0 }
    const isLate = values.lag_seconds > MAX_REPLICATION_LAG_SECONDS
    return isLate ? { status: 'warning', reason: 'more than 10 s behind', values } : { status: 'ok', values }
  },
})

interface RemoteCheck {
  readonly name: string
  /** Shown while `probe` rejects. */
  readonly reason: string
  readonly probe: () => Promise<void>
  /** Time for which a result is reused. */
  readonly seconds: number
}

/** A balancer must not wait for a part that it does not ask about. */
const PROBE_WAIT_MILLISECONDS = 500
/** Beyond this, a probe that has not ended is a failure. */
const MAX_PROBE_MILLISECONDS = 5000

/** Checks a part outside of the process. A slow probe continues, and meanwhile the check has its last result. */
export function createRemoteCheck({ name, reason, probe, seconds }: RemoteCheck): ReadinessCheck {
  const failing: CheckReport = { status: 'failing', reason }
  let report: CheckReport = { status: 'ok' }
  let probingSince: number | undefined
  let knownUntil = Number.NEGATIVE_INFINITY
  const update = async () => {
    probingSince = performance.now()
    report = await probe().then(
      (): CheckReport => ({ status: 'ok' }),
      () => failing,
    )
    probingSince = undefined
    knownUntil = performance.now() + seconds * 1000
  }
  return {
    name,
    run: async () => {
      const now = performance.now()
      if (probingSince !== undefined) return now - probingSince > MAX_PROBE_MILLISECONDS ? failing : report
      if (now < knownUntil) return report
      await waitAtMost(PROBE_WAIT_MILLISECONDS, update())
      return report
    },
  }
}

/** Any key that no image has. */
const PROBED_KEY = '1970/01/readiness.jpg'

/** A bucket is read, as a write would leave an object behind. */
export const createMediaCheck = ({ read }: Pick<MediaStore, 'read'>): ReadinessCheck =>
  createRemoteCheck({
    name: 'media',
    reason: 'the media store cannot be read',
    probe: async () => {
      const found = await read(PROBED_KEY)
      found?.stream.destroy()
    },
    seconds: 5,
  })

/** A minute, because mail servers limit connections. */
export const createMailCheck = (probe: () => Promise<void>): ReadinessCheck =>
  createRemoteCheck({ name: 'mail', reason: 'the mail server does not accept connections', probe, seconds: 60 })

export const createReplicaCheck = ({ usesReplica }: Pick<Database, 'usesReplica'>): ReadinessCheck => ({
  name: 'replica',
  run: async () =>
    usesReplica() ? { status: 'ok' } : { status: 'warning', reason: 'unavailable or behind the primary' },
})
