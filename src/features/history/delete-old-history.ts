import { addDays } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { deleteHistoryBefore, hasHistoryBefore } from '../../storage/change-log/history.ts'

/** Entries per transaction, so that other writers need not wait long. */
const BATCH_SIZE = 500

/**
 * Deletes the entries that are older than the site keeps them, and returns their number. Of several nodes, the first one
 * deletes them, and the others find none.
 */
export async function deleteOldHistory({ database, now, site }: Services, signal?: AbortSignal): Promise<number> {
  if (!Number.isFinite(site.historyDays)) return 0
  const before = addDays(now(), -site.historyDays)
  let deleted = 0
  while (!signal?.aborted && (await hasHistoryBefore(database.read, before)))
    deleted += await database.transaction((tx) => deleteHistoryBefore(tx, before, BATCH_SIZE))
  return deleted
}
