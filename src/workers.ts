/** Several processes on one port: workers, which serve, and one that opens nothing and only watches over them. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { forwardLines, isPiped, type LogOutput, openLogOutput } from './log-output.ts'

const PROGRAM = fileURLToPath(new URL('../bin/calends.js', import.meta.url))
/** Tells a worker its number, from 1. Whoever takes the place of one that ended has the same. */
const NUMBER = 'CALENDS_WORKER'
/** Does what happens without a request. */
const JOBS_NUMBER = 1

/** Longest way from the signal to the end of the last worker, each of which has a shorter limit of its own. */
const STOP_MILLISECONDS = 20_000
/** A worker that ended sooner has failed at its start. */
const STEADY_MILLISECONDS = 5000
const LONGEST_PAUSE_MILLISECONDS = 10_000
/** How long stopping workers wait for one another to stop listening. */
const CLOSED_MILLISECONDS = 4000
const OTHERS_MILLISECONDS = 250

/** Runs as the one or the other; ends as `serve` does. */
export function serveWithWorkers(config: Config): Promise<void> {
  return cluster.worker ? work(config, cluster.worker) : supervise(config)
}

/** From a worker: it serves. */
const READY = 'ready'
/** To a worker: it is to stop. */
const STOP = 'stop'
/** From a worker that stops: it listens no more. */
const CLOSED = 'closed'

async function work(config: Config, worker: Worker): Promise<void> {
  // What is written into a channel that has just ended fails, and would end the process; `disconnect` follows.
  worker.on('error', () => {})
  const disconnected = new Promise<void>((resolve) => {
    // Also when the other end of the channel is killed.
    worker.once('disconnect', () => {
      // Else the process would be ended before it has answered.
      worker.exitedAfterDisconnect = true
      resolve()
    })
  })
  const asked = new Promise<void>((resolve) => {
    worker.on('message', (message) => {
      if (message === STOP) resolve()
    })
  })
  const { serve } = await import('./main.ts')
  const number = Number(process.env[NUMBER])
  try {
    await serve(config, {
      worker: number,
      doesJobs: number === JOBS_NUMBER,
      // The first of all starts alone, so it is the one that has something to say.
      greets: worker.id === 1,
      stopRequest: Promise.race([asked, disconnected]),
      othersClosed: () => waitForOthers(worker, disconnected),
    })
    worker.send(READY)
  } catch (error) {
    // Open, it would keep the process from ending with its code.
    process.channel?.unref()
    throw error
  }
}

/** Resolves when no worker listens any more: the channel ends then. */
async function waitForOthers(worker: Worker, disconnected: Promise<void>): Promise<void> {
  // Whoever watched over the workers was killed: they stop at the same time.
  if (!worker.isConnected()) return setTimeout(OTHERS_MILLISECONDS)
  worker.send(CLOSED)
  // A worker that is stopped by itself waits in vain.
  await Promise.race([disconnected, setTimeout(CLOSED_MILLISECONDS)])
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
}

interface Crew {
  readonly start: (number: number) => Life
  readonly logger: Logger
  readonly stopping: AbortSignal
}

/** The first worker starts alone: what keeps it from serving would keep them all, and is said once. */
async function supervise({ WORKERS, LOG_LEVEL }: Config): Promise<void> {
  // The kernel hands out connections. Handed on by this process, one would hang whenever a worker is killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const stdout = isPiped() ? 'pipe' : 'inherit'
  cluster.setupPrimary({ exec: PROGRAM, args: ['serve'], stdio: ['ignore', stdout, 'inherit', 'ipc'] })
  const output = openLogOutput({ isShared: true })
  const lives = new Set<Life>()
  const crew: Crew = {
    start: createStarter(lives, output),
    logger: pino({ level: LOG_LEVEL }, output),
    stopping: stopAtSignal(lives),
  }
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
  output.flush(() => process.exit())
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

function createStarter(lives: Set<Life>, output: LogOutput): Crew['start'] {
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
    const life = lifeOf(worker)
    lives.add(life)
    void life.end.then(() => lives.delete(life))
    return life
  }
}

function lifeOf(worker: Worker): Life {
  let isOnline = false
  worker.once('online', () => {
    isOnline = true
  })
  const end = new Promise<End>((resolve) => {
    worker.once('exit', (code, signal) => resolve({ code, signal }))
    // What is written to a worker that has just ended fails, and its exit follows; not so where none could be started.
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve({ code: null, signal: null })
    })
  })
  const isReady = new Promise<boolean>((resolve) => {
    onMessage(worker, READY, () => resolve(true))
    void end.then(() => resolve(false))
  })
  const closed = new Promise<void>((resolve) => onMessage(worker, CLOSED, resolve))
  return {
    isReady,
    end,
    close: () => {
      // By the channel: a service manager may have sent it the signal as well, and a second one kills.
      if (isOnline && worker.isConnected()) worker.send(STOP)
      else worker.process.kill('SIGTERM')
      globalThis.setTimeout(() => worker.process.kill('SIGKILL'), STOP_MILLISECONDS).unref()
      return Promise.race([closed, end])
    },
    disconnect: () => {
      if (worker.isConnected()) worker.process.disconnect()
    },
  }
}

function onMessage(worker: Worker, wanted: string, listener: () => void): void {
  worker.on('message', (message) => {
    if (message === wanted) listener()
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
