/** The child process of replicator.ts. */

import { createJobMonitor, type JobMonitor } from '../../../kernel/job-monitor.ts'
import { getFilePath, openDatabase } from '../../../storage/open-database.ts'
import { openMediaStore } from '../../media/stores/open-store.ts'
import { parseBackupKey } from '../archive/encryption.ts'
import { openBackupTarget } from '../stores/backup-target.ts'
import { startReplication } from './replicate.ts'
import type { ReplicatorCommand, ReplicatorReport, ReplicatorSettings } from './replicator.ts'

const send = (report: ReplicatorReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(report, undefined, undefined, () => resolve())
    else resolve()
  })

/** An error may have members that cannot be sent. */
function copyError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const copy = new Error(error.message, error.cause === undefined ? {} : { cause: copyError(error.cause) })
  return Object.assign(copy, { name: error.name, stack: error.stack })
}

const reportFailure = (error: unknown): Promise<void> => send({ kind: 'failed', error: copyError(error) })

/** The parent process replaces this one. */
async function end(error: unknown): Promise<void> {
  await reportFailure(error)
  process.exit(1)
}

/** Reports every run to the parent process. */
function reportRuns(monitor: JobMonitor): JobMonitor {
  let last = 0
  return {
    ...monitor,
    run: async (name, interval, work) => {
      const run = ++last
      void send({ kind: 'begin', run })
      try {
        await monitor.run(name, interval, work)
        void send({ kind: 'end', run })
      } catch (error) {
        void send({ kind: 'end', run, error: copyError(error) })
        throw error
      }
    },
  }
}

type Stop = () => Promise<void>

/** Returns a function that uploads what is left. */
async function start(settings: ReplicatorSettings, monitor: JobMonitor): Promise<Stop> {
  const { databaseUrl, mediaUrl, target, credentials, key } = settings
  const path = getFilePath(databaseUrl)
  if (path === undefined) throw new Error('only SQLite is replicated')
  const database = await openDatabase(databaseUrl)
  const files = openMediaStore(mediaUrl)
  const replica = { store: openBackupTarget(target, credentials).store, key: parseBackupKey(key) }
  const replicator = startReplication(path, { database, files }, replica, {
    ...{ now: Date.now, jobs: reportRuns(monitor) },
    onFailure: (error) => void reportFailure(error),
    onCaughtUp: (time) => void send({ kind: 'caughtUp', time }),
  })
  return async () => {
    await replicator.stop()
    await files.close()
    await database.close()
  }
}

/** Obeys the parent process, and ends with it. */
function obey(monitor: JobMonitor): void {
  let started: Promise<Stop> | undefined
  process.on('message', (command: ReplicatorCommand) => {
    if (command.kind === 'stop') return void started?.then((stop) => stop()).then(() => process.exit(), end)
    started = start(command.settings, monitor)
    started.catch(end)
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // The parent process receives these signals, too, and stops this one after its last requests.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
}

function handleEscapedErrors(monitor: JobMonitor): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      const failed = monitor.failRun(error)
      if (!failed) void end(error)
      else if (!failed.isReported) void reportFailure(error)
    })
}

const monitor = createJobMonitor()
handleEscapedErrors(monitor)
obey(monitor)
