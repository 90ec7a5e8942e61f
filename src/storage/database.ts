import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { Problem } from '../calendar/problem.ts'
import { type Connections, type DatabaseOptions, type Engine, openEngine } from './engine.ts'
import { migrate, requireNewest } from './migrate.ts'
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
  /**
   * Runs `work` on the database as it is at its first query, whatever is written meanwhile. Other reads of this process
   * wait on SQLite, so it is for commands.
   */
  readonly snapshot: <T>(work: (db: Reader) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** Opens and migrates the database, making it (and the folder of a SQLite file) when there is none. Throws as `openExisting`. */
export async function openDatabase(url: string, options?: DatabaseOptions): Promise<Database> {
  const file = fileOf(url)
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return open(url, options, migrate)
}

/** Opens a database of this version and changes nothing in it. Throws a plain `Error` with a clear line for any other. */
export async function openExisting(url: string, options?: DatabaseOptions): Promise<Database> {
  const file = fileOf(url)
  if (file !== undefined && !existsSync(file)) throw new Error(`there is no file ${file}`)
  return open(url, options, requireNewest)
}

const fileOf = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined

/** Asks a database that is away only once: whoever supervises the process starts it again. */
async function open(
  url: string,
  options: DatabaseOptions | undefined,
  prepare: (db: Reader, engine: Engine) => Promise<void>,
): Promise<Database> {
  try {
    return await prepared(await openEngine(url, options), prepare)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Error('the database cannot be opened', { cause: error.cause ?? new Error('somebody keeps writing') })
  }
}

async function prepared(
  { engine, write, read }: Connections,
  prepare: (db: Reader, engine: Engine) => Promise<void>,
): Promise<Database> {
  const close = async () => {
    await Promise.all([read.destroy(), write.destroy()])
  }
  try {
    await prepare(write, engine)
  } catch (error) {
    await close()
    throw error
  }
  const reading = () => read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return {
    engine,
    read,
    transaction: (work) => write.transaction().execute(work),
    snapshot: (work) => reading().execute(work),
    close,
  }
}
