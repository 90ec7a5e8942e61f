import type { ColumnDefinitionBuilder, Compilable, CompiledQuery, Kysely, Transaction } from 'kysely'
import type { CacheStatistics } from '../../caching/cache-statistics.ts'
import type { CountedCache } from '../../caching/lru-cache.ts'
import type { DateTime } from '../../datetime/parse-date.ts'
import type { PostKind } from '../../domain/model/post.ts'
import type { Taxonomy } from '../../domain/model/term.ts'
import type { Problem } from '../../domain/problem.ts'
import type { SearchTable, SerialTable, Tables } from './tables.ts'

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Column that numbers its rows and never hands out a number twice, unless the transaction that took it failed: then it
   * is handed out again, so that numbers have no gaps.
   */
  readonly serial: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /** A table of `rowid` and `text` with an index that serves `like '%...%'` for three letters and more; `post_search` by default. */
  readonly createSearchTable: (db: Kysely<Tables>, table?: SearchTable) => Promise<void>
  /**
   * Runs after every migration: sees to it that texts are compared byte by byte, that columns number as `serial` says,
   * and that queries are planned by statistics.
   */
  readonly afterMigration: (db: Kysely<Tables>) => Promise<void>
  /** Highest number that a table ever gave to a row of its own, whether or not the row is still there; 0 before the first. */
  readonly findLastId: (db: Kysely<Tables>, table: SerialTable) => Promise<number>
  /**
   * Makes the numbers of a table go on after the highest of its rows, and after `least`, once rows came with numbers of
   * their own. Never goes back.
   */
  readonly resetSequence: (db: Kysely<Tables>, table: SerialTable, least?: number) => Promise<void>
  /** Lifts the limit on the time of a statement from the rest of a transaction: indexes of large tables take long. */
  readonly disableStatementTimeout: (tx: Kysely<Tables>) => Promise<void>
  readonly isUniqueViolation: (error: unknown) => boolean
  /** Tells other processes, once the transaction is kept, of the newest change in it. They may not hear of it. */
  readonly notify: (tx: Kysely<Tables>, generation: number) => Promise<void>
  /** Whether the transaction was undone because another stood in its way: done anew, it may succeed. */
  readonly isConflict: (error: unknown) => boolean
  /** Whether it is unknown if the transaction was kept: no answer came to its commit. */
  readonly isCommitUncertain: (error: unknown) => boolean
  /** Where the database lies, as `DatabaseState.place`; must not fail inside a transaction. */
  readonly locate: (db: Kysely<Tables>) => Promise<string>
  /** What the engine itself finds wrong with its files and references, a line each. */
  readonly checkIntegrity: (db: Kysely<Tables>) => Promise<string[]>
}

export interface Connections {
  readonly engine: Engine
  readonly write: Kysely<Tables>
  readonly read: Kysely<Tables>
  readonly replica?: Replica
  readonly changeSource: ChangeSource
  readonly history: DatabaseHistory
  /** Whether the last process that had the file open may have died. A server sees to that itself. */
  readonly needsCheck: boolean
  /** Writes something that no client sees; throws a `Problem` where the database takes no writes. */
  readonly probeWrite: () => Promise<void>
}

/** Another server's copy of the database, to read from. */
export interface Replica {
  readonly read: Kysely<Tables>
  /** Whether it may be asked at all; it may still refuse a query that would miss something. */
  readonly isAvailable: () => boolean
  /** Whether a query failed for reasons of the replica's, so that the primary may answer it. */
  readonly isFailure: (error: unknown) => boolean
  /** Tries it anew if it has been away for a while. */
  readonly retry: () => void
}

export interface DatabaseOptions {
  /** Seconds after which a statement of a server is given up. */
  readonly timeout: number
  /** Most connections to a server. */
  readonly connections: number
  /** Address of a replica of a PostgreSQL server. */
  readonly replica?: string
  /** Hears what went wrong while nobody waited for it. */
  readonly report?: (error: unknown) => void
  /** Called before an empty database is made into a calendar; what it throws stops that. */
  readonly beforeCreate?: () => Promise<void>
  /** Told before SQLite does something for long, as it does so without letting the event loop turn. */
  readonly onLongWork?: () => void
  /** Refuses a SQLite file with damaged pages when the last shutdown was not clean. */
  readonly checksAfterCrash?: boolean
  /** File that remembers the newest change across restarts (`storage/anchor-file.ts`). */
  readonly anchorFile?: string
  /** The present, in UTC. */
  readonly now?: () => DateTime
  /** Caches of the handles; created by `openDatabase` when omitted. */
  readonly caches?: DatabaseCaches
}

/** Caches of compiled statements and of list results, for all handles of one database. */
export interface DatabaseCaches {
  readonly statements: StatementCache
  /** Returns the entry of a list; its results are valid while `generation` returns the same object. */
  readonly findList: (key: string, generation: () => Generation | undefined) => CachedList
  readonly listStatistics: () => CacheStatistics
}

/**
 * A state of the database. While two reads of `Bus.current` return the same object, nothing was written in between.
 * Numbers of changes can be compared only within one epoch: after a restore or a failover they are given out again.
 */
export interface Generation {
  /** Random name of the history that the database holds; empty until it was read. */
  readonly epoch: string
  /** Number of the newest change. */
  readonly seq: number
  /** When the epoch began, UTC. */
  readonly since: DateTime
}

/** As much of a generation as tells states apart. */
export type Position = Pick<Generation, 'epoch' | 'seq'>

export interface ChangeBus {
  /** The newest state this process knows of: never older than that of a write it has answered. */
  readonly current: () => Generation
  /** Whether no other process can have written more than a second ago what `current` does not count. */
  readonly isFresh: () => boolean
  /** Calls `listener`, which must not throw, whenever `current` changes. Returns the function that ends it. */
  readonly subscribe: (listener: (generation: Generation) => void) => () => void
}

/** The side of those who know. */
export interface ChangeBusPublisher extends ChangeBus {
  /** There is a change of this number in the current epoch. */
  readonly publish: (seq: number) => void
  /** This was the newest state when it was asked for, at a moment of `performance.now()`. Another epoch may go back. */
  readonly confirm: (generation: Generation, asked: number) => void
  /** Makes `isCertain` false until a state is confirmed that was asked for from now on. */
  readonly invalidate: () => void
  /** Whether no state was confirmed since the last doubt. */
  readonly isInvalidated: () => boolean
}

/** An engine's way to what others wrote. */
export interface ChangeSource {
  /** Reads the newest state and tells the bus; rejects while the database is away. */
  readonly poll: () => Promise<void>
  /** Tells the bus what can be known without waiting; says whether the bus may now be believed. */
  readonly pollSync: () => boolean
  /** Breaks off a look under way. */
  readonly close: () => Promise<void>
}

/** Compiled SQL texts by their key. */
export type StatementCache = CountedCache<string, string>

/** IDs of a list; `Uint32Array` in the cache, where it takes half the memory. */
export type IdArray = readonly number[] | Uint32Array

export type SqlStatement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** The cached statements and results of one list. */
export interface CachedList {
  /** Returns the statement of that name; `build` runs only when it is not cached. */
  readonly getStatement: (name: string, build: () => Compilable) => SqlStatement
  /** Returns the result of that name; `find` runs when it is not cached or outdated. */
  readonly getOrFindIds: (name: string, find: () => Promise<readonly number[]>) => Promise<IdArray>
  /** Whether the list was once found to be long; long lists hardly ever become short. */
  readonly isLong: () => boolean
  readonly markLong: () => void
}

export interface HandleCaches {
  readonly statements: StatementCache
  /** Undefined in transactions and on replicas: the generation does not describe the state that they see. */
  readonly findList: ((key: string) => CachedList) | undefined
}

export interface WithCaches {
  readonly caches: HandleCaches
}

/** A database handle for reads: the read pool, a replica or a transaction. */
export type Reader = Kysely<Tables> & WithCaches

export interface RecordedChanges {
  /** The newest of them, in order. */
  readonly changes: readonly LoggedChange[]
  /** Mark of the last one (`DatabaseState.mark`). */
  readonly mark: string
}

/** Collects the changes that one transaction appends to the change log. */
export interface ChangeRecorder {
  readonly record: (changes: readonly LoggedChange[], mark: string) => void
  readonly recorded: () => RecordedChanges
}

/** A transaction: the only handle that can write, so no write is half done. */
export type Writer = Transaction<Tables> & WithCaches & { readonly recorder: ChangeRecorder }

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
   * Runs `work` as one transaction: all of it is kept, or nothing. Whether it failed for what another transaction did,
   * or in an unknown way, the engine's `is...` tell.
   */
  readonly transaction: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>
  /**
   * Runs `work` on the database as it is at its first query, whatever is written meanwhile. Other reads of this process
   * wait on SQLite, so it is for commands.
   */
  readonly snapshot: <T>(work: (db: Reader) => Promise<T>) => Promise<T>
  /** Migrations that a newer version has made. */
  readonly newerMigrations: readonly string[]
  /** Hears of every write: of this process's own before `transaction` resolves, of others' while they are followed. */
  readonly bus: ChangeBus
  /**
   * The newest state, had without waiting, and the same object as long as nothing is written; undefined while that is not
   * known to the second, so that nothing that was kept may be shown.
   */
  readonly generation: () => Generation | undefined
  /** Every change after one state and up to another, where this process has made them all itself and lately. */
  readonly ownChanges: (after: Position, upTo: Position) => readonly LoggedChange[] | undefined
  /** Follows what other processes write, until `close`; resolves once it is known what there is. */
  readonly startPolling: () => Promise<void>
  /**
   * Runs `work` with this database, `read` being a replica's where there is one that has all that the bus knows of.
   * What the replica cannot do is done again from the start on the primary, so `work` must not write.
   */
  readonly readFromReplicaIfPossible: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  /** Why the database takes no writes; undefined while it does. Tries one when none was made for some seconds. */
  readonly checkWrites: () => Promise<Problem | undefined>
  /** Whether reads go to a replica; undefined when there is none. */
  readonly usesReplica: () => boolean | undefined
  readonly lastWrite: LastWriteCache
  readonly close: () => Promise<void>
}

export type ChangeKind = PostKind | Taxonomy | 'user' | 'media'

export type ChangeOperation = 'create' | 'update' | 'trash' | 'delete'

export interface Change {
  readonly kind: ChangeKind
  readonly id: number
  readonly op: ChangeOperation
  readonly at: DateTime
}

export interface NewestChange {
  readonly seq: number
  readonly at: DateTime
}

export interface LoggedChange extends Omit<Change, 'at'> {
  readonly seq: number
}

/** An engine's way to the identity. */
export interface IdentityStore {
  readonly read: (anchor: number) => Promise<DatabaseState>
  readonly write: (change: IdentityChange) => Promise<void>
}

/** What a state is compared with: writes go on while it is read. */
export interface KnownState {
  readonly generation: Generation
  readonly anchor: Anchor | undefined
  /** Moment of `performance.now()`. */
  readonly requestedAt: number
}

export interface DatabaseHistory {
  /** What the process knew before it reads a state. */
  readonly readKnownState: () => KnownState
  /** Takes note of a change that the process has made itself. */
  readonly recordOwnChange: (change: Anchor) => void
  /**
   * Takes in a state that was read when the process knew this much. Says what has to be written to the database; while
   * that is a new epoch, the bus is in doubt.
   */
  readonly applyState: (state: DatabaseState, known: KnownState) => IdentityChange | undefined
  /** Reads the state, writes a new epoch where the history is another one, and tells the bus. */
  readonly refresh: (source: IdentityStore) => Promise<void>
  readonly close: () => void
}

/** A change as a process saw it, to be compared with what the log says of that number later. */
export interface Anchor {
  readonly epoch: string
  readonly seq: number
  readonly mark: string
}

export interface DatabaseState extends Generation {
  /** Where the database lies, by the engine's own account: parts separated by colons, each empty where unknown. */
  readonly place: string
  /** The same as the database remembers it. */
  readonly storedPlace: string
  /** What the newest change says. */
  readonly mark: string
  /** Number of the oldest change that the log still has; 0 when it is empty. */
  readonly oldest: number
  /** What the change says whose number was asked for; null when the log does not have it. */
  readonly anchorMark: string | null
}

export interface IdentityChange {
  readonly from: Pick<DatabaseState, 'epoch' | 'storedPlace'>
  readonly to: Pick<DatabaseState, 'epoch' | 'since' | 'place'>
}
