/** Imports of the command line, recorded so that they can be undone. */
import { addSeconds } from '../../../base/time/parse-date.ts'
import type { Services } from '../../../calendar/services.ts'
import type { Origin } from '../../../kernel/change-record.ts'
import { DEFAULT_SETTINGS, type ImportCounts } from '../import.ts'
import { claimTask, endTask, insertImport, markImported, type TaskOutcome } from '../import-store.ts'
import { createImportOrigin } from './execute-task.ts'
import { createResultCollector, type ResultCollector } from './result-collector.ts'
import { CLAIM_SECONDS, watchTask } from './run-imports.ts'

export interface CommandImport {
  readonly id: number
  /** Origin of all changes of the import. */
  readonly origin: Origin
  readonly collector: ResultCollector
}

/** Runs `work` as an import with this name, such as the path of a file. */
export async function recordCommandImport<T>(
  services: Services,
  name: string,
  work: (one: CommandImport) => Promise<T>,
): Promise<T> {
  const { database, now, random } = services
  const holder = random(8)
  const id = await database.transaction(async (tx) => {
    const row = { ...{ name, url: '', username: '', password: '', userId: 0 }, settings: DEFAULT_SETTINGS }
    const created = await insertImport(tx, { ...row, channel: 'command' }, 'run', now())
    await claimTask(tx, { id: created, holder, until: addSeconds(now(), CLAIM_SECONDS) }, now())
    await markImported(tx, created, now())
    return created
  })
  const watch = watchTask(services, { id }, holder)
  const collector = createResultCollector()
  const finish = (outcome: Pick<TaskOutcome, 'status' | 'error'> & { readonly counts: ImportCounts }) =>
    database.transaction((tx) => endTask(tx, { id, holder }, { ...outcome, ...watch.read() }, now()))
  try {
    const result = await work({ id, origin: createImportOrigin(id, 0), collector })
    await finish({ status: 'succeeded', counts: collector.counts(), error: '' })
    return result
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await finish({ status: 'failed', counts: collector.counts(), error: message })
    throw error
  } finally {
    watch.end()
  }
}
