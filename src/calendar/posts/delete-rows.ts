/** Deletes a post permanently, and the references to it. Images stay in the library. */

import type { DateTime } from '../../base/time/date-time.ts'
import type { PostKind } from '../../kernel/post.ts'
import { sortIds } from '../../storage/sort-ids.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Writer } from '../../storage/types.ts'
import { deleteFragments } from '../fragments/fragment-store.ts'
import { deleteSearchTexts } from '../lists/search-index.ts'
import { POST_TABLES } from './row-mapping.ts'

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

/** Attaches the images that were uploaded for a post to another one (0: none). Returns their ids, ascending. */
export async function replaceImageParent(
  tx: Writer,
  { from, to }: { readonly from: number; readonly to: number },
  times: ModificationTimes,
): Promise<readonly number[]> {
  const rows = await tx
    .updateTable('media')
    .set({ post: to, ...times })
    .where('post', '=', from)
    .returning('id')
    .execute()
  return sortIds(rows)
}
