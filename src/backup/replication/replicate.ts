/** Replicates a SQLite file continuously, so that losing the machine loses a few seconds of data. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobMonitor } from '../../observability/job-monitor.ts'
import { followLog, type LogFollower } from '../../storage/sqlite/log-follower.ts'
import {
  createGenerationFolder,
  type LogBlock,
  type ReplicaStore,
  removeGenerations,
  writeSegment,
  writeSnapshot,
} from './replica-format.ts'
import { createImageReplicator, type ReplicatedSource } from './replicate-images.ts'

/**
 * Milliseconds between readings of the log, which is the precision of a restore, and between uploads, which is, with the
 * time of an upload, the data that can be lost.
 */
const INTERVALS = { read: 1000, upload: 4000 }
/** Frames that are uploaded at once without waiting. */
const MAX_PENDING_BYTES = 8 * 2 ** 20
/** A generation is replaced by a new snapshot, so that a restore applies the log of a day at most. */
const GENERATION_MILLISECONDS = 24 * 3_600_000
const RETENTION_MILLISECONDS = 7 * GENERATION_MILLISECONDS

/** Label of the job in metrics. */
const JOB = 'replicate'

const LOCK_PAUSE_MILLISECONDS = 5
const MAX_ATTEMPTS = 100

export interface Replicator {
  /** Time up to which the replica contains everything, in milliseconds since 1970; undefined before the first upload. */
  readonly getCaughtUpTime: () => number | undefined
  /** Uploads what is left. */
  readonly stop: () => Promise<void>
}

interface Generation {
  readonly started: number
  /** Reads the log; uploads what is due, or everything if `isLast`. */
  readonly advance: (isLast: boolean) => Promise<void>
  readonly close: () => void
}

export interface ReplicationOptions {
  readonly now: () => number
  /** Observes each reading and upload as the job `replicate`. */
  readonly jobs: JobMonitor
  /** Receives the name of the job, too. */
  readonly onFailure: (error: unknown, job: string) => void
  /** Milliseconds between readings and between uploads. */
  readonly intervals?: { readonly read: number; readonly upload: number }
}

/** `path` is the file of the database. Failures are reported and retried with a new generation. */
export function startReplication(
  path: string,
  source: ReplicatedSource,
  replica: ReplicaStore,
  { now, jobs, onFailure, intervals = INTERVALS }: ReplicationOptions,
): Replicator {
  const copyImages = createImageReplicator(source, replica)
  let generation: Generation | undefined
  let caughtUp: number | undefined
  let running = Promise.resolve()
  let isIdle = true
  const onCaughtUp = (time: number) => {
    caughtUp = time
  }
  const advance = async (isLast: boolean) => {
    if (generation && now() - generation.started > GENERATION_MILLISECONDS && !isLast) end()
    if (!generation && isLast) return
    generation ??= await startGeneration(path, {
      ...{ replica, copyImages, now, onCaughtUp },
      uploadEvery: intervals.upload,
    })
    await generation.advance(isLast)
  }
  const step = (isLast: boolean) =>
    jobs
      .run(JOB, intervals.upload, () => advance(isLast))
      .catch((error: unknown) => {
        end()
        onFailure(error, JOB)
      })
  const end = () => {
    generation?.close()
    generation = undefined
  }
  const tick = () => {
    if (!isIdle) return
    isIdle = false
    running = step(false).finally(() => {
      isIdle = true
    })
  }
  tick()
  const timer = setInterval(tick, intervals.read)
  return {
    getCaughtUpTime: () => caughtUp,
    stop: async () => {
      clearInterval(timer)
      await running
      await step(true)
      end()
    },
  }
}

/** The snapshot is uploaded while the follower prevents that newer pages are written to the file. */
async function startGeneration(
  path: string,
  options: Omit<UploaderOptions, 'follower' | 'folder'>,
): Promise<Generation> {
  const { replica, now } = options
  const started = now()
  const folder = createGenerationFolder(started, randomBytes(4).toString('hex'))
  const follower = await startFollower(path)
  const copyPath = `${path}.replica-${randomBytes(4).toString('hex')}`
  try {
    await follower.copyTo(copyPath)
    await writeSnapshot(replica, folder, copyPath)
    await removeGenerations(replica.store, started - RETENTION_MILLISECONDS)
  } catch (error) {
    follower.close()
    throw error
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(copyPath + suffix, { force: true })
  }
  return { started, ...createUploader({ ...options, follower, folder }), close: follower.close }
}

/** Retries while a transaction of this or another process writes. */
async function startFollower(path: string): Promise<LogFollower> {
  for (let attempt = 0; ; attempt++) {
    const follower = followLog(path)
    if (follower) return follower
    if (attempt === MAX_ATTEMPTS) throw new Error('the database is locked by a long transaction')
    await sleep(LOCK_PAUSE_MILLISECONDS)
  }
}

interface UploaderOptions {
  readonly follower: LogFollower
  readonly replica: ReplicaStore
  readonly folder: string
  readonly copyImages: () => Promise<void>
  readonly now: () => number
  /** Milliseconds. */
  readonly uploadEvery: number
  readonly onCaughtUp: (time: number) => void
}

function createUploader(options: UploaderOptions): Pick<Generation, 'advance'> {
  const { follower, replica, folder, copyImages, now, uploadEvery, onCaughtUp } = options
  let pending: LogBlock[] = []
  let segments = 0
  let uploaded = 0
  const add = (time: number, read: ReturnType<LogFollower['read']>) => {
    pending.push(...read.map((frames) => ({ ...frames, time })))
  }
  return {
    advance: async (isLast) => {
      const time = now()
      add(time, follower.read())
      for (let attempt = 0; attempt < MAX_ATTEMPTS && follower.isLong(); attempt++) {
        add(time, follower.restart())
        if (follower.isLong()) await sleep(LOCK_PAUSE_MILLISECONDS)
      }
      const size = pending.reduce((bytes, { frames }) => bytes + frames.length, 0)
      const isDue = isLast || segments === 0 || size > MAX_PENDING_BYTES || time - uploaded >= uploadEvery
      if (pending.length > 0 && !isDue) return
      // Before the records that show them.
      if (pending.length > 0) await copyImages()
      if (pending.length > 0) await writeSegment(replica, folder, ++segments, pending)
      pending = []
      uploaded = time
      onCaughtUp(time)
    },
  }
}
