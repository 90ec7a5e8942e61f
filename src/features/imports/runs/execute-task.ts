/** Executes the task of an import: a preview, the import or its undo. */

import { type Services, withOrigin } from '../../../calendar/services.ts'
import { createSystemOrigin, type Origin } from '../../../kernel/change-record.ts'
import { validateCsvMapping } from '../formats/csv/csv-mapping.ts'
import { type InputResult, importInputs } from '../formats/import-inputs.ts'
import type { Import, ImportFormatName, ResultOutcome } from '../import.ts'
import { importSite } from '../live/import-site.ts'
import { undoImport } from '../undo/undo-import.ts'
import { createSiteRequest, getImportFileName } from './inspect-import.ts'
import { withLocalFile } from './local-file.ts'
import type { ResultCollector } from './result-collector.ts'

export interface TaskContext {
  readonly collector: ResultCollector
  readonly progress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

/** The origin of everything that an import writes. */
export const createImportOrigin = (importId: number, userId: number): Origin => ({
  ...createSystemOrigin('import'),
  userId,
  importId,
})

const createViewer = ({ taskUserId }: Import) => ({ id: taskUserId, role: 'administrator' as const })

/** Throws an `Error` for an input that cannot be read, and an `AbortError` when it is aborted. */
export async function executeTask(services: Services, one: Import, context: TaskContext): Promise<void> {
  if (one.task === 'undo' || one.task === 'preview-undo') return executeUndo(services, one, context)
  const isDryRun = one.task === 'preview'
  return one.format === 'site'
    ? executeSiteImport(services, one, { ...context, isDryRun })
    : executeFileImport(services, one, { ...context, isDryRun })
}

interface ImportContext extends TaskContext {
  readonly isDryRun: boolean
}

async function executeFileImport(services: Services, one: Import, context: ImportContext): Promise<void> {
  const { collector, signal, isDryRun } = context
  const { settings, format } = one
  const origin = createImportOrigin(one.id, one.taskUserId)
  let done = 0
  let total = 0
  await withLocalFile(services.database.read, { ...one, name: getImportFileName(one) }, async ({ path, shorten }) => {
    const observer = {
      result: ({ outcome, where, kind, id = 0, title, details }: InputResult) => {
        signal.throwIfAborted()
        collector.add({ outcome, kind, recordId: id, title, location: shorten(where), details: shorten(details) })
        if (outcome !== 'warning') done += 1
        if (total > 0) context.progress(Math.min(done, total), total)
      },
      total: (count: number) => {
        total = count
      },
      progress: (written: number, all: number) => {
        signal.throwIfAborted()
        context.progress(written, all)
      },
    }
    const options = {
      ...(isFileFormat(format) && { format }),
      url: one.url,
      ...(settings.status !== '' && { status: settings.status }),
      mapping: validateCsvMapping(settings.mapping, 'mapping'),
      categories: settings.categories,
      isDryRun,
      fetchesImages: settings.images,
      viewer: createViewer(one),
      origin,
      signal,
    }
    await importInputs(withOrigin(services, origin), [path], options, observer)
  })
}

const isFileFormat = (format: Import['format']): format is Exclude<ImportFormatName, 'site'> =>
  format !== '' && format !== 'site'

const SITE_OUTCOMES = { create: 'created', update: 'updated', remove: 'deleted' } as const

async function executeSiteImport(services: Services, one: Import, context: ImportContext): Promise<void> {
  const { collector, signal, isDryRun, progress } = context
  await importSite(services, {
    ...createSiteRequest(services, one, signal),
    isDryRun,
    fetchesImages: one.settings.images,
    origin: createImportOrigin(one.id, one.taskUserId),
    observer: {
      change: ({ action, kind, id, title }) =>
        collector.add({ outcome: SITE_OUTCOMES[action], kind, recordId: id, title, location: '', details: '' }),
      problem: (details) =>
        collector.add({ outcome: 'failed', kind: '', recordId: 0, title: '', location: '', details }),
      progress: (_stage, done, total) => progress(done, total),
    },
  })
}

async function executeUndo(
  services: Services,
  one: Import,
  { collector, progress, signal }: TaskContext,
): Promise<void> {
  await undoImport(services, {
    importId: one.id,
    viewer: createViewer(one),
    isDryRun: one.task === 'preview-undo',
    onResult: ({ outcome, kind, id, title, details }) =>
      collector.add({ outcome: outcome satisfies ResultOutcome, kind, recordId: id, title, location: '', details }),
    progress,
    signal,
  })
}
