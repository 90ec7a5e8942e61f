import type {
  ColumnDefinitionBuilder,
  Compilable,
  CompiledQuery,
  DatabaseConnection,
  Kysely,
  RawBuilder,
  Transaction,
} from 'kysely'
import type { CacheStatistics } from '../base/cache-statistics.ts'
import type { CountedCache } from '../base/lru-cache.ts'
import type { DateTime } from '../base/time/date-time.ts'
import type { FieldChanges, HistoryAction, Origin } from '../kernel/change-record.ts'
import type { PostKind } from '../kernel/post.ts'
import type { Problem } from '../kernel/problem.ts'
import type { Taxonomy } from '../kernel/term.ts'
import type { DatabaseHistory, DatabaseState, Generation } from './identity-types.ts'
import type { StatementCounters, StatementObserver } from './statement-monitor.ts'
import type { SearchTable, SerialTable, Tables } from './tables/tables.ts'

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** Generated id column. Ids are never reused, except those of rolled-back transactions, so they have no gaps. */
  readonly serial: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /** Column type of byte strings. */
  readonly bytesType: 'blob' | 'bytea'
  /** Creates a table of `rowid` and `text` with an index for `like '%...%'` patterns of at least three letters. */
  readonly createSearchTable: (db: Kysely<Tables>, table?: SearchTable) => Promise<void>
  /** Ends `create table`, so that rows are stored in the order of the primary key; empty where this is not supported. */
  readonly tableInKeyOrder: RawBuilder<unknown>
  readonly createTrigger: (db: Kysely<Tables>, trigger: Trigger) => Promise<void>
  /**
   * Runs after every migration: sets byte-wise text comparison, generated ids as in `serial`, and planner statistics.
   */
  readonly afterMigration: (db: Kysely<Tables>) => Promise<void>
  /** Highest id that the table ever generated, even if its row was deleted; 0 before the first. */
  readonly findLastId: (db: Kysely<Tables>, table: SerialTable) => Promise<number>
  /**
   * Continues generated ids after the highest row and after `least`, once rows were inserted with explicit ids. Never
   * decreases.
   */
  readonly resetSequence: (db: Kysely<Tables>, table: SerialTable, least?: number) => Promise<void>
  readonly findTableNames: (db: Kysely<Tables>) => Promise<readonly string[]>
  /**
   * Moves all tables to another schema with this name, so that the names are free; `undefined` deletes them. Only for
   * database servers: a SQLite file is replaced instead.
   */
  readonly setTablesAside: (tx: Kysely<Tables>, schema: string | undefined) => Promise<void>
  /** Disables the timeouts of statements and idle transactions for the rest of a transaction. */
  readonly disableStatementTimeout: (tx: Kysely<Tables>) => Promise<void>
  /**
   * Excludes readers from all tables until the transaction ends. Throws an error for which `isLockTimeout` is true when
   * they do not finish soon. A migration that locked one table after the other could deadlock with them.
   */
  readonly lockTables: (tx: Kysely<Tables>) => Promise<void>
  readonly isLockTimeout: (error: unknown) => boolean
  readonly isUniqueViolation: (error: unknown) => boolean
  /** Notifies other processes of the newest change when the transaction commits. Delivery is not guaranteed. */
  readonly notify: (runner: StatementRunner, seq: number) => Promise<void>
  /** True if the transaction was rolled back because of a concurrent one, so that a retry may succeed. */
  readonly isConflict: (error: unknown) => boolean
  /** True if it is unknown if the transaction was committed, because no response to the commit arrived. */
  readonly isCommitUncertain: (error: unknown) => boolean
  /** Reads the place of the database (`DatabaseState.place`); must not fail inside a transaction. */
  readonly locate: (db: Kysely<Tables>) => Promise<string>
  /**
   * Reads identity, place, newest change and the change with a sequence number in one statement, so that they belong
   * together.
   */
  readonly readState: (db: Kysely<Tables>, seq: number) => Promise<DatabaseState>
  /** The query plan of a statement, one line per step, without texts of its parameters. */
  readonly explain: (db: Kysely<Tables>, statement: SqlStatement) => Promise<readonly string[]>
  /** Problems that the engine itself finds in its files and references, one line each. */
  readonly checkIntegrity: (db: Kysely<Tables>) => Promise<string[]>
}

/** Statements that the database runs for each row that a statement changes; they refer to it as `old` and `new`. */
export interface Trigger {
  readonly name: string
  readonly table: keyof Tables
  readonly after: 'insert' | 'update' | 'delete'
  readonly when?: string
  readonly statements: readonly string[]
}

export interface Connections {
  readonly engine: Engine
  readonly write: Kysely<Tables>
  /** Reads that the replica serves while the primary is unavailable. */
  readonly read: Kysely<Tables>
  /** Reads that the replica never serves. */
  readonly primary: Kysely<Tables>
  readonly replica?: Replica
  readonly changeSource: ChangeSource
  readonly history: DatabaseHistory
  /** True if the last process that used the file may have crashed. Database servers recover by themselves. */
  readonly needsCheck: boolean
  /** Writes a value that no client sees; throws a `Problem` when the database rejects writes. */
  readonly probeWrite: () => Promise<void>
  readonly statistics: () => EngineStatistics
}

/** State of an engine in this process, and counters since its start. */
export interface EngineStatistics extends StatementCounters {
  /** Size of the write-ahead log of SQLite; undefined on PostgreSQL. */
  readonly walBytes: number | undefined
  /** Connections to a database server by the name of their pool. */
  readonly pools: Readonly<Record<string, PoolStatistics>>
}

export interface PoolStatistics {
  readonly busy: number
  readonly idle: number
  /** Tasks that wait for a connection. */
  readonly waiting: number
  readonly limit: number
}

export interface DatabaseStatistics extends EngineStatistics {
  /** Transactions that failed because the database was full, read-only, busy or unavailable. */
  readonly writeFailures: number
}

/** A read replica. */
export interface Replica {
  readonly read: Kysely<Tables>
  /** True if the replica may be tried; it may still reject a query for which it lags behind. */
  readonly isAvailable: () => boolean
  /** True if a query failed because of the replica, so that the primary may run it. */
  readonly isFailure: (error: unknown) => boolean
  /** Reconnects to a replica that was unavailable for a while. */
  readonly retry: () => void
  readonly statistics: () => PoolStatistics
}

export interface DatabaseOptions {
  /** Statement timeout of a database server, in seconds. */
  readonly timeout: number
  /** Maximum number of connections to a database server. */
  readonly connections: number
  /** URL of a direct connection to the PostgreSQL server, for notifications; by default that of the database. */
  readonly listen?: string
  /** URL of a replica of a PostgreSQL server. */
  readonly replica?: string
  /** Seconds for which reads continue with the last known state while a database server is unavailable. */
  readonly outageSeconds?: number
  /** Receives errors of background work. */
  readonly report?: (error: unknown) => void
  /** Called before the tables are created in an empty database; an error prevents it. */
  readonly beforeCreate?: () => Promise<void>
  /** Called before SQLite blocks the event loop for long. */
  readonly onLongWork?: () => void
  /** Rejects a SQLite file with damaged pages when the last shutdown was not clean. */
  readonly checksAfterCrash?: boolean
  /** File that stores the newest change across restarts (`storage/anchor-file.ts`). */
  readonly anchorFile?: string
  /** The current time, UTC. */
  readonly now?: () => DateTime
  /** Called after each statement. It must not throw. */
  readonly onStatement?: StatementObserver
  /** Caches of the handles; created by `openDatabase` when omitted. */
  readonly caches?: DatabaseCaches
}

/** Caches of compiled statements and of list results, for all handles of one database. */
export interface DatabaseCaches {
  readonly statements: StatementCache
  readonly findList: (key: string, source: ListSource) => CachedList
  readonly listStatistics: () => CacheStatistics
}

/** The part of a generation that identifies a state. */
export type Position = Pick<Generation, 'epoch' | 'seq'>

export interface ChangeBus {
  /** The newest state that this process has noticed; includes every write that it has responded to. */
  readonly current: () => Generation
  /** True if the state was confirmed within the last second, or before an outage that has not lasted too long. */
  readonly isFresh: () => boolean
  /** True while the database does not respond to the process that follows its changes. */
  readonly isInOutage: () => boolean
  /** Calls `listener`, which must not throw, whenever `current` changes. Returns the unsubscribe function. */
  readonly subscribe: (listener: (generation: Generation) => void) => () => void
}

/** The writing side of the bus. */
export interface ChangeBusPublisher extends ChangeBus {
  /** Announces a change of the current epoch. */
  readonly publish: (seq: number) => void
  /**
   * Confirms the state that was the newest at `requestedAt`, in milliseconds of `performance.now()`. The sequence
   * number of another epoch may be lower.
   */
  readonly confirm: (generation: Generation, requestedAt: number) => void
  /** Starts an outage, which ends when a state is confirmed. */
  readonly beginOutage: () => void
  /** Makes `isFresh` return false until a state is confirmed that was requested from now on. */
  readonly invalidate: () => void
  /** True if no state was confirmed since the last call of `invalidate`. */
  readonly isInvalidated: () => boolean
}

/** The way in which an engine learns of changes by other processes. */
export interface ChangeSource {
  /** Throws an `Error` for the operator if changes of other processes cannot arrive in time. */
  readonly check: () => Promise<void>
  /** Reads the newest state and publishes it; rejects while the database is unavailable. */
  readonly poll: () => Promise<void>
  /**
   * Resolves when every change is published that was committed before the call, or, while the database is unavailable,
   * without them.
   */
  readonly catchUp: () => Promise<void>
  /** Publishes the state that is available without I/O; returns whether the bus is up to date. */
  readonly pollSync: () => boolean
  /** Aborts a running poll. */
  readonly close: () => Promise<void>
}

/** Compiled SQL texts by their key. */
export type StatementCache = CountedCache<string, string>

/** IDs of a list; `Uint32Array` in the cache, where it takes half the memory. */
export type IdArray = readonly number[] | Uint32Array

export type SqlStatement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Tests whether a change can affect the ids or the total of a list. */
export type IsAffected = (change: LoggedChange) => boolean

/** Determines how long the results of a list are valid: until the generation changes by a change that affects it. */
export interface ListSource {
  readonly generation: Database['generation']
  readonly changes: Database['ownChanges']
  readonly isAffected: IsAffected
}

/** The cached statements and results of one list. */
export interface CachedList {
  /** Returns the statement of that name; `build` runs only when it is not cached. */
  readonly getStatement: (name: string, build: () => Compilable) => SqlStatement
  /** Returns the result of that name; `find` runs when it is not cached or outdated. */
  readonly getOrFindIds: (name: string, find: () => Promise<readonly number[]>) => Promise<IdArray>
  /** True if the list was once found to be long; long lists hardly ever become short. */
  readonly isLong: () => boolean
  readonly markLong: () => void
}

export interface HandleCaches {
  readonly statements: StatementCache
  /** Undefined in transactions and on replicas: the generation does not describe the state that they see. */
  readonly findList: ((key: string, isAffected: IsAffected) => CachedList) | undefined
}

export interface WithCaches {
  readonly caches: HandleCaches
}

/** Runs statements of a transaction without waiting for earlier ones; the database executes them in order. */
export type StatementRunner = Pick<DatabaseConnection, 'executeQuery'>

/** A database handle for reads: the read pool, a replica or a transaction. Only transactions have a `runner`. */
export type Reader = Kysely<Tables> & WithCaches & { readonly runner?: StatementRunner }

export interface RecordedChanges {
  /** The newest of them, in order. */
  readonly changes: readonly LoggedChange[]
  /** Mark of the last one (`DatabaseState.mark`). */
  readonly mark: string
}

/** Collects the changes that one transaction appends to the change log. */
export interface ChangeRecorder {
  readonly record: (changes: readonly LoggedChange[], mark: string) => void
  /** Number of all of them. */
  readonly count: () => number
  readonly recorded: () => RecordedChanges
}

/** A transaction: the only handle that can write, so no write is half done. */
export type Writer = Transaction<Tables> &
  WithCaches & {
    readonly runner: StatementRunner
    readonly recorder: ChangeRecorder
    /** Recorded in the history of everything that the transaction changes. */
    readonly origin: Origin
  }

/** Time of the newest write, cached for one generation. */
export interface LastWriteCache {
  readonly get: (generation: Generation) => CachedLastWrite | undefined
  readonly set: (generation: Generation, write: CachedLastWrite) => void
}

/** `at` is undefined before the first write. */
export interface CachedLastWrite {
  readonly at: DateTime | undefined
}

export interface Database {
  readonly engine: Engine
  readonly read: Reader
  /**
   * Reads that fail while the primary is unavailable. Reads that belong to a write must not come from the replica, which
   * may lack records that other nodes have created.
   */
  readonly primary: Reader
  /**
   * Runs `work` as one transaction. `Engine.isConflict`, `isUniqueViolation` and `isCommitUncertain` classify its
   * errors.
   */
  readonly transaction: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>
  /** The same database for writes: transactions have this origin, instead of that of commands, and reads are on the primary. */
  readonly withOrigin: (origin: Origin) => Database
  /** Runs `work` on a consistent snapshot. On SQLite it blocks other reads of the process, so only commands use it. */
  readonly snapshot: <T>(work: (db: Reader) => Promise<T>) => Promise<T>
  /** Migrations applied by a newer version. */
  readonly newerMigrations: readonly string[]
  /** Announces every write: own writes before `transaction` resolves, those of other processes while polling. */
  readonly bus: ChangeBus
  /**
   * The newest state, without I/O: the same object while nothing is written. Undefined while the state was not
   * confirmed within the last second, or for too long in an outage; caches must not be used then.
   */
  readonly generation: () => Generation | undefined
  /** The changes after one position up to another, if this process wrote all of them recently. */
  readonly ownChanges: (after: Position, upTo: Position) => readonly LoggedChange[] | undefined
  /**
   * Polls for changes of other processes until `close`; resolves once the current state is known. Throws an `Error` for
   * the operator if changes of other processes cannot arrive in time.
   */
  readonly startPolling: () => Promise<void>
  /**
   * Resolves when the bus knows every change that was committed before the call: another node may have responded to a
   * write before its notification arrives here. Does not reject while the database is unavailable.
   */
  readonly catchUp: () => Promise<void>
  /**
   * Runs `work` with `read` on the replica if that is caught up with the bus. What fails there is run again on the
   * primary, so `work` must not write.
   */
  readonly readFromReplicaIfPossible: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  /**
   * The reason why the database rejects writes; undefined otherwise. Probes when there was no write for some seconds.
   */
  readonly checkWrites: () => Promise<Problem | undefined>
  /** True if reads go to the replica; undefined without one. */
  readonly usesReplica: () => boolean | undefined
  readonly lastWrite: LastWriteCache
  readonly statistics: () => DatabaseStatistics
  /** The plan by which the engine runs a statement of the read handle, one line per step. It is not executed. */
  readonly explain: (statement: SqlStatement) => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

/** The settings of the site are one record, whose id is 1. */
export type ChangeKind = PostKind | Taxonomy | 'user' | 'media' | 'series' | 'source' | 'settings'

export type ChangeOperation = 'create' | 'update' | 'trash' | 'delete'

/**
 * `count`: the count of a term; `variants`: the placeholder and variants of an image. Neither is a revision of the record
 * with the id.
 */
export type LoggedKind = ChangeKind | 'count' | 'variants'

export interface Change {
  readonly kind: LoggedKind
  readonly id: number
  readonly op: ChangeOperation
  readonly at: DateTime
  /** For the history; undefined for changes of derived data, which are not part of it. */
  readonly fields?: FieldChanges | undefined
  /** Action in the history; by default the operation. */
  readonly action?: HistoryAction
}

export interface NewestChange {
  readonly seq: number
  readonly at: DateTime
}

export interface LoggedChange extends Pick<Change, 'kind' | 'id' | 'op'> {
  readonly seq: number
}
