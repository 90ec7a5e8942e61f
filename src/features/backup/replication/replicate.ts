/** Replicates a SQLite file continuously, so that losing the machine loses a few seconds of data. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobMonitor, REPLICATION_JOB } from '../../../kernel/job-monitor.ts'
import { type LogReader, openLogReader } from './read-log.ts'
import { createGenerationFolder, type ReplicaStore, removeGenerations, writeSnapshot } from './replica-format.ts'
import { createImageReplicator, type ReplicatedSource } from './replicate-images.ts'
import { createGenerationWriter, type GenerationWriter } from './write-generation.ts'

/**
 * Milliseconds between readings of the log, which is the precision of a restore, and between uploads, which is, with the
 * time of an upload, the data that can be lost.
 */
export const UPLOAD_MILLISECONDS = 4000
const INTERVALS = { read: 200, upload: UPLOAD_MILLISECONDS }
/** While more bytes wait for their upload, reading pauses, and the log grows on disk. */
const MAX_PENDING_BYTES = 64 * 2 ** 20
/** A generation is replaced by a new snapshot, so that a restore applies the log of a day at most. */
const GENERATION_MILLISECONDS = 24 * 3_600_000
const RETENTION_MILLISECONDS = 7 * GENERATION_MILLISECONDS
/** Longest pause after a snapshot that failed. */
const MAX_RETRY_MILLISECONDS = 300_000

export interface Replicator {
  /** Time up to which the replica contains everything, in milliseconds since 1970; undefined before the first upload. */
  readonly getCaughtUpTime: () => number | undefined
  /** Uploads what is left. */
  readonly stop: () => Promise<void>
}

export interface ReplicationOptions {
  readonly now: () => number
  /** Observes each snapshot and upload as the job `replicate`, and how far the replica is behind. */
  readonly jobs: JobMonitor
  /** Receives the name of the job, too. */
  readonly onFailure: (error: unknown, job: string) => void
  /** Called when the replica contains everything up to a later time. */
  readonly onCaughtUp?: (time: number) => void
  /** Milliseconds between readings and between uploads. */
  readonly intervals?: { readonly read: number; readonly upload: number }
}

/** A generation that the log is written to. */
interface ActiveGeneration {
  readonly writer: GenerationWriter
  /** Whether its snapshot is uploaded. */
  isStored: boolean
  /** The uploads that were begun; undefined while there are none. */
  uploads: Promise<void> | undefined
  isFailing: boolean
}

interface Replication extends Required<ReplicationOptions> {
  readonly path: string
  readonly replica: ReplicaStore
  readonly copyImages: () => Promise<void>
  readonly stopping: AbortSignal
  reader: LogReader | undefined
  /** Two while a snapshot is uploaded that replaces the older one. */
  generations: readonly ActiveGeneration[]
  starting: Promise<void> | undefined
  /** Snapshots that failed since the last one that was uploaded. */
  failures: number
  retryAt: number
  caughtUp: number | undefined
}

/**
 * `path` is the file of the database. The log is read while it is uploaded. Failed uploads are tried again until too much
 * waits for them; then a new generation begins.
 */
export function startReplication(
  path: string,
  source: ReplicatedSource,
  replica: ReplicaStore,
  { intervals = INTERVALS, onCaughtUp = () => {}, ...options }: ReplicationOptions,
): Replicator {
  const stopping = new AbortController()
  const replication: Replication = {
    ...{ ...options, intervals, onCaughtUp, path, replica, stopping: stopping.signal },
    copyImages: createImageReplicator(source, replica),
    ...{ reader: undefined, generations: [], starting: undefined, failures: 0, retryAt: 0, caughtUp: undefined },
  }
  registerReplication(options, intervals.upload, () => replication.caughtUp)
  const running = replicate(replication)
  return {
    getCaughtUpTime: () => replication.caughtUp,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Registers the job, whose lag is how far the replica is behind. */
export function registerReplication(
  { now, jobs }: Pick<ReplicationOptions, 'now' | 'jobs'>,
  interval: number,
  getCaughtUpTime: Replicator['getCaughtUpTime'],
): void {
  const startedAt = now()
  jobs.register(REPLICATION_JOB, interval, () => Math.max(0, now() - (getCaughtUpTime() ?? startedAt)) / 1000)
}

async function replicate(replication: Replication): Promise<void> {
  const { stopping, intervals } = replication
  while (!stopping.aborted) {
    if (isGenerationDue(replication)) startGeneration(replication)
    await advance(replication)
    await sleep(intervals.read, undefined, { signal: stopping }).catch(() => undefined)
  }
  await readLog(replication)
  await finishAll(replication, replication.generations)
  await replication.starting
  replication.reader?.close()
}

/** Reads the log and begins the uploads that are due. */
async function advance(replication: Replication): Promise<void> {
  await readLog(replication)
  for (const generation of replication.generations)
    if (generation.uploads === undefined && generation.writer.isDue()) void upload(replication, generation, false)
  const times = replication.generations.map(({ isStored, writer }) => (isStored && writer.getCaughtUpTime()) || 0)
  const before = replication.caughtUp ?? 0
  const caughtUp = Math.max(before, ...times)
  if (caughtUp === before) return
  replication.caughtUp = caughtUp
  replication.onCaughtUp(caughtUp)
}

async function readLog(replication: Replication): Promise<void> {
  abandonFailing(replication)
  const { reader, generations, onFailure } = replication
  if (!reader || generations.some(isFull)) return
  try {
    const blocks = await reader.read()
    for (const { writer } of replication.generations) writer.add(blocks, reader.getReachedTime())
  } catch (error) {
    // Frames may have been lost, so that the generations end here.
    reader.close()
    replication.reader = undefined
    replication.generations = []
    onFailure(error, REPLICATION_JOB)
    void finishAll(replication, generations)
  }
}

const isFull = ({ writer }: ActiveGeneration): boolean => writer.countPendingBytes() > MAX_PENDING_BYTES

/** Otherwise the log would grow until the target works again. */
function abandonFailing(replication: Replication): void {
  const { generations, reader, starting } = replication
  replication.generations = generations.filter((generation) => !generation.isFailing || !isFull(generation))
  if (replication.generations.length > 0 || starting !== undefined) return
  reader?.close()
  replication.reader = undefined
}

/** Uploads of a generation follow each other, as long as one is due. Failures are reported. */
function upload(replication: Replication, generation: ActiveGeneration, isLast: boolean): Promise<void> {
  const advanceOnce = () =>
    run(replication, () => generation.writer.advance(isLast)).then(
      () => {
        generation.isFailing = false
      },
      () => {
        generation.isFailing = true
      },
    )
  const work = async () => {
    await generation.uploads
    do await advanceOnce()
    while (!isLast && !generation.isFailing && generation.writer.isDue())
  }
  const uploads = work().finally(() => {
    if (generation.uploads === uploads) generation.uploads = undefined
  })
  generation.uploads = uploads
  return uploads
}

async function finishAll(replication: Replication, generations: readonly ActiveGeneration[]): Promise<void> {
  await Promise.all(generations.map((generation) => upload(replication, generation, true)))
}

/** Reports a failure and throws it again. */
const run = ({ jobs, intervals, onFailure }: Replication, work: () => Promise<void>): Promise<void> =>
  jobs.run(REPLICATION_JOB, intervals.upload, work).catch((error: unknown) => {
    onFailure(error, REPLICATION_JOB)
    throw error
  })

function isGenerationDue({ generations, starting, retryAt, now }: Replication): boolean {
  if (starting !== undefined || now() < retryAt) return false
  const newest = generations.at(-1)
  return !newest || now() - newest.writer.started > GENERATION_MILLISECONDS
}

function startGeneration(replication: Replication): void {
  const { intervals, now } = replication
  replication.starting = run(replication, () => writeGeneration(replication))
    .then(
      () => {
        replication.failures = 0
      },
      () => {
        const pause = intervals.upload * 2 ** replication.failures++
        replication.retryAt = now() + Math.min(pause, MAX_RETRY_MILLISECONDS)
      },
    )
    .finally(() => {
      replication.starting = undefined
    })
}

/** The log is written to the new generation and to the one before until the snapshot is uploaded. */
async function writeGeneration(replication: Replication): Promise<void> {
  const { path, replica, now, stopping } = replication
  // Before the snapshot, because it fails at once if the target is unavailable.
  await removeGenerations(replica.store, now() - RETENTION_MILLISECONDS)
  replication.reader ??= await openLogReader(path, now)
  if (stopping.aborted) return
  const copyPath = `${path}.replica-${randomBytes(4).toString('hex')}`
  const copying = replication.reader.copyTo(copyPath)
  const generation = addGeneration(replication)
  try {
    await copying
    await writeSnapshot(replica, generation.writer.folder, copyPath)
    generation.isStored = true
  } finally {
    if (!generation.isStored) replication.generations = replication.generations.filter((other) => other !== generation)
    for (const suffix of ['', '-wal', '-shm']) await rm(copyPath + suffix, { force: true })
  }
  const former = replication.generations.filter((other) => other !== generation)
  replication.generations = replication.generations.filter((other) => other === generation)
  void finishAll(replication, former)
}

function addGeneration(replication: Replication): ActiveGeneration {
  const { replica, now, intervals, copyImages } = replication
  const started = now()
  const folder = createGenerationFolder(started, randomBytes(4).toString('hex'))
  const writer = createGenerationWriter({
    ...{ replica, folder, started, now, copyImages },
    uploadEvery: intervals.upload,
  })
  const generation = { writer, isStored: false, uploads: undefined, isFailing: false }
  replication.generations = [...replication.generations, generation]
  return generation
}
