/** Deletes a post permanently, and the references to it. Images stay in the library. */

import type { DateTime } from '../../../datetime/date-time.ts'
import type { LinkedKind, PostKind } from '../../../domain/model/post.ts'
import type { Series } from '../../../domain/model/series.ts'
import { POST_TABLES } from '../../core/row-mapping.ts'
import { sortIds } from '../../core/sort-ids.ts'
import { splitIntoBatches } from '../../core/split-into-batches.ts'
import type { Writer } from '../../core/types.ts'
import { deleteFragments } from '../fragments.ts'
import { deleteSearchTexts } from '../search-index.ts'
import { findSeriesByIds, updateSeries } from '../series.ts'

/** Deletes the post itself. Nothing may refer to it any more. */
export async function deletePostRow(tx: Writer, kind: PostKind, id: number): Promise<void> {
  await deleteSearchTexts(tx, [id])
  await deleteFragments(tx, [id])
  await tx
    .deleteFrom(POST_TABLES[kind] as 'events')
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('object_ids').where('id', '=', id).execute()
}

/** Of a write: local time and UTC. */
export interface ModificationTimes {
  readonly modified: DateTime
  readonly modified_utc: DateTime
}

/** Limits the number of statement parameters. */
const BATCH_SIZE = 500

/** Ids of the events of a venue or organizer, ascending. */
export async function findLinkedEventIds(tx: Writer, kind: LinkedKind, id: number): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('links')
    .select('event_id as id')
    .where('kind', '=', kind)
    .where('target_id', '=', id)
    .execute()
  return sortIds(rows)
}

/** Removes a venue or organizer from events. */
export async function unlinkPost(
  tx: Writer,
  { kind, id }: { readonly kind: LinkedKind; readonly id: number },
  eventIds: readonly number[],
  times: ModificationTimes,
): Promise<void> {
  await tx
    .deleteFrom('links')
    .where('kind', '=', kind)
    .where('target_id', '=', id)
    .where('event_id', 'in', eventIds)
    .execute()
  await tx.updateTable('events').set(times).where('id', 'in', eventIds).execute()
  await deleteFragments(tx, eventIds)
}

/** Moves the children of an event to the top level. Returns their ids, ascending. */
export async function clearParent(tx: Writer, id: number, times: ModificationTimes): Promise<readonly number[]> {
  const rows = await tx
    .updateTable('events')
    .set({ post_parent: 0, ...times })
    .where('post_parent', '=', id)
    .returning('id')
    .execute()
  const childIds = sortIds(rows)
  for (const batch of splitIntoBatches(childIds, BATCH_SIZE)) await deleteFragments(tx, batch)
  return childIds
}

/** Detaches the images that were uploaded for a post. Returns their ids, ascending. */
export async function clearImageParent(tx: Writer, id: number, times: ModificationTimes): Promise<readonly number[]> {
  const rows = await tx
    .updateTable('media')
    .set({ post: 0, ...times })
    .where('post', '=', id)
    .returning('id')
    .execute()
  return sortIds(rows)
}

/** Removes a venue or organizer from the series whose new occurrences would have it. */
export async function unlinkFromSeries(
  tx: Writer,
  kind: LinkedKind,
  id: number,
): Promise<readonly { readonly before: Series; readonly after: Series }[]> {
  const name = kind === 'venue' ? 'venues' : 'organizers'
  const candidates = await tx.selectFrom('series').select('id').where('relations', 'like', `%${id}%`).execute()
  const found = await findSeriesByIds(tx, sortIds(candidates))
  const linked = found.filter(({ relations }) => relations[name].includes(id)).sort((a, b) => a.id - b.id)
  const changes = linked.map((before) => {
    const remaining = before.relations[name].filter((target) => target !== id)
    return { before, after: { ...before, relations: { ...before.relations, [name]: remaining } } }
  })
  for (const { after } of changes) await updateSeries(tx, after)
  return changes
}
