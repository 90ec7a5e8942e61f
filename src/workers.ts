/** Several processes on one port: workers, which serve, and one that opens nothing and only watches over them. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import type { StartOptions } from './context.ts'
import { forwardLines, isPiped, type LogStream, openForwardingStream, openLogStream } from './log-stream.ts'
import { createImageDecoder } from './media/image-decoder.ts'
import { decodeForWorkers } from './media/shared-image-decoder.ts'
import { redactSecrets } from './text/redact.ts'
import { type HeartbeatMonitor, startHeartbeat, startHeartbeatMonitor, type Watched } from './workers/heartbeat.ts'

const PROGRAM = fileURLToPath(new URL('../bin/calends.js', import.meta.url))
/** Tells a worker its number, from 1. Whoever takes the place of one that ended has the same. */
const NUMBER = 'CALENDS_WORKER'
/** What a worker tells: that it serves, that it is alive, that it will be silent for long, that it listens no more. */
type FromWorker = 'ready' | 'alive' | 'busy' | 'closed'
/** What a worker is told: that the background jobs are its own from now on, or that it is to stop. */
type ToWorker = 'take jobs' | 'stop'

/** Longest way from the signal to the end of the last worker, each of which has a shorter limit of its own. */
const STOP_MILLISECONDS = 20_000
/** A worker that ended sooner has failed at its start. */
const STEADY_MILLISECONDS = 5000
const LONGEST_PAUSE_MILLISECONDS = 10_000
/** How long stopping workers wait for one another to stop listening. */
const CLOSED_MILLISECONDS = 4000
const OTHERS_MILLISECONDS = 250

/** How long a worker may take to start, which has nothing to migrate. */
const START_MILLISECONDS = 120_000
/** How long a worker may be silent that has said so. */
const BUSY_MILLISECONDS = 600_000

/** Runs as the one or the other; ends as `serve` does. */
export function serveWithWorkers(config: Config, creation: StartOptions['creation']): Promise<void> {
  return cluster.worker ? work(config, cluster.worker, creation) : supervise(config, creation)
}

async function work(config: Config, worker: Worker, creation: StartOptions['creation']): Promise<void> {
  // What is written into a channel that has just ended fails, and would end the process; `disconnect` follows.
  worker.on('error', () => {})
  const tell = (message: FromWorker) => {
    if (worker.isConnected()) worker.send(message)
  }
  const disconnected = waitForDisconnect(worker)
  const stopped = new Promise<void>((resolve) => onMessageToWorker(worker, 'stop', resolve))
  const { serve } = await import('./main.ts')
  // The first of all starts alone, so it is the one that finds the database as it was left, and has something to say.
  const isFirst = worker.id === 1
  try {
    const { takeJobs } = await serve(config, {
      worker: Number(process.env[NUMBER]),
      doesJobs: false,
      greets: isFirst,
      start: { creation: isFirst ? creation : 'never', checksAfterCrash: isFirst },
      onLongWork: () => tell('busy'),
      stopRequest: Promise.race([stopped, disconnected]),
      othersClosed: () => waitForOthers(worker, disconnected),
    })
    onMessageToWorker(worker, 'take jobs', takeJobs)
    tell('ready')
    startHeartbeat(() => tell('alive'))
  } catch (error) {
    // Open, it would keep the process from ending with its code.
    process.channel?.unref()
    throw error
  }
}

/** Resolves when the supervisor ends the channel, or is killed. */
function waitForDisconnect(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('disconnect', () => {
      // Else the process would be ended before it has answered.
      worker.exitedAfterDisconnect = true
      resolve()
    })
  })
}

/** Resolves when no worker listens any more: the channel ends then. */
async function waitForOthers(worker: Worker, disconnected: Promise<void>): Promise<void> {
  // The supervisor was killed, so the other workers stop at the same time.
  if (!worker.isConnected()) return setTimeout(OTHERS_MILLISECONDS)
  const closed: FromWorker = 'closed'
  worker.send(closed)
  // A worker that is stopped by itself waits in vain.
  await Promise.race([disconnected, setTimeout(CLOSED_MILLISECONDS)])
}

function onMessageToWorker(worker: Worker, expected: ToWorker, listener: () => void): void {
  worker.on('message', (message: unknown) => {
    if (message === expected) listener()
  })
}

interface End {
  readonly code: number | null
  readonly signal: string | null
}

/** Of a worker, from its start to its end. */
interface Life {
  /** Whether it came to serve before its end. */
  readonly isReady: Promise<boolean>
  readonly end: Promise<End>
  /** Asks it to stop. Resolves when it listens no more. */
  readonly close: () => Promise<unknown>
  /** Tells it that no other listens any more. */
  readonly disconnect: () => void
  readonly takeJobs: () => void
  /** Whether it has come to serve. */
  readonly serves: () => boolean
}

interface Crew {
  readonly start: (number: number) => Life
  readonly logger: Logger
  readonly stopping: AbortSignal
}

/** The first worker starts alone: what keeps it from serving would keep them all, and is said once. */
async function supervise(config: Config, creation: StartOptions['creation']): Promise<void> {
  const { WORKERS, LOG_LEVEL } = config
  // The kernel hands out connections. Handed on by this process, one would hang whenever a worker is killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: PROGRAM,
    args: ['serve', ...(creation === 'always' ? ['--new'] : [])],
    stdio: ['ignore', isPiped() ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  })
  decodeForWorkers((listener) => cluster.on('message', listener), createImageDecoder())
  const lives = new Set<Life>()
  const options = { level: LOG_LEVEL, hooks: { streamWrite: redactSecrets } }
  const output = openForwardingStream()
  const logger = pino(options, await openLogStream(config, { isShared: true }))
  const stopping = stopAtSignal(lives)
  const crew: Crew = { start: createStarter({ lives, logger, stopping, output }), logger, stopping }
  const first = crew.start(1)
  const isReady = await first.isReady
  if (!isReady && !crew.stopping.aborted) return giveUp(await first.end)
  const others = Array.from({ length: crew.stopping.aborted ? 0 : WORKERS - 1 }, (_, at) => at + 2)
  const ends = await Promise.all([
    keep(crew, 1, first),
    ...others.map((number) => keep(crew, number, crew.start(number))),
  ])
  process.exitCode = ends.every((isClean) => isClean) ? 0 : 1
  // What waits for a reader of the output would keep this process.
  output.flush(() => logger.flush(() => process.exit()))
}

/** A worker that failed by itself has said why. */
function giveUp({ code, signal }: End): void {
  if (code === null) throw new Error(`the first worker was ${signal ? `ended by ${signal}` : 'refused by the system'}`)
  process.exitCode = 1
}

/** Lets another take the place of a worker that ended, until all are to stop; whether the last one then ended cleanly. */
async function keep({ start, logger, stopping }: Crew, number: number, first: Life): Promise<boolean> {
  let failures = 0
  for (let life = first; ; life = start(number)) {
    const began = performance.now()
    const end = await life.end
    if (stopping.aborted) return end.code === 0 || !(await life.isReady)
    failures = performance.now() - began < STEADY_MILLISECONDS ? failures + 1 : 0
    const pause = pauseAfter(failures)
    logger.warn({ worker: number, ...end, pause }, 'worker ended, another takes its place')
    await setTimeout(pause, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) return true
  }
}

/** None after the first: it was killed, or met with something that is not there at every start. */
const pauseAfter = (failures: number): number =>
  failures < 2 ? 0 : Math.min(100 * 2 ** failures, LONGEST_PAUSE_MILLISECONDS)

interface Starting extends Omit<Crew, 'start'> {
  readonly lives: Set<Life>
  /** Where lines of workers are forwarded to. */
  readonly output: LogStream
}

function createStarter({ lives, logger, stopping, output }: Starting): Crew['start'] {
  const monitor = startHeartbeatMonitor()
  const assignJobs = createJobAssignment(lives, stopping)
  let had: number | undefined
  let port: Readonly<Record<string, string>> = {}
  cluster.on('listening', (worker, address) => {
    had ??= address.port
    if (address.port === had) return
    // All had ended at once, and with them the port that PORT=0 had found.
    port = { PORT: String(had) }
    worker.process.kill('SIGKILL')
  })
  return (number) => {
    const worker = cluster.fork({ [NUMBER]: String(number), ...port })
    if (worker.process.stdout) forwardLines(worker.process.stdout, output)
    const onSilence = () => {
      logger.error({ worker: number }, 'worker does not respond and is killed')
      worker.process.kill('SIGKILL')
    }
    const life = lifeOf(worker, { onSilence }, monitor)
    lives.add(life)
    void life.isReady.then(assignJobs)
    void life.end.then(() => {
      lives.delete(life)
      assignJobs()
    })
    return life
  }
}

/** Has one worker that serves run the background jobs, and another one when that has ended. */
function createJobAssignment(lives: ReadonlySet<Life>, stopping: AbortSignal): () => void {
  let holder: Life | undefined
  return () => {
    if (stopping.aborted || (holder && lives.has(holder))) return
    holder = [...lives].find((life) => life.serves())
    holder?.takeJobs()
  }
}

function lifeOf(worker: Worker, watched: Watched, monitor: HeartbeatMonitor): Life {
  let isOnline = false
  let serves = false
  worker.once('online', () => {
    isOnline = true
  })
  const end = waitForEnd(worker)
  void end.then(() => monitor.forget(watched))
  const isReady = new Promise<boolean>((resolve) => {
    onMessageFromWorker(worker, 'ready', () => {
      serves = true
      resolve(true)
    })
    void end.then(() => resolve(false))
  })
  // The first one may have to migrate, which takes as long as it takes.
  monitor.watch(watched, worker.id === 1 ? Number.POSITIVE_INFINITY : START_MILLISECONDS)
  worker.on('message', () => monitor.beat(watched))
  onMessageFromWorker(worker, 'busy', () => monitor.allow(watched, BUSY_MILLISECONDS))
  const closed = new Promise<void>((resolve) => onMessageFromWorker(worker, 'closed', resolve))
  const close = () => {
    // It cannot send heartbeats once its channel has ended.
    monitor.forget(watched)
    // By the channel: a service manager may have sent it the signal as well, and a second one kills.
    if (isOnline && worker.isConnected()) sendToWorker(worker, 'stop')
    else worker.process.kill('SIGTERM')
    globalThis.setTimeout(() => worker.process.kill('SIGKILL'), STOP_MILLISECONDS).unref()
    return Promise.race([closed, end])
  }
  const disconnect = () => {
    if (worker.isConnected()) worker.process.disconnect()
  }
  return { isReady, end, close, disconnect, takeJobs: () => sendToWorker(worker, 'take jobs'), serves: () => serves }
}

function waitForEnd(worker: Worker): Promise<End> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve({ code, signal }))
    // What is written to a worker that has just ended fails, and its exit follows; not so where none could be started.
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve({ code: null, signal: null })
    })
  })
}

function sendToWorker(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message)
}

function onMessageFromWorker(worker: Worker, expected: FromWorker, listener: () => void): void {
  worker.on('message', (message: unknown) => {
    if (message === expected) listener()
  })
}

/**
 * Workers tell their clients to come back only after all of them stopped listening: the last copy of the listening socket
 * resets the connections that wait in it when it is closed.
 */
async function stopAll(lives: ReadonlySet<Life>): Promise<void> {
  const closing = Promise.all(Array.from(lives, (life) => life.close()))
  await Promise.race([closing, setTimeout(CLOSED_MILLISECONDS, undefined, { ref: false })])
  for (const life of lives) life.disconnect()
}

function stopAtSignal(lives: ReadonlySet<Life>): AbortSignal {
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    void stopAll(lives)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop)
  return stopping.signal
}
