/** Imports and requests for their tasks, for administrators. */
import { addDays } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { problem } from '../../kernel/problem.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import {
  canRun,
  canUndo,
  DEFAULT_SETTINGS,
  type Import,
  type ImportSettings,
  type ImportTask,
  isActive,
} from './import.ts'
import { saveImportFile } from './import-files.ts'
import { deleteImportRow, findImport, insertImport, queueTask, saveSettings, stopTask } from './import-store.ts'

async function requireImport(db: Reader, id: number): Promise<Import> {
  const found = await findImport(db, id)
  if (!found) throw problem('import-not-found')
  return found
}

async function requireIdleImport(tx: Writer, id: number): Promise<Import> {
  const found = await requireImport(tx, id)
  if (isActive(found)) throw problem('import-busy')
  return found
}

export interface NewUrlImport {
  readonly url: string
  readonly username?: string
  readonly password?: string
  readonly settings: Partial<ImportSettings>
  readonly userId: number
}

/** The next free process fetches and inspects the URL within a second. */
export function createUrlImport({ database, now }: Services, input: NewUrlImport): Promise<Import> {
  const { url, username = '', password = '', userId } = input
  const settings = { ...DEFAULT_SETTINGS, ...input.settings }
  return database.transaction(async (tx) => {
    const row = { name: '', url, username, password, channel: 'api', userId, settings } as const
    return requireImport(tx, await insertImport(tx, row, 'inspect', now()))
  })
}

export interface NewFileImport {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
  readonly settings: Partial<ImportSettings>
  readonly userId: number
}

/** Stores the file, which the next free process inspects within a second. */
export function createFileImport({ database, now }: Services, input: NewFileImport): Promise<Import> {
  const { name, content, userId } = input
  const settings = { ...DEFAULT_SETTINGS, ...input.settings }
  return database.transaction(async (tx) => {
    const row = { name, url: '', username: '', password: '', channel: 'api', userId, settings } as const
    const id = await insertImport(tx, row, 'inspect', now())
    await saveImportFile(tx, id, content)
    return requireImport(tx, id)
  })
}

/** A change of the format or mapping inspects the file again. */
export function changeImportSettings(
  { database }: Services,
  { id, userId }: { readonly id: number; readonly userId: number },
  change: Partial<ImportSettings>,
): Promise<Import> {
  return database.transaction(async (tx) => {
    const current = await requireIdleImport(tx, id)
    if (!isPrepared(current)) throw problem('import-not-runnable')
    await saveSettings(tx, id, { ...current.settings, ...change })
    const isInspectedAgain = change.format !== undefined || change.mapping !== undefined
    if (isInspectedAgain) await queueTask(tx, { id, task: 'inspect', userId })
    return requireImport(tx, id)
  })
}

/** Also a file that could not be inspected may have other settings. */
const isPrepared = (one: Import): boolean => canRun(one) || (one.task === 'inspect' && one.channel === 'api')

interface TaskRequest {
  readonly id: number
  readonly task: Exclude<ImportTask, 'inspect'>
  readonly userId: number
}

/** Requests a task, which the next free process starts within a second. */
export function requestTask({ database, site, now }: Services, request: TaskRequest): Promise<Import> {
  const { id, task } = request
  return database.transaction(async (tx) => {
    const current = await requireIdleImport(tx, id)
    if (task === 'undo' || task === 'preview-undo') {
      if (!canUndo(current) || isForgotten(current, addDays(now(), -getHistoryDays(site))))
        throw problem('import-not-undoable')
    } else if (!canRun(current) || (task === 'preview' && current.imported !== '')) throw problem('import-not-runnable')
    await queueTask(tx, request)
    return requireImport(tx, id)
  })
}

const MAX_HISTORY_DAYS = 100_000

const getHistoryDays = ({ historyDays }: Services['site']): number =>
  Number.isFinite(historyDays) ? historyDays : MAX_HISTORY_DAYS

/** The history may not contain the first changes of the import any more. */
const isForgotten = ({ imported }: Import, oldest: string): boolean => imported < oldest

export function stopImport({ database, now }: Services, id: number): Promise<Import> {
  return database.transaction(async (tx) => {
    await requireImport(tx, id)
    await stopTask(tx, id, now())
    return requireImport(tx, id)
  })
}

/** Deletes the import with its file and results; imported records stay. Returns the deleted import. */
export function deleteImport({ database }: Services, id: number): Promise<Import> {
  return database.transaction(async (tx) => {
    const current = await requireIdleImport(tx, id)
    await deleteImportRow(tx, id)
    return current
  })
}
