/** Deletes series permanently. The history contains their last state. */
import type { WriteContext } from '../../domain/changes/apply-post-input.ts'
import { recordSeriesFields } from '../../domain/history/recorded-fields.ts'
import type { Series } from '../../domain/model/series.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import { findPost } from '../../storage/stores/posts.ts'
import { deleteSeriesRow, findOccurrences } from '../../storage/stores/series.ts'
import type { Writer } from '../../storage/types.ts'
import { deletePost } from '../write/delete-post.ts'

/** Deletes the series first, so that it does not exclude the date of each event. */
export async function deleteSeries(tx: Writer, series: Series, context: WriteContext): Promise<void> {
  const { id } = series
  const occurrences = await findOccurrences(tx, id)
  await deleteSeriesRow(tx, id)
  const fields = diffFields(recordSeriesFields(series), undefined)
  await recordChange(tx, { kind: 'series', id, op: 'delete', at: context.clock.now, fields })
  for (const occurrence of occurrences) {
    const event = await findPost(tx, 'event', occurrence.id)
    if (event) await deletePost(tx, 'event', event, context)
  }
}
