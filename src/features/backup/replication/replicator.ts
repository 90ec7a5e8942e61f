/**
 * Replicates a SQLite file in a child process. In the process that serves requests, each step of a reading or upload would
 * wait for the requests that were received before it, which takes seconds under load.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, forkProgram } from '../../../base/concurrency/child-program.ts'
import { REPLICATION_JOB } from '../../../kernel/job-monitor.ts'
import type { BucketCredentials } from '../stores/backup-target.ts'
import { type ReplicationOptions, type Replicator, registerReplication, UPLOAD_MILLISECONDS } from './replicate.ts'

export interface ReplicatorSettings {
  readonly databaseUrl: string
  readonly mediaUrl: string
  /** Folder or bucket. */
  readonly target: string
  readonly credentials: BucketCredentials
  /** Text of `BACKUP_KEY`. */
  readonly key: string
}

/** To the child process. */
export type ReplicatorCommand =
  | { readonly kind: 'start'; readonly settings: ReplicatorSettings }
  | { readonly kind: 'stop' }

/** From the child process. */
export type ReplicatorReport =
  | { readonly kind: 'caughtUp'; readonly time: number }
  /** A snapshot or upload begins, or has ended. */
  | { readonly kind: 'begin'; readonly run: number }
  | { readonly kind: 'end'; readonly run: number; readonly error?: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }

const PROGRAM = findProgram('replicator-process', import.meta.url)
/** Pause before a child process that ended is replaced, which begins with a snapshot. */
const REPLACE_MILLISECONDS = 5000

/** Starts the child process, and replaces it when it ends. */
export function startReplicator(
  settings: ReplicatorSettings,
  { now, jobs, onFailure }: Omit<ReplicationOptions, 'intervals'>,
): Pick<Replicator, 'stop'> {
  const stopping = new AbortController()
  let caughtUp: number | undefined
  registerReplication({ now, jobs }, UPLOAD_MILLISECONDS, () => caughtUp)

  function receive(report: ReplicatorReport, runs: Runs): void {
    if (report.kind === 'caughtUp') caughtUp = report.time
    else if (report.kind === 'failed') onFailure(report.error, REPLICATION_JOB)
    else if (report.kind === 'end') runs.end(report.run, report.error)
    // A failure is reported by a message of its own.
    else void jobs.run(REPLICATION_JOB, UPLOAD_MILLISECONDS, () => runs.begin(report.run)).catch(() => undefined)
  }

  async function runOnce(): Promise<void> {
    const child = start(settings)
    const runs = createRuns()
    const stop = () => send(child, { kind: 'stop' })
    child.on('message', (report: ReplicatorReport) => receive(report, runs))
    stopping.signal.addEventListener('abort', stop)
    const reason = await waitForEnd(child)
    stopping.signal.removeEventListener('abort', stop)
    const error = new Error(`the replication process ended with ${reason}`)
    runs.endAll(error)
    if (!stopping.signal.aborted) onFailure(error, REPLICATION_JOB)
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runOnce()
      await sleep(REPLACE_MILLISECONDS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const running = keepRunning()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

function start(settings: ReplicatorSettings): ChildProcess {
  const env = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const child = forkProgram({
    path: PROGRAM,
    // Certificates and proxies of outgoing connections are set in the environment.
    env: Object.fromEntries(env),
    nodeOptions: ['--max-semi-space-size=4'],
    // Errors keep their class, stack and cause.
    serialization: 'advanced',
  })
  send(child, { kind: 'start', settings })
  return child
}

/** A child process that has ended receives nothing. */
function send(child: ChildProcess, command: ReplicatorCommand): void {
  if (child.connected) child.send(command, () => {})
}

/** Resolves with the reason why the child process has ended, or could not be started. */
async function waitForEnd(child: ChildProcess): Promise<string> {
  const ended = new AbortController()
  const { signal } = ended
  const [code, killedBy]: unknown[] = await Promise.race([
    once(child, 'exit', { signal }),
    once(child, 'error', { signal }),
  ]).finally(() => ended.abort())
  return String(killedBy ?? code)
}

interface Runs {
  /** Resolves or rejects when the run ends. */
  readonly begin: (run: number) => Promise<void>
  readonly end: (run: number, error: unknown) => void
  readonly endAll: (error: unknown) => void
}

function createRuns(): Runs {
  const pending = new Map<number, (error: unknown) => void>()
  const end = (run: number, error: unknown) => {
    pending.get(run)?.(error)
    pending.delete(run)
  }
  return {
    begin: (run) =>
      new Promise((resolve, reject) => {
        pending.set(run, (error) => (error === undefined ? resolve() : reject(error)))
      }),
    end,
    endAll: (error) => {
      for (const run of [...pending.keys()]) end(run, error)
    },
  }
}
