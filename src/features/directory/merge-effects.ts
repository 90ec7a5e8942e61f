/** Changes of a merge besides those of events and series. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { MergeableKind } from '../../calendar/posts/merged-records.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export interface EventTitle {
  readonly id: number
  readonly title: string
  readonly status: string
  readonly start_date: DateTime
}

/** Limits the number of statement parameters. */
const BATCH_SIZE = 500

/** The events with the latest starts, the latest first. */
export async function findLatestEvents(db: Reader, ids: readonly number[], limit: number): Promise<EventTitle[]> {
  const latest: EventTitle[] = []
  for (const batch of splitIntoBatches(ids, BATCH_SIZE)) {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'title', 'status', 'start_date'])
      .where('id', 'in', batch)
      .orderBy('start_date', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    latest.push(...rows)
  }
  const compare = (a: EventTitle, b: EventTitle) =>
    a.start_date === b.start_date ? b.id - a.id : a.start_date < b.start_date ? 1 : -1
  return latest.sort(compare).slice(0, limit)
}

/** The next imports of the records find the target, which counts as edited here. */
export async function redirectImports(
  tx: Writer,
  { kind, from, to }: { readonly kind: MergeableKind; readonly from: readonly number[]; readonly to: number },
): Promise<void> {
  await tx
    .updateTable('imported_records')
    .set({ record_id: to, revision: 0 })
    .where('kind', '=', kind)
    .where('record_id', 'in', from)
    .execute()
  if (kind === 'category') await tx.updateTable('sources').set({ category: to }).where('category', 'in', from).execute()
}
