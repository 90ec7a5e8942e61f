import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { Problem } from '../calendar/problem.ts'
import { type Connections, type DatabaseOptions, DEFAULTS, type Engine, openEngine } from './engine.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

/** Where reads happen: the read handle or a transaction. */
export type Reader = Kysely<Tables>
/** Where writes happen: only inside a transaction, so none can be half done. */
export type Writer = Transaction<Tables>

export interface Database {
  readonly engine: Engine
  readonly read: Reader
  /**
   * Runs `work` as one transaction: all of it is kept, or nothing. Whether it failed for what another transaction did,
   * or in an unknown way, the engine's `is...` tell.
   */
  readonly transaction: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** A migration works on whole tables, and who starts meanwhile waits for it. */
const MIGRATING: DatabaseOptions = { timeout: 3600, connections: 2, patience: 3600 }

/**
 * Opens and migrates the database, making it (and the folder of a SQLite file) when there is none. Throws an `Error`
 * with a clear line when it cannot be reached.
 */
export async function openDatabase(url: string, options: DatabaseOptions = DEFAULTS): Promise<Database> {
  if (url.startsWith('sqlite:')) mkdirSync(dirname(url.slice('sqlite:'.length)), { recursive: true, mode: 0o700 })
  await using(await openEngine(url, MIGRATING), ({ engine, write }) => migrate(write, engine)).catch(sayPlainly)
  const connections = await openEngine(url, options)
  const { engine, write, read } = connections
  return {
    engine,
    read,
    transaction: (work) => write.transaction().execute(work),
    close: () => close(connections),
  }
}

async function using(connections: Connections, work: (connections: Connections) => Promise<void>): Promise<void> {
  await work(connections).finally(() => close(connections))
}

async function close({ read, write }: Connections): Promise<void> {
  await Promise.all([read.destroy(), write.destroy()])
}

function sayPlainly(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const why = error.cause instanceof Error ? error.cause.message : 'another process keeps writing'
  throw new Error(`DATABASE_URL: the database cannot be opened: ${why}`)
}
