import { toLocal } from '../../base/time/time-zone.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { POST_KINDS } from '../../kernel/post.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { ChangeKind, Writer } from '../../storage/types.ts'
import type { Services } from '../services.ts'
import { type Reassignment, reassignMedia, reassignPosts, reassignSeries } from './authors.ts'

/** Makes another user the author of all records of a user, and returns their number. */
export async function reassignRecords(
  tx: Writer,
  { now, site }: Services,
  { from, to }: Pick<Reassignment, 'from' | 'to'>,
): Promise<number> {
  const at = now()
  const reassignment = { from, to, modified_utc: at, modified: toLocal(at, site.zone) }
  const fields = diffFields({ author: from }, { author: to })
  const record = async (kind: ChangeKind, ids: readonly number[]) => {
    for (const batch of splitIntoBatches(ids, BATCH_SIZE)) {
      await recordChanges(
        tx,
        batch.map((id) => ({ kind, id, op: 'update', at, fields })),
      )
    }
    return ids.length
  }
  let total = 0
  for (const kind of POST_KINDS) total += await record(kind, await reassignPosts(tx, kind, reassignment))
  total += await record('media', await reassignMedia(tx, reassignment))
  return total + (await record('series', await reassignSeries(tx, reassignment)))
}

const BATCH_SIZE = 500
