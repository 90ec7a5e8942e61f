/** Workers that share a port, and their supervisor, which opens no database. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Logger, pino } from 'pino'
import { relayNotices } from './base/concurrency/ipc.ts'
import { redactSecrets } from './base/text/redact.ts'
import { createImageDecoder } from './calendar/images/image-decoder.ts'
import type { Config } from './config.ts'
import { decodeForWorkers } from './features/media/shared-image-decoder.ts'
import type { WorkerMetrics } from './features/monitoring/worker-metrics.ts'
import { listenForMetrics } from './metrics-port.ts'
import { createPeers, servesMetrics } from './monitoring.ts'
import {
  type HeartbeatMonitor,
  type MonitoredWorker,
  startHeartbeat,
  startHeartbeatMonitor,
} from './process/heartbeat.ts'
import { forwardLines, isPiped, type LogStream, openForwardingStream, openLogStream } from './process/log-stream.ts'
import { createRollingRestart, type ReplaceableWorker, type RollingRestart } from './process/rolling-restart.ts'
import { handleUnhandledFailures } from './process/unhandled-failures.ts'
import type { StartOptions } from './process-services.ts'

const PROGRAM = fileURLToPath(new URL('../bin/calends.js', import.meta.url))
/** Number of a worker, from 1. The replacement of a worker has the same number. */
const WORKER_NUMBER_VARIABLE = 'CALENDS_WORKER'
/** Messages of a worker: it serves, it is alive, it will block for a long time, it has stopped listening. */
type WorkerMessage = 'ready' | 'alive' | 'busy' | 'closed'
/** Messages to a worker: run the background jobs, stop. */
type ToWorker = 'take jobs' | 'stop'

/** Maximum time of a shutdown of all workers; each worker has a shorter limit. */
const KILL_TIMEOUT_MILLISECONDS = 20_000
/** A worker that ends sooner counts as failed at start. */
const STABLE_MILLISECONDS = 5000
const MAX_RESTART_DELAY_MILLISECONDS = 10_000
/** Time for which stopping workers wait for each other to stop listening. */
const CLOSE_TIMEOUT_MILLISECONDS = 4000
const OTHERS_DELAY_MILLISECONDS = 250

/** Time in which a worker has to start, if it has nothing to migrate. */
const START_TIMEOUT_MILLISECONDS = 120_000
/** Time without heartbeats for a worker that has announced it. */
const BUSY_TIMEOUT_MILLISECONDS = 600_000

/** Runs the supervisor or, in a forked process, a worker. Fails like `serve`. */
export function serveWithWorkers(config: Config, creation: StartOptions['creation']): Promise<void> {
  return cluster.worker ? runWorker(config, cluster.worker, creation) : supervise(config, creation)
}

async function runWorker(config: Config, worker: Worker, creation: StartOptions['creation']): Promise<void> {
  // Writing to a channel that was just closed fails and would end the process; `disconnect` follows.
  worker.on('error', () => {})
  const sendMessage = (message: WorkerMessage) => {
    if (worker.isConnected()) worker.send(message)
  }
  const disconnected = waitForDisconnect(worker)
  const stopped = new Promise<void>((resolve) => onMessageToWorker(worker, 'stop', resolve))
  const { serve } = await import('./main.ts')
  // The first worker starts alone: it checks the database after a crash and prints the welcome message.
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
      peers: createPeers(worker),
    })
    onMessageToWorker(worker, 'take jobs', startBackgroundJobs)
    sendMessage('ready')
    startHeartbeat(() => sendMessage('alive'))
  } catch (error) {
    // An open channel would keep the process alive.
    process.channel?.unref()
    throw error
  }
}

/** Resolves when the supervisor closes the channel or is killed. */
function waitForDisconnect(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('disconnect', () => {
      // Otherwise Node would end the process before pending requests complete.
      worker.exitedAfterDisconnect = true
      resolve()
    })
  })
}

/** Resolves when no worker listens any more, which the supervisor signals by closing the channel. */
async function waitForOthers(worker: Worker, disconnected: Promise<void>): Promise<void> {
  // The supervisor was killed, so the other workers stop at the same time.
  if (!worker.isConnected()) return setTimeout(OTHERS_DELAY_MILLISECONDS)
  const closed: WorkerMessage = 'closed'
  worker.send(closed)
  // If only this worker stops, the supervisor does not close the channel.
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

/** A worker as the supervisor sees it. */
interface WorkerProcess extends ReplaceableWorker {
  /** A replacement has the same number. */
  readonly number: number
  readonly exit: Promise<ExitStatus>
  readonly startBackgroundJobs: () => void
  /** True once the worker serves requests. */
  readonly isServing: () => boolean
  /** True once it was killed because it did not respond. */
  readonly wasSilent: () => boolean
}

const listClusterWorkers = (): readonly Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

interface Supervisor {
  readonly startWorker: (number: number) => WorkerProcess
  readonly logger: Logger
  readonly stopping: AbortSignal
  /** Undefined when metrics are not served. */
  readonly metrics: WorkerMetrics | undefined
  readonly rollingRestart: RollingRestart<WorkerProcess>
}

/** Loaded only when metrics are served. */
const loadWorkerMetrics = async (): Promise<WorkerMetrics> =>
  (await import('./features/monitoring/worker-metrics.ts')).createWorkerMetrics()

/** The first worker starts alone, so that an error that affects all workers is reported once. */
async function supervise(config: Config, creation: StartOptions['creation']): Promise<void> {
  const { WORKERS, LOG_LEVEL } = config
  // The kernel distributes connections. If this process did, connections would hang whenever a worker is killed.
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
  const { stopping, stop } = createStop(workers)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop)
  handleUnhandledFailures({ logger, stop })
  const metrics = servesMetrics(config) ? await loadWorkerMetrics() : undefined
  const closeMetrics = await listenForMetrics(config, metrics?.format)
  const startWorker = createWorkerStarter({ workers, logger, stopping, output, metrics })
  const rollingRestart = createRollingRestart({
    listServing: () => [...workers].filter((worker) => worker.isServing()),
    startReplacement: ({ number }) => startWorker(number),
    stopping,
  })
  restartAtSignal(rollingRestart, logger)
  const supervisor: Supervisor = { startWorker, logger, stopping, rollingRestart, metrics }
  const firstWorker = supervisor.startWorker(1)
  const isFirstReady = await firstWorker.becameReady
  if (!isFirstReady && !supervisor.stopping.aborted) {
    await closeMetrics()
    return failStart(await firstWorker.exit)
  }
  const others = Array.from({ length: supervisor.stopping.aborted ? 0 : WORKERS - 1 }, (_, index) => index + 2)
  const cleanExits = await Promise.all([
    superviseWorker(supervisor, 1, firstWorker),
    ...others.map((workerNumber) => superviseWorker(supervisor, workerNumber, supervisor.startWorker(workerNumber))),
  ])
  await closeMetrics()
  if (!cleanExits.every((isClean) => isClean)) process.exitCode = 1
  // Pending output would keep this process alive.
  output.flush(() => logger.flush(() => process.exit()))
}

/** A worker that exited by itself has reported the error. */
function failStart({ code, signal }: ExitStatus): void {
  if (code === null)
    throw new Error(`the first worker was ${signal ? `killed by ${signal}` : 'not started by the system'}`)
  process.exitCode = 1
}

/** Restarts a worker until the shutdown. Returns whether the last one ended cleanly. */
async function superviseWorker(
  { startWorker, logger, stopping, rollingRestart, metrics }: Supervisor,
  workerNumber: number,
  firstWorker: WorkerProcess,
): Promise<boolean> {
  let failures = 0
  let worker = firstWorker
  for (;;) {
    const startedAt = performance.now()
    const exit = await worker.exit
    if (stopping.aborted) return exit.code === 0 || !(await worker.becameReady)
    const replacement = rollingRestart.findReplacement(worker)
    if (replacement) {
      worker = replacement
      continue
    }
    // A worker that never served has failed, however long its start took.
    const isStable = (await worker.becameReady) && performance.now() - startedAt >= STABLE_MILLISECONDS
    failures = isStable ? 0 : failures + 1
    const delay = computeRestartDelay(failures)
    logger.warn({ worker: workerNumber, ...exit, pause: delay }, 'worker exited, restarting')
    metrics?.countRestart(worker.wasSilent() ? 'hang' : 'exit')
    await setTimeout(delay, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) return true
    worker = startWorker(workerNumber)
  }
}

/** No delay after the first failure, which may not recur. */
const computeRestartDelay = (failures: number): number =>
  failures < 2 ? 0 : Math.min(100 * 2 ** failures, MAX_RESTART_DELAY_MILLISECONDS)

interface StarterOptions extends Pick<Supervisor, 'logger' | 'stopping' | 'metrics'> {
  readonly workers: Set<WorkerProcess>
  /** Receives the log lines of workers. */
  readonly output: LogStream
}

function createWorkerStarter({
  workers,
  logger,
  stopping,
  output,
  metrics,
}: StarterOptions): Supervisor['startWorker'] {
  const monitor = startHeartbeatMonitor()
  const assignJobs = createJobAssignment(workers, stopping)
  let assignedPort: number | undefined
  let port: Readonly<Record<string, string>> = {}
  cluster.on('listening', (worker, address) => {
    assignedPort ??= address.port
    if (address.port === assignedPort || stopping.aborted) return
    // All workers had ended, so a new one with PORT=0 got another port.
    port = { PORT: String(assignedPort) }
    worker.process.kill('SIGKILL')
  })
  return (workerNumber) => {
    const worker = cluster.fork({ [WORKER_NUMBER_VARIABLE]: String(workerNumber), ...port })
    let wasSilent = false
    metrics?.addWorker(worker)
    relayNotices(worker, listClusterWorkers)
    if (worker.process.stdout) forwardLines(worker.process.stdout, output)
    const onSilence = () => {
      wasSilent = true
      logger.error({ worker: workerNumber }, 'worker does not respond and is killed')
      worker.process.kill('SIGKILL')
    }
    const workerProcess = {
      ...createWorkerProcess(worker, { onSilence }, monitor),
      number: workerNumber,
      wasSilent: () => wasSilent,
    }
    workers.add(workerProcess)
    void workerProcess.becameReady.then(assignJobs)
    void workerProcess.exit.then(() => {
      workers.delete(workerProcess)
      assignJobs()
    })
    return workerProcess
  }
}

/** Assigns the background jobs to one serving worker, and to another one when it ends. */
function createJobAssignment(workers: ReadonlySet<WorkerProcess>, stopping: AbortSignal): () => void {
  let jobWorker: WorkerProcess | undefined
  return () => {
    if (stopping.aborted || (jobWorker && workers.has(jobWorker))) return
    jobWorker = [...workers].find((worker) => worker.isServing())
    jobWorker?.startBackgroundJobs()
  }
}

function createWorkerProcess(
  worker: Worker,
  monitored: MonitoredWorker,
  monitor: HeartbeatMonitor,
): Omit<WorkerProcess, 'number' | 'wasSilent'> {
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
  // The first worker may have to migrate the database, which has no time limit.
  monitor.watch(monitored, worker.id === 1 ? Number.POSITIVE_INFINITY : START_TIMEOUT_MILLISECONDS)
  worker.on('message', () => monitor.beat(monitored))
  onMessageFromWorker(worker, 'busy', () => monitor.allow(monitored, BUSY_TIMEOUT_MILLISECONDS))
  const closed = new Promise<void>((resolve) => onMessageFromWorker(worker, 'closed', resolve))
  const close = () => {
    // It cannot send heartbeats after its channel was closed.
    monitor.forget(monitored)
    // By a message: a service manager may have sent SIGTERM to the worker as well, and a second signal kills it.
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
    // After an error while writing to a worker that just ended, `exit` follows, but not if the process could not be started.
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
 * Workers make clients reconnect only after all of them stopped listening: closing the last copy of the listening socket
 * resets the connections in its queue.
 */
async function stopAll(workers: ReadonlySet<WorkerProcess>): Promise<void> {
  const closing = Promise.all(Array.from(workers, (worker) => worker.close()))
  await Promise.race([closing, setTimeout(CLOSE_TIMEOUT_MILLISECONDS, undefined, { ref: false })])
  for (const worker of workers) worker.disconnect()
}

/** `stop` aborts the signal and stops all workers. */
function createStop(workers: ReadonlySet<WorkerProcess>) {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) return
    controller.abort()
    void stopAll(workers)
  }
  return { stopping: controller.signal, stop }
}

/** SIGUSR2 replaces the workers by processes of the installed version. */
function restartAtSignal({ restart }: RollingRestart<WorkerProcess>, logger: Logger): void {
  process.on('SIGUSR2', () => {
    logger.info('replacing the workers')
    restart().then(
      () => logger.info('all workers are replaced'),
      (error: unknown) => logger.error({ err: error }, 'workers are not replaced'),
    )
  })
}
