import { addDays } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { deleteDeliveriesBefore } from './delivery-store.ts'

/** The log of finished deliveries covers this time. */
const RETENTION_DAYS = 30
/** Deliveries per transaction, so that other writers need not wait long. */
const BATCH_SIZE = 500

/** Of several nodes, the first one deletes the old deliveries, and the others find none. Returns their number. */
export async function deleteOldDeliveries({ database, now }: Services, signal?: AbortSignal): Promise<number> {
  const before = addDays(now(), -RETENTION_DAYS)
  let deleted = 0
  for (let isDone = false; !isDone && !signal?.aborted; ) {
    const count = await database.transaction((tx) => deleteDeliveriesBefore(tx, before, BATCH_SIZE))
    deleted += count
    isDone = count < BATCH_SIZE
  }
  return deleted
}
