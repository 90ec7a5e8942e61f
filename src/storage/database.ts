import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { type Bus, type BusFeed, createBus } from './bus.ts'
import { newestOf } from './changes.ts'
import { type Connections, type DatabaseOptions, type Engine, openEngine, type Replica } from './engine.ts'
import { type Following, follow } from './following.ts'
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
  /** Hears of every write: of this process's own before `transaction` resolves, of others' while they are followed. */
  readonly bus: Bus
  /** Follows what other processes write, until `close`; resolves once it is known what there is. */
  readonly followOthers: () => Promise<void>
  /**
   * Runs `work` with this database, `read` being a replica's where there is one that has all that the bus knows of.
   * What the replica cannot do is done again from the start on the primary, so `work` must not write.
   */
  readonly readAnywhere: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  /** Whether reads go to a replica; undefined when there is none. */
  readonly usesReplica: () => boolean | undefined
  readonly close: () => Promise<void>
}

/** Opens and migrates the database, making it (and the folder of a SQLite file) when there is none. */
export async function openDatabase(url: string, options?: DatabaseOptions): Promise<Database> {
  if (url.startsWith('sqlite:')) mkdirSync(dirname(url.slice('sqlite:'.length)), { recursive: true, mode: 0o700 })
  const bus = createBus()
  const connections = await openEngine(url, options, bus)
  const { engine, write, read, replica, watch } = connections
  await migrate(write, engine)
  let following: Promise<Following> | undefined
  const database: Database = {
    engine,
    read,
    transaction: announcing(connections, bus),
    bus,
    followOthers: async () => {
      following ??= follow(watch, bus, () => replica?.tryAgain())
      await following
    },
    readAnywhere: (work) => (replica ? onReplica(replica, work, database) : work(database)),
    usesReplica: () => replica?.isOpen(),
    close: async () => {
      await (await following)?.stop()
      await replica?.read.destroy()
      await read.destroy()
      await write.destroy()
    },
  }
  return database
}

/** A transaction that recorded changes tells of them: others when it is kept, its own process before it is answered. */
function announcing({ engine, write }: Connections, bus: BusFeed): Database['transaction'] {
  return async (work) => {
    const { result, generation } = await write.transaction().execute(async (tx) => {
      const result = await work(tx)
      const generation = newestOf(tx)
      if (generation !== undefined) await engine.announce(tx, generation)
      return { result, generation }
    })
    if (generation !== undefined) bus.raise(generation)
    return result
  }
}

async function onReplica<T>(replica: Replica, work: (database: Database) => Promise<T>, primary: Database): Promise<T> {
  if (!replica.isOpen()) return work(primary)
  try {
    return await work({ ...primary, read: replica.read })
  } catch (error) {
    if (!replica.isFailure(error)) throw error
    return work(primary)
  }
}
