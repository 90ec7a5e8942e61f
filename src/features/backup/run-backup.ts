/** Backups into a repository, by command or by schedule, one at a time across all nodes. */
import { randomBytes } from 'node:crypto'
import { hasEnded, PROCESS_TOKEN } from '../../base/concurrency/process-token.ts'
import { redactSecrets } from '../../base/text/redact.ts'
import type { MediaStore } from '../../calendar/images/media-store.ts'
import { retryWhileBusy } from '../../calendar/retry-transaction.ts'
import { openExistingDatabase } from '../../storage/open-database.ts'
import type { Database, DatabaseOptions, Writer } from '../../storage/types.ts'
import {
  type BackupState,
  claimBackup,
  extendClaim,
  findBackupState,
  recordBackup,
  releaseClaim,
} from './backup-state.ts'
import { type BackupOptions, createBackup, type WrittenBackup } from './create-backup.ts'
import { listArchives, removeArchives } from './repository.ts'
import { findExpiredArchives, type RetentionRule } from './retention.ts'
import type { BackupTarget } from './stores/backup-target.ts'

/** A process of another host that does not extend its claim for this time has ended. */
const CLAIM_MILLISECONDS = 120_000
const EXTEND_MILLISECONDS = 30_000
/** Time from a failure to the next attempt. */
const RETRY_MILLISECONDS = 300_000

export interface BackupConfig {
  readonly databaseUrl: string
  readonly limits: DatabaseOptions
  readonly target: BackupTarget
  readonly key: BackupOptions['key']
  readonly version: string
}

const formatTime = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
const parseTime = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`)

/** Writes a backup with a database handle of its own, because the snapshot occupies it. */
export async function writeBackup(
  { databaseUrl, limits, target, key, version }: BackupConfig,
  files: MediaStore,
  options: Omit<BackupOptions, 'key' | 'version'>,
): Promise<WrittenBackup> {
  const source = await openExistingDatabase(databaseUrl, limits)
  return createBackup({ database: source, files }, target, { ...options, key, version }).finally(source.close)
}

/** The message of an error, which names the target, and those of its causes. */
const describeFailure = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined
    ? `${error.message}: ${describeFailure(error.cause)}`
    : error instanceof Error
      ? error.message
      : String(error)

/**
 * Runs `work` while no other process writes a backup of this database, and records its result. Throws a plain `Error` if
 * one does. `signal` is aborted by a shutdown, which is no failure: the next process starts over.
 */
export async function runExclusiveBackup(
  database: Database,
  now: () => number,
  work: () => Promise<WrittenBackup>,
  signal?: AbortSignal,
): Promise<WrittenBackup> {
  const holder = `${PROCESS_TOKEN}/${randomBytes(8).toString('hex')}`
  const until = () => formatTime(now() + CLAIM_MILLISECONDS)
  const claim = { holder, now: formatTime(now()), until: until() }
  const write = <T>(change: (tx: Writer) => Promise<T>) => retryWhileBusy(() => database.transaction(change))
  const isClaimed = await write(async (tx) => {
    const state = await findBackupState(tx)
    if (state.holder !== '' && !isRunning(state, now())) await releaseClaim(tx, state.holder)
    return claimBackup(tx, claim)
  })
  if (!isClaimed)
    throw new Error('another backup is running, or was killed on another host within the last two minutes')
  const extend = () => database.transaction((tx) => extendClaim(tx, { holder, until: until() })).catch(() => false)
  const timer = setInterval(extend, EXTEND_MILLISECONDS).unref()
  try {
    const written = await work()
    const outcome = { archive: written.name, at: formatTime(Date.parse(written.manifest.created)) }
    await write((tx) => recordBackup(tx, holder, outcome))
    return written
  } catch (error) {
    const failure = signal?.aborted ? '' : redactSecrets(describeFailure(error))
    const outcome = { failure, at: formatTime(now()) }
    await write((tx) => recordBackup(tx, holder, outcome)).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
}

function isRunning({ holder, held_until }: BackupState, now: number): boolean {
  const [token = ''] = holder.split('/')
  return holder !== '' && parseTime(held_until) > now && !hasEnded(token)
}

export interface BackupSchedule extends BackupConfig {
  /** Milliseconds between backups. */
  readonly every: number
  readonly retention: RetentionRule
}

/** True if a scheduled backup has to be written now. */
function isDue({ succeeded_at, attempted_at, failure }: BackupState, every: number, now: number): boolean {
  const isOld = succeeded_at === '' || now - parseTime(succeeded_at) >= every
  const mayRetry = failure === '' || now - parseTime(attempted_at) >= Math.min(RETRY_MILLISECONDS, every)
  return isOld && mayRetry
}

interface BackedUpServices {
  readonly database: Database
  readonly files: MediaStore
}

/** Writes a backup if one is due, and removes those that the rule does not retain. Returns false if none was due. */
export async function runDueBackup(
  services: BackedUpServices,
  schedule: BackupSchedule,
  { now, signal }: { readonly now: () => number; readonly signal: AbortSignal },
): Promise<boolean> {
  const { database, files } = services
  const state = await findBackupState(database.read)
  if (isRunning(state, now()) || !isDue(state, schedule.every, now())) return false
  const { target, key, retention } = schedule
  const work = async () => {
    const written = await writeBackup(schedule, files, { now, onProgress: () => signal.throwIfAborted() })
    await removeArchives(target.store, findExpiredArchives(await listArchives(target.store), retention), key)
    return written
  }
  await runExclusiveBackup(database, now, work, signal)
  return true
}

/**
 * Returns the run of the backup job. After a failure it pauses in memory as well, because a full disk may also prevent that
 * the failure is recorded.
 */
export function createBackupRunner(schedule: BackupSchedule) {
  let pausedUntil = 0
  return async (services: BackedUpServices, signal: AbortSignal): Promise<boolean> => {
    if (Date.now() < pausedUntil) return false
    try {
      return await runDueBackup(services, schedule, { now: Date.now, signal })
    } catch (error) {
      pausedUntil = Date.now() + Math.min(RETRY_MILLISECONDS, schedule.every)
      throw error
    }
  }
}

export interface BackupStatus {
  /** Seconds since the snapshot of the newest backup; undefined without one. */
  readonly age: number | undefined
  /** Name of the newest archive; undefined without one. */
  readonly archive: string | undefined
  /** Message of the last attempt, without secrets, if it failed. */
  readonly failure: string | undefined
}

/** For `/readyz` and metrics. One query of one row. */
export async function readBackupStatus({ read }: Pick<Database, 'read'>, now: number): Promise<BackupStatus> {
  const { succeeded_at, archive, failure } = await findBackupState(read)
  return {
    age: succeeded_at === '' ? undefined : Math.max(0, Math.floor((now - parseTime(succeeded_at)) / 1000)),
    archive: archive || undefined,
    failure: failure || undefined,
  }
}
