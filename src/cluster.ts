/** Several processes on one port: workers, which serve, and one that opens nothing and only watches over them. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Logger, pino } from 'pino'
import {
  type HeartbeatMonitor,
  type MonitoredWorker,
  startHeartbeat,
  startHeartbeatMonitor,
} from './cluster/heartbeat.ts'
import type { Config } from './config.ts'
import type { StartOptions } from './container.ts'
import { forwardLines, isPiped, type LogStream, openForwardingStream, openLogStream } from './log-stream.ts'
import { createImageDecoder } from './media/image-decoder.ts'
import { decodeForWorkers } from './media/shared-image-decoder.ts'
import { redactSecrets } from './text/redact.ts'

const PROGRAM = fileURLToPath(new URL('../bin/calends.js', import.meta.url))
/** Tells a worker its number, from 1. Whoever takes the place of one that ended has the same. */
const WORKER_NUMBER_VARIABLE = 'CALENDS_WORKER'
/** What a worker tells: that it serves, that it is alive, that it will be silent for long, that it listens no more. */
type WorkerMessage = 'ready' | 'alive' | 'busy' | 'closed'
/** What a worker is told: that the background jobs are its own from now on, or that it is to stop. */
type ToWorker = 'take jobs' | 'stop'

/** Longest way from the signal to the end of the last worker, each of which has a shorter limit of its own. */
const KILL_TIMEOUT_MILLISECONDS = 20_000
/** A worker that ended sooner has failed at its start. */
const STABLE_MILLISECONDS = 5000
const MAX_RESTART_DELAY_MILLISECONDS = 10_000
/** How long stopping workers wait for one another to stop listening. */
const CLOSE_TIMEOUT_MILLISECONDS = 4000
const OTHERS_DELAY_MILLISECONDS = 250

/** How long a worker may take to start, which has nothing to migrate. */
const START_TIMEOUT_MILLISECONDS = 120_000
/** How long a worker may be silent that has said so. */
const BUSY_TIMEOUT_MILLISECONDS = 600_000

/** Runs as the one or the other; ends as `serve` does. */
export function serveWithWorkers(config: Config, creation: StartOptions['creation']): Promise<void> {
  return cluster.worker ? runWorker(config, cluster.worker, creation) : supervise(config, creation)
}

async function runWorker(config: Config, worker: Worker, creation: StartOptions['creation']): Promise<void> {
  // What is written into a channel that has just ended fails, and would end the process; `disconnect` follows.
  worker.on('error', () => {})
  const sendMessage = (message: WorkerMessage) => {
    if (worker.isConnected()) worker.send(message)
  }
  const disconnected = waitForDisconnect(worker)
  const stopped = new Promise<void>((resolve) => onMessageToWorker(worker, 'stop', resolve))
  const { serve } = await import('./main.ts')
  // The first of all starts alone, so it is the one that finds the database as it was left, and has something to say.
  const isFirst = worker.id === 1
  try {
    const { startBackgroundJobs } = await serve(config, {
      worker: Number(process.env[WORKER_NUMBER_VARIABLE]),
      runsJobs: false,
      printsWelcome: isFirst,
      start: { creation: isFirst ? creation : 'never', checksAfterCrash: isFirst },
      onLongWork: () => sendMessage('busy'),
      stopRequest: Promise.race([stopped, disconnected]),
      waitForOthers: () => waitForOthers(worker, disconnected),
    })
    onMessageToWorker(worker, 'take jobs', startBackgroundJobs)
    sendMessage('ready')
    startHeartbeat(() => sendMessage('alive'))
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
  if (!worker.isConnected()) return setTimeout(OTHERS_DELAY_MILLISECONDS)
  const closed: WorkerMessage = 'closed'
  worker.send(closed)
  // A worker that is stopped by itself waits in vain.
  await Promise.race([disconnected, setTimeout(CLOSE_TIMEOUT_MILLISECONDS)])
}

function onMessageToWorker(worker: Worker, expected: ToWorker, listener: () => void): void {
  worker.on('message', (message: unknown) => {
    if (message === expected) listener()
  })
}

interface ExitStatus {
  readonly code: number | null
  readonly signal: string | null
}

/** Of a worker, from its start to its end. */
interface WorkerProcess {
  /** Whether it came to serve before its end. */
  readonly becameReady: Promise<boolean>
  readonly exit: Promise<ExitStatus>
  /** Asks it to stop. Resolves when it listens no more. */
  readonly close: () => Promise<unknown>
  /** Tells it that no other listens any more. */
  readonly disconnect: () => void
  readonly startBackgroundJobs: () => void
  /** Whether it has come to serve. */
  readonly isServing: () => boolean
}

interface Supervisor {
  readonly startWorker: (number: number) => WorkerProcess
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
  const workers = new Set<WorkerProcess>()
  const options = { level: LOG_LEVEL, hooks: { streamWrite: redactSecrets } }
  const output = openForwardingStream()
  const logger = pino(options, await openLogStream(config, { isShared: true }))
  const stopping = stopAtSignal(workers)
  const supervisor: Supervisor = {
    startWorker: createWorkerStarter({ workers, logger, stopping, output }),
    logger,
    stopping,
  }
  const firstWorker = supervisor.startWorker(1)
  const isFirstReady = await firstWorker.becameReady
  if (!isFirstReady && !supervisor.stopping.aborted) return failStart(await firstWorker.exit)
  const others = Array.from({ length: supervisor.stopping.aborted ? 0 : WORKERS - 1 }, (_, index) => index + 2)
  const cleanExits = await Promise.all([
    superviseWorker(supervisor, 1, firstWorker),
    ...others.map((workerNumber) => superviseWorker(supervisor, workerNumber, supervisor.startWorker(workerNumber))),
  ])
  process.exitCode = cleanExits.every((isClean) => isClean) ? 0 : 1
  // What waits for a reader of the output would keep this process.
  output.flush(() => logger.flush(() => process.exit()))
}

/** A worker that failed by itself has said why. */
function failStart({ code, signal }: ExitStatus): void {
  if (code === null) throw new Error(`the first worker was ${signal ? `ended by ${signal}` : 'refused by the system'}`)
  process.exitCode = 1
}

/** Lets another take the place of a worker that ended, until all are to stop; whether the last one then ended cleanly. */
async function superviseWorker(
  { startWorker, logger, stopping }: Supervisor,
  workerNumber: number,
  firstWorker: WorkerProcess,
): Promise<boolean> {
  let failures = 0
  for (let worker = firstWorker; ; worker = startWorker(workerNumber)) {
    const startedAt = performance.now()
    const exit = await worker.exit
    if (stopping.aborted) return exit.code === 0 || !(await worker.becameReady)
    failures = performance.now() - startedAt < STABLE_MILLISECONDS ? failures + 1 : 0
    const delay = computeRestartDelay(failures)
    logger.warn({ worker: workerNumber, ...exit, pause: delay }, 'worker ended, another takes its place')
    await setTimeout(delay, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) return true
  }
}

/** None after the first: it was killed, or met with something that is not there at every start. */
const computeRestartDelay = (failures: number): number =>
  failures < 2 ? 0 : Math.min(100 * 2 ** failures, MAX_RESTART_DELAY_MILLISECONDS)

interface StarterOptions extends Omit<Supervisor, 'startWorker'> {
  readonly workers: Set<WorkerProcess>
  /** Where lines of workers are forwarded to. */
  readonly output: LogStream
}

function createWorkerStarter({ workers, logger, stopping, output }: StarterOptions): Supervisor['startWorker'] {
  const monitor = startHeartbeatMonitor()
  const assignJobs = createJobAssignment(workers, stopping)
  let assignedPort: number | undefined
  let port: Readonly<Record<string, string>> = {}
  cluster.on('listening', (worker, address) => {
    assignedPort ??= address.port
    if (address.port === assignedPort) return
    // All had ended at once, and with them the port that PORT=0 had found.
    port = { PORT: String(assignedPort) }
    worker.process.kill('SIGKILL')
  })
  return (workerNumber) => {
    const worker = cluster.fork({ [WORKER_NUMBER_VARIABLE]: String(workerNumber), ...port })
    if (worker.process.stdout) forwardLines(worker.process.stdout, output)
    const onSilence = () => {
      logger.error({ worker: workerNumber }, 'worker does not respond and is killed')
      worker.process.kill('SIGKILL')
    }
    const workerProcess = createWorkerProcess(worker, { onSilence }, monitor)
    workers.add(workerProcess)
    void workerProcess.becameReady.then(assignJobs)
    void workerProcess.exit.then(() => {
      workers.delete(workerProcess)
      assignJobs()
    })
    return workerProcess
  }
}

/** Has one worker that serves run the background jobs, and another one when that has ended. */
function createJobAssignment(workers: ReadonlySet<WorkerProcess>, stopping: AbortSignal): () => void {
  let jobWorker: WorkerProcess | undefined
  return () => {
    if (stopping.aborted || (jobWorker && workers.has(jobWorker))) return
    jobWorker = [...workers].find((worker) => worker.isServing())
    jobWorker?.startBackgroundJobs()
  }
}

function createWorkerProcess(worker: Worker, monitored: MonitoredWorker, monitor: HeartbeatMonitor): WorkerProcess {
  let isOnline = false
  let isServing = false
  worker.once('online', () => {
    isOnline = true
  })
  const exit = waitForEnd(worker)
  void exit.then(() => monitor.forget(monitored))
  const becameReady = new Promise<boolean>((resolve) => {
    onMessageFromWorker(worker, 'ready', () => {
      isServing = true
      resolve(true)
    })
    void exit.then(() => resolve(false))
  })
  // The first one may have to migrate, which takes as long as it takes.
  monitor.watch(monitored, worker.id === 1 ? Number.POSITIVE_INFINITY : START_TIMEOUT_MILLISECONDS)
  worker.on('message', () => monitor.beat(monitored))
  onMessageFromWorker(worker, 'busy', () => monitor.allow(monitored, BUSY_TIMEOUT_MILLISECONDS))
  const closed = new Promise<void>((resolve) => onMessageFromWorker(worker, 'closed', resolve))
  const close = () => {
    // It cannot send heartbeats once its channel has ended.
    monitor.forget(monitored)
    // By the channel: a service manager may have sent it the signal as well, and a second one kills.
    if (isOnline && worker.isConnected()) sendToWorker(worker, 'stop')
    else worker.process.kill('SIGTERM')
    globalThis.setTimeout(() => worker.process.kill('SIGKILL'), KILL_TIMEOUT_MILLISECONDS).unref()
    return Promise.race([closed, exit])
  }
  const disconnect = () => {
    if (worker.isConnected()) worker.process.disconnect()
  }
  return {
    becameReady,
    exit,
    close,
    disconnect,
    startBackgroundJobs: () => sendToWorker(worker, 'take jobs'),
    isServing: () => isServing,
  }
}

function waitForEnd(worker: Worker): Promise<ExitStatus> {
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

function onMessageFromWorker(worker: Worker, expected: WorkerMessage, listener: () => void): void {
  worker.on('message', (message: unknown) => {
    if (message === expected) listener()
  })
}

/**
 * Workers tell their clients to come back only after all of them stopped listening: the last copy of the listening socket
 * resets the connections that wait in it when it is closed.
 */
async function stopAll(workers: ReadonlySet<WorkerProcess>): Promise<void> {
  const closing = Promise.all(Array.from(workers, (worker) => worker.close()))
  await Promise.race([closing, setTimeout(CLOSE_TIMEOUT_MILLISECONDS, undefined, { ref: false })])
  for (const worker of workers) worker.disconnect()
}

function stopAtSignal(workers: ReadonlySet<WorkerProcess>): AbortSignal {
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    void stopAll(workers)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop)
  return stopping.signal
}
