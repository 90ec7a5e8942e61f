/** Detects writes of other processes to a SQLite file. */
import type Sqlite from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { buildStateQuery, changeIdentity } from '../database-identity.ts'
import type { DatabaseHistory, DatabaseState } from '../identity-types.ts'
import type { Tables } from '../tables/tables.ts'
import type { ChangeBusPublisher, ChangeSource } from '../types.ts'
import type { DatabaseFile } from './database-file.ts'

export interface SqliteChangeSourceOptions {
  readonly reader: Sqlite.Database
  readonly write: Kysely<Tables>
  readonly bus: ChangeBusPublisher
  readonly history: DatabaseHistory
  readonly file: DatabaseFile
  /** Called once per problem with the file. */
  readonly report: ((error: unknown) => void) | undefined
}

/**
 * `data_version` changes when any process has written to the file since the last check, at the cost of reading shared
 * memory. One check serves everything until the next turn of the event loop.
 */
export function createSqliteChangeSource({
  reader,
  write,
  bus,
  history,
  file,
  report,
}: SqliteChangeSourceOptions): ChangeSource {
  const prepare = () => ({
    version: reader.prepare<[], number>('pragma data_version').pluck(),
    state: reader.prepare<[number], DatabaseState>(buildStateQuery('?', `'${file.inode}'`)),
  })
  let statements: ReturnType<typeof prepare> | undefined
  let knownVersion: number | undefined
  let isTrusted = false
  let hasPolled = false
  const resetPolled = () => {
    hasPolled = false
  }
  const read = (anchor: number): DatabaseState => {
    const state = statements?.state.get(anchor)
    if (!state) throw new Error('the table database_identity is empty')
    return state
  }
  let reported: string | undefined
  const reportFault = () => {
    const fault = file.findFault()
    if (fault !== undefined && fault !== reported) report?.(new Error(fault))
    reported = fault
  }
  const pollSync = () => {
    if (hasPolled) return isTrusted && !bus.isInvalidated()
    hasPolled = true
    setImmediate(resetPolled)
    // Prepared on first use, when the tables exist.
    statements ??= prepare()
    const version = statements.version.get()
    if (version === knownVersion && !bus.isInvalidated()) return isTrusted
    const before = history.readKnownState()
    const change = history.applyState(read(before.anchor?.seq ?? 0), before)
    // The next poll writes the new epoch; until then caches are not used.
    isTrusted = change === undefined || change.from.epoch === change.to.epoch
    knownVersion = version
    return isTrusted
  }
  return {
    poll: async () => {
      reportFault()
      statements ??= prepare()
      await history.refresh({
        read: async (anchor) => read(anchor),
        write: (change) => write.transaction().execute((tx) => changeIdentity(tx, change)),
      })
    },
    catchUp: async () => void pollSync(),
    pollSync,
    check: async () => {},
    close: async () => history.close(),
  }
}
