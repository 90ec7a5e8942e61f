/** `calends import --undo`: undoes an import of the command line or of the service. */
import { InvalidArgumentError } from 'commander'
import { formatTable } from '../base/cli/format-table.ts'
import { listResults } from '../features/imports/import-results.ts'
import { presentImport, presentImportResult } from '../features/imports/present-import.ts'
import { runTaskNow } from '../features/imports/runs/run-imports.ts'
import { print, withServices } from './with-services.ts'

interface UndoOptions {
  readonly json?: boolean
  readonly dryRun?: boolean
}

const ALL_RESULTS = { page: 1, perPage: 100_000 }

export async function runUndo(id: number, { json, dryRun = false }: UndoOptions): Promise<void> {
  const { signal } = new AbortController()
  const task = dryRun ? 'preview-undo' : 'undo'
  const { one, results } = await withServices(async (services) => ({
    one: await runTaskNow(services, { id, task, userId: 0 }, signal),
    ...(await listResults(services.database.read, { id }, ALL_RESULTS)),
  }))
  if (one.status === 'failed') throw new Error(one.error)
  if (json) {
    print(JSON.stringify({ ...presentImport(one), results: results.map(presentImportResult) }))
    return
  }
  const rows = results.map(({ outcome, kind, recordId, title, details }) => [outcome, kind, recordId, title, details])
  if (rows.length > 0) for (const line of formatTable(['outcome', 'kind', 'id', 'title', 'details'], rows)) print(line)
  const { deleted, restored, conflict, failed } = one.counts
  const plan = dryRun ? ' (dry run)' : ''
  print(`import ${id}${plan}: ${deleted} deleted, ${restored} restored, ${conflict} unchanged, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

export function parseImportId(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected an integer, 1 or more.')
}
