/** Several processes on one port: workers, which serve, and one that opens nothing and only watches over them. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import type { StartOptions } from './context.ts'
import { openLogStream } from './log-stream.ts'
import { createImageDecoder } from './media/image-decoder.ts'
import { decodeForWorkers } from './media/shared-image-decoder.ts'
import { redactSecrets } from './text/redact.ts'
import { type HeartbeatMonitor, startHeartbeat, startHeartbeatMonitor, type Watched } from './workers/heartbeat.ts'

const PROGRAM = fileURLToPath(new URL('../bin/calends.js', import.meta.url))
/** Tells a worker its number, from 1. Whoever takes the place of one that ended has the same. */
const NUMBER = 'CALENDS_WORKER'
/** What a worker tells: that it serves, that it lives, that it will be silent for long. */
type FromWorker = 'ready' | 'alive' | 'busy'
/** What a worker is told: that the background jobs are its own from now on. */
const TAKE_JOBS = 'take jobs'

/** Longest way from the signal to the end of the last worker, each of which has a shorter limit of its own. */
const STOP_MILLISECONDS = 20_000
/** A worker that ended sooner has failed at its start. */
const STEADY_MILLISECONDS = 5000
const LONGEST_PAUSE_MILLISECONDS = 10_000

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
  const { serve } = await import('./main.ts')
  const number = Number(process.env[NUMBER])
  const tell = (message: FromWorker) => {
    if (worker.isConnected()) worker.send(message)
  }
  // The first of all starts alone, so it is the one that finds the database as it was left, and has something to say.
  const isFirst = worker.id === 1
  const start: StartOptions = { creation: isFirst ? creation : 'never', checksAfterCrash: isFirst }
  try {
    const onLongWork = () => tell('busy')
    const { stop, takeJobs } = await serve(config, {
      worker: number,
      doesJobs: false,
      greets: isFirst,
      start,
      onLongWork,
    })
    worker.on('message', (message: unknown) => {
      if (message === TAKE_JOBS) takeJobs()
    })
    // The way to be told to stop, and what becomes of the channel when its other end is killed.
    worker.once('disconnect', () => {
      // Else the process would be ended before it has answered.
      worker.exitedAfterDisconnect = true
      void stop()
    })
    tell('ready')
    startHeartbeat(() => tell('alive'))
  } catch (error) {
    // Open, it would keep the process from ending with its code.
    process.channel?.unref()
    throw error
  }
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
  readonly stop: () => void
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
  cluster.setupPrimary({ exec: PROGRAM, args: ['serve', ...(creation === 'always' ? ['--new'] : [])] })
  decodeForWorkers((listener) => cluster.on('message', listener), createImageDecoder())
  const lives = new Set<Life>()
  const options = { level: LOG_LEVEL, hooks: { streamWrite: redactSecrets } }
  const logger = pino(options, await openLogStream(config, { sync: true }))
  const stopping = stopAtSignal(lives)
  const crew: Crew = { start: createStarter({ lives, logger, stopping }), logger, stopping }
  const first = crew.start(1)
  const isReady = await first.isReady
  if (!isReady && !crew.stopping.aborted) return giveUp(await first.end)
  const others = Array.from({ length: crew.stopping.aborted ? 0 : WORKERS - 1 }, (_, at) => at + 2)
  const ends = await Promise.all([
    keep(crew, 1, first),
    ...others.map((number) => keep(crew, number, crew.start(number))),
  ])
  process.exitCode = ends.every((isClean) => isClean) ? 0 : 1
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
}

function createStarter({ lives, logger, stopping }: Starting): Crew['start'] {
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
  let serves = false
  const end = new Promise<End>((resolve) => {
    worker.once('exit', (code, signal) => {
      monitor.forget(watched)
      resolve({ code, signal })
    })
    // What is written to a worker that has just ended fails, and its exit follows; not so where none could be started.
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve({ code: null, signal: null })
    })
  })
  const isReady = new Promise<boolean>((resolve) => {
    worker.on('message', (message: FromWorker) => {
      if (message === 'busy') monitor.allow(watched, BUSY_MILLISECONDS)
      else monitor.beat(watched)
      if (message !== 'ready') return
      serves = true
      resolve(true)
    })
    void end.then(() => resolve(false))
  })
  // The first one may have to migrate, which takes as long as it takes.
  monitor.watch(watched, worker.id === 1 ? Number.POSITIVE_INFINITY : START_MILLISECONDS)
  const stop = () => {
    // It cannot tell that it lives once its channel has ended.
    monitor.forget(watched)
    // By the channel: a service manager may have sent it the signal as well, and a second one kills.
    if (!serves) worker.process.kill('SIGTERM')
    else if (worker.isConnected()) worker.process.disconnect()
    globalThis.setTimeout(() => worker.process.kill('SIGKILL'), STOP_MILLISECONDS).unref()
  }
  const takeJobs = () => {
    if (worker.isConnected()) worker.send(TAKE_JOBS)
  }
  return { isReady, end, stop, takeJobs, serves: () => serves }
}

function stopAtSignal(lives: ReadonlySet<Life>): AbortSignal {
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    for (const life of lives) life.stop()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  return stopping.signal
}
