import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { type DatabaseOptions, type Engine, openEngine } from './engine.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

/** Where reads happen: the read handle or a transaction. */
export type Reader = Kysely<Tables>
/** Where writes happen: only inside a transaction, so none can be half done. */
export type Writer = Transaction<Tables>

export interface Database {
  readonly engine: Engine
  readonly read: Reader
  /** Runs `work` as one transaction: all of it is kept, or nothing. */
  readonly transaction: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** Opens and migrates the database, making it (and the folder of a SQLite file) when there is none. */
export async function openDatabase(url: string, options?: DatabaseOptions): Promise<Database> {
  if (url.startsWith('sqlite:')) mkdirSync(dirname(url.slice('sqlite:'.length)), { recursive: true, mode: 0o700 })
  const { engine, write, read } = await openEngine(url, options)
  await migrate(write, engine)
  return {
    engine,
    read,
    transaction: (work) => write.transaction().execute(work),
    close: async () => {
      await read.destroy()
      await write.destroy()
    },
  }
}
