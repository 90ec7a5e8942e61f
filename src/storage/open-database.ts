import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { createSystemOrigin, type Origin } from '../kernel/change-record.ts'
import { Problem } from '../kernel/problem.ts'
import { createChangeBus } from './change-log/change-bus.ts'
import { createChangeRecorder, MAX_RECENT_CHANGES } from './change-log/change-log.ts'
import { type ChangePoller, startChangePoller } from './change-log/change-poller.ts'
import { createOwnChanges, type OwnChanges } from './change-log/own-changes.ts'
import { runQuickCheck } from './corruption.ts'
import { createDatabaseCaches } from './database-caches.ts'
import { openEngine } from './engine.ts'
import { createStatementRunner, withCaches } from './handles.ts'
import { createLastWriteCache } from './last-write-cache.ts'
import { assertNewest, findNewerMigrations, migrate } from './migrations/migrate.ts'
import type { Tables } from './tables/tables.ts'
import type {
  ChangeBusPublisher,
  Connections,
  Database,
  DatabaseCaches,
  DatabaseOptions,
  Engine,
  HandleCaches,
  Reader,
  Replica,
  Writer,
} from './types.ts'
import { createWriteHealth, type WriteHealth } from './write-health.ts'

/**
 * Opens and migrates the database; creates it, and the directory of a SQLite file, when it is missing. Throws like
 * `openExistingDatabase`.
 */
export async function openDatabase(url: string, options?: DatabaseOptions): Promise<Database> {
  const file = getFilePath(url)
  if (file !== undefined && !existsSync(file)) await options?.beforeCreate?.()
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return openWith(url, options, (db, engine) => migrate(db, engine, options?.beforeCreate))
}

/** Opens a database of this version without changing it. Throws a plain `Error` for any other database. */
export async function openExistingDatabase(url: string, options?: DatabaseOptions): Promise<Database> {
  const file = getFilePath(url)
  if (file !== undefined && !existsSync(file)) throw new Error(`there is no file ${file}`)
  return openWith(url, options, assertNewest)
}

/**
 * Opens a database to restore into, without creating tables; a SQLite file is created when it is missing. Only
 * transactions may be used.
 */
export async function openForRestore(url: string, options?: DatabaseOptions): Promise<Database> {
  return openWith(url, options, async () => {})
}

export const getFilePath = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined

type PrepareTables = (db: Kysely<Tables>, engine: Engine) => Promise<void>

/** Does not retry when the database is unavailable: the supervisor of the process restarts it. */
async function openWith(url: string, options: DatabaseOptions | undefined, prepare: PrepareTables): Promise<Database> {
  try {
    const bus = createChangeBus(options?.outageSeconds)
    const connections = await openEngine(url, options, bus)
    const newerMigrations = await prepareDatabase(connections, prepare, options?.checksAfterCrash)
    const caches = options?.caches ?? createDatabaseCaches()
    return createDatabase(connections, { bus, newerMigrations, caches, report: options?.report })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Error('the database cannot be opened', {
      cause: error.cause ?? new Error('another process holds the write lock'),
    })
  }
}

/** Returns the migrations that only a newer version contains. */
async function prepareDatabase(
  connections: Connections,
  prepare: PrepareTables,
  checksAfterCrash = false,
): Promise<readonly string[]> {
  try {
    if (checksAfterCrash && connections.needsCheck) await assertIntact(connections.write)
    await prepare(connections.write, connections.engine)
    return await findNewerMigrations(connections.write)
  } catch (error) {
    await closeWithLog(connections)
    throw error
  }
}

async function assertIntact(db: Kysely<Tables>): Promise<void> {
  const [first, ...others] = await runQuickCheck(db)
  if (first === undefined) return
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  throw new Error(`the database is damaged: ${first}${more}. "calends check" lists all; restore a backup`)
}

interface DatabaseContext {
  readonly bus: ChangeBusPublisher
  /** Migrations of a newer version. */
  readonly newerMigrations: readonly string[]
  readonly caches: DatabaseCaches
  readonly report: DatabaseOptions['report'] | undefined
}

/**
 * The read handle is closed last, which leaves the log of SQLite in place: the next start checks the file again, and damage
 * is not extended by a checkpoint.
 */
async function closeWithLog({ read, write, replica }: Connections): Promise<void> {
  await write.destroy()
  await Promise.all([read.destroy(), replica?.read.destroy()])
}

/** The write handle is closed last: SQLite then checkpoints its log and removes it. */
async function closeAll({ read, write, replica }: Connections): Promise<void> {
  await Promise.all([read.destroy(), replica?.read.destroy()])
  await write.destroy()
}

function createDatabase(
  connections: Connections,
  { bus, newerMigrations, caches, report = () => {} }: DatabaseContext,
): Database {
  const { engine, replica, changeSource } = connections
  const uncachedLists: HandleCaches = { statements: caches.statements, findList: undefined }
  const generation = () => (changeSource.pollSync() ? bus.current() : undefined)
  const ownChanges = createOwnChanges(MAX_RECENT_CHANGES)
  const handleCaches: HandleCaches = {
    statements: caches.statements,
    findList: (key, isAffected) => caches.findList(key, { generation, changes: ownChanges.findBetween, isAffected }),
  }
  const read = withCaches(connections.read, handleCaches)
  const primary = connections.primary === connections.read ? read : withCaches(connections.primary, handleCaches)
  const replicaReader = replica && withCaches(replica.read, uncachedLists)
  const startSnapshot = () => read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  let poller: Promise<ChangePoller> | undefined
  const health = createWriteHealth(connections.probeWrite)
  const createTracked = (origin: Origin): Database['transaction'] => {
    const transaction = createTransaction(connections, { bus, ownChanges, caches: uncachedLists, origin })
    return (work) => trackOutcome(health, transaction(work))
  }
  const database: Database = {
    engine,
    read,
    primary,
    transaction: createTracked(createSystemOrigin('command')),
    withOrigin: (origin) => ({ ...database, read: primary, transaction: createTracked(origin) }),
    snapshot: (work) => startSnapshot().execute((tx) => work(withCaches(tx, uncachedLists))),
    bus,
    newerMigrations,
    generation,
    ownChanges: ownChanges.findBetween,
    startPolling: async () => {
      if (poller === undefined) await changeSource.check()
      poller ??= startChangePoller(changeSource, { afterPoll: () => replica?.retry(), report })
      await poller
    },
    // Without polling, caches are not used.
    catchUp: async () => {
      if (poller !== undefined) await changeSource.catchUp()
    },
    readFromReplicaIfPossible: (work) =>
      replica && replicaReader ? onReplica(replica, work, { primary: database, replicaReader }) : work(database),
    checkWrites: health.check,
    usesReplica: () => replica?.isAvailable(),
    lastWrite: createLastWriteCache(),
    statistics: () => ({ ...connections.statistics(), writeFailures: health.countFailures() }),
    explain: (statement) => engine.explain(connections.read, statement),
    close: async () => {
      await (await poller)?.stop()
      await closeAll(connections)
    },
  }
  return database
}

interface TransactionContext {
  readonly bus: ChangeBusPublisher
  readonly ownChanges: OwnChanges
  readonly caches: HandleCaches
  readonly origin: Origin
}

/** Announces the recorded changes: to other processes on commit, to the own process before the promise resolves. */
function createTransaction(
  { engine, write, history }: Connections,
  { bus, ownChanges, caches, origin }: TransactionContext,
): Database['transaction'] {
  return async (work) => {
    const before = bus.current()
    const recorder = createChangeRecorder()
    const { result, changes, mark } = await write.transaction().execute(async (tx) => {
      const runner = await createStatementRunner(tx)
      const writer: Writer = Object.assign(withCaches(tx, caches), { runner, recorder, origin })
      const result = await work(writer)
      const { changes, mark } = recorder.recorded()
      const newest = changes.at(-1)
      // Sent together with the commit, which fails if this fails.
      if (newest) engine.notify(runner, newest.seq).catch(() => {})
      return { result, changes, mark }
    })
    const newest = changes.at(-1)
    if (!newest) return result
    // A sequence number that was used before means that the database has lost writes, and a write that succeeds in an
    // outage that there may be others since; the next poll confirms it.
    const isAmbiguous = newest.seq <= before.seq || bus.current().epoch !== before.epoch || bus.isInOutage()
    if (isAmbiguous) {
      bus.invalidate()
      return result
    }
    ownChanges.add(before.epoch, changes)
    history.recordOwnChange({ epoch: before.epoch, seq: newest.seq, mark })
    bus.publish(newest.seq)
    return result
  }
}

async function trackOutcome<T>(health: WriteHealth, transaction: Promise<T>): Promise<T> {
  try {
    const result = await transaction
    health.recordSuccess()
    return result
  } catch (error) {
    health.recordFailure(error)
    throw error
  }
}

interface ReadHandles {
  readonly primary: Database
  readonly replicaReader: Reader
}

async function onReplica<T>(
  replica: Replica,
  work: (database: Database) => Promise<T>,
  { primary, replicaReader }: ReadHandles,
): Promise<T> {
  if (!replica.isAvailable()) return work(primary)
  try {
    return await work({ ...primary, read: replicaReader })
  } catch (error) {
    if (!replica.isFailure(error)) throw error
    return work(primary)
  }
}
