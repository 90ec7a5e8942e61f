/** What differs between the database engines, and nothing else; each engine is a file of its own. */
import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { DateTime } from '../datetime/parse-date.ts'
import { type ChangeBusPublisher, createChangeBus } from './changes/change-bus.ts'
import type { ChangeSource } from './changes/change-poller.ts'
import type { SearchTable, SerialTable, Tables } from './core/tables.ts'
import type { DatabaseHistory } from './identity/database-history.ts'
import { openPostgres } from './postgres/postgres-engine.ts'
import { openSqlite } from './sqlite/sqlite-engine.ts'

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
}

const DEFAULT_OPTIONS: DatabaseOptions = { timeout: 30, connections: 10 }

/** Opens `sqlite:PATH` or `postgres://...`. Throws a plain `Error` with a clear line for an address it does not know. */
export async function openEngine(
  url: string,
  options: DatabaseOptions = DEFAULT_OPTIONS,
  bus: ChangeBusPublisher = createChangeBus(),
): Promise<Connections> {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length), options, bus)
  if (/^postgres(?:ql)?:/.test(url)) return openPostgres(url, options, bus)
  throw new Error(`DATABASE_URL: ${url.split(':')[0]}: is not supported; use sqlite:PATH or postgres://...`)
}
