/** Change log and times of writes to images. */
import { toLocal } from '../../base/time/time-zone.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Change, Writer } from '../../storage/types.ts'
import type { Services } from '../services.ts'
import type { Media } from './image.ts'
import type { RecordReference } from './image-use.ts'

export function createMediaTimes({ now, site }: Services): Pick<Media, 'modified' | 'modified_utc'> {
  const modified_utc = now()
  return { modified: toLocal(modified_utc, site.zone), modified_utc }
}

const BATCH_SIZE = 500

/** Records a change of records that show an image. Without `fields`, it is not in their history. */
export async function recordImageUses(
  tx: Writer,
  records: readonly RecordReference[],
  { at, fields }: Pick<Change, 'at' | 'fields'>,
): Promise<void> {
  for (const batch of splitIntoBatches(records, BATCH_SIZE))
    await recordChanges(
      tx,
      batch.map(({ kind, id }) => ({ kind, id, op: 'update', at, ...(fields && { fields }) })),
    )
}
