/** Deletes series permanently. The history contains their last state. */

import { diffFields } from '../../kernel/change-record.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import type { WriteContext } from '../posts/apply-post-input.ts'
import { deletePost } from '../posts/delete-post.ts'
import { findPost } from '../posts/post-store.ts'
import { recordSeriesFields } from '../posts/recorded-fields.ts'
import type { Series } from './series.ts'
import { deleteSeriesRow, findOccurrences } from './series-store.ts'

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
