/** How a process learns what other processes wrote to a SQLite file. */
import type Sqlite from 'better-sqlite3'
import type { Kysely } from 'kysely'
import type { BusFeed } from './bus.ts'
import type { Watch } from './following.ts'
import type { History } from './history.ts'
import { changeIdentity, type DatabaseState, stateQuery } from './identity.ts'
import type { DatabaseFile } from './sqlite-file.ts'
import type { Tables } from './tables.ts'

export interface SqliteWatchOptions {
  readonly reader: Sqlite.Database
  readonly write: Kysely<Tables>
  readonly bus: BusFeed
  readonly history: History
  readonly file: DatabaseFile
  /** Hears once of each fault of the file. */
  readonly report: ((error: unknown) => void) | undefined
}

/**
 * The file itself says, at the price of a look into shared memory, whether any process wrote to it since the last look.
 * One look serves all that is done before the event loop turns.
 */
export function watchSqlite({ reader, write, bus, history, file, report }: SqliteWatchOptions): Watch {
  const prepare = () => ({
    version: reader.prepare<[], number>('pragma data_version').pluck(),
    state: reader.prepare<[number], DatabaseState>(stateQuery('?', `'${file.inode}'`)),
  })
  let statements: ReturnType<typeof prepare> | undefined
  let known: number | undefined
  let isTrusted = false
  let hasLooked = false
  const turn = () => {
    hasLooked = false
  }
  const read = (anchor: number): DatabaseState => {
    const state = statements?.state.get(anchor)
    if (!state) throw new Error('the database has lost its identity')
    return state
  }
  let reported: string | undefined
  const reportFault = () => {
    const fault = file.findFault()
    if (fault !== undefined && fault !== reported) report?.(new Error(fault))
    reported = fault
  }
  const peek = () => {
    if (hasLooked) return isTrusted && !bus.isDoubted()
    hasLooked = true
    setImmediate(turn)
    // Only now are there tables to ask.
    statements ??= prepare()
    const version = statements.version.get()
    if (version === known && !bus.isDoubted()) return isTrusted
    const before = history.known()
    const change = history.settle(read(before.anchor?.seq ?? 0), before)
    // A new epoch is written by the next look; until then nothing that was kept is shown.
    isTrusted = change === undefined || change.from.epoch === change.to.epoch
    known = version
    return isTrusted
  }
  return {
    look: async () => {
      reportFault()
      statements ??= prepare()
      await history.look({
        read: async (anchor) => read(anchor),
        write: (change) => write.transaction().execute((tx) => changeIdentity(tx, change)),
      })
    },
    peek,
    close: async () => history.close(),
  }
}
