import { addDays } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { deleteImportRow, findOldImports, findUnusedFiles, forgetFile } from './import-store.ts'

/** Days after which a file that was not imported is deleted, with the credentials of a site. */
const FILE_DAYS = 7
const BATCH_SIZE = 100

/** Deletes files that were not imported, and imports that cannot be undone any more. */
export async function deleteOldImports({ database, now, site }: Services): Promise<void> {
  for (const id of await findUnusedFiles(database.read, addDays(now(), -FILE_DAYS), BATCH_SIZE))
    await database.transaction((tx) => forgetFile(tx, id))
  if (!Number.isFinite(site.historyDays)) return
  for (const id of await findOldImports(database.read, addDays(now(), -site.historyDays), BATCH_SIZE))
    await database.transaction((tx) => deleteImportRow(tx, id))
}
