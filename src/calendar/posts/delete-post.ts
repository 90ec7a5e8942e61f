/** Deletes events, venues and organizers permanently. The history contains their last state. */

import { toLocal } from '../../base/time/time-zone.ts'
import { diffFields } from '../../kernel/change-record.ts'
import type { Event, LinkedKind, PostByKind, PostKind } from '../../kernel/post.ts'
import { can, forbidden, type Viewer } from '../../kernel/user.ts'
import { isCounted } from '../../kernel/visibility.ts'
import { recordChange, recordChanges } from '../../storage/change-log/change-log.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Change, Writer } from '../../storage/types.ts'
import { findRelations } from '../fragments/render-rows.ts'
import { excludeDates } from '../series/recurrence.ts'
import { findSeries, updateSeries } from '../series/series-store.ts'
import { adjustTermCounts, createCountChanges, deleteEventTerms, findTermsOfEvent } from '../terms/term-store.ts'
import type { WriteContext } from './apply-post-input.ts'
import { clearParent, deletePostRow, type ModificationTimes, replaceImageParent } from './delete-rows.ts'
import { deleteLinks } from './links.ts'
import { deleteMergesInto } from './merged-records.ts'
import { moveLinkedReferences } from './move-references.ts'
import { deletePreviewLink } from './preview-link-store.ts'
import { recordPostFields, recordRelations, recordSeriesFields } from './recorded-fields.ts'

/** Administrators and editors may; others move their records to the trash. */
export function assertMayDelete(viewer: Viewer): void {
  if (!can(viewer, 'edit_others_posts')) throw forbidden(viewer)
}

/** Deletes the record and all references to it. Images stay in the library. */
export async function deletePost<K extends PostKind>(
  tx: Writer,
  kind: K,
  current: PostByKind[K],
  context: WriteContext,
): Promise<void> {
  const { id } = current
  const { clock } = context
  const at = clock.now
  if (kind === 'event') for (const { beforeDelete } of context.eventListeners) await beforeDelete(tx, id, context)
  const times: ModificationTimes = { modified: toLocal(at, clock.zone), modified_utc: at }
  const imageIds = await replaceImageParent(tx, { from: id, to: 0 }, times)
  const references = isEvent(kind, current)
    ? await clearEventReferences(tx, current, times)
    : await clearLinkedReferences(tx, kind === 'venue' ? 'venue' : 'organizer', id, times)
  await deletePostRow(tx, kind, id)
  const fields = diffFields({ ...recordPostFields(kind, current), ...references.relations }, undefined)
  const imageChanges = imageIds.map((imageId) => createUpdate('media', imageId, at, { post: [id, 0] }))
  for (const batch of splitIntoBatches([...references.changes, ...imageChanges], BATCH_SIZE))
    await recordChanges(tx, batch)
  await recordChange(tx, { kind, id, op: 'delete', at, fields })
}

/** Limits the number of statement parameters. */
const BATCH_SIZE = 500

const isEvent = (kind: PostKind, _post: PostByKind[PostKind]): _post is Event => kind === 'event'

interface ClearedReferences {
  /** Relations of the deleted event, for its history. */
  readonly relations: ReturnType<typeof recordRelations>
  readonly changes: readonly Change[]
}

const createUpdate = (
  kind: 'event' | 'media' | 'series',
  id: number,
  at: string,
  fields: Change['fields'],
): Change => ({ kind, id, op: 'update', at, fields })

async function clearEventReferences(tx: Writer, event: Event, times: ModificationTimes): Promise<ClearedReferences> {
  const at = times.modified_utc
  const terms = await findTermsOfEvent(tx, event.id)
  const { venues, organizers } = (await findRelations(tx, [event.id]))(event.id)
  const countedTerms = isCounted(event) ? terms.map(({ id }) => id) : []
  await deleteEventTerms(tx, [event.id])
  await deletePreviewLink(tx, event.id)
  await deleteLinks(tx, [event.id])
  await adjustTermCounts(tx, countedTerms, -1)
  const children = await clearParent(tx, event.id, times)
  const selectTerms = (name: string) => terms.filter(({ taxonomy }) => taxonomy === name).map(({ id }) => id)
  return {
    relations: recordRelations({
      ...{ venues, organizers },
      categories: selectTerms('category'),
      tags: selectTerms('tag'),
    }),
    changes: [
      ...createCountChanges(countedTerms, at),
      ...children.map((id) => createUpdate('event', id, at, { post_parent: [event.id, 0] })),
      ...(await excludeFromSeries(tx, event, at)),
    ],
  }
}

/** A trashed occurrence is excluded already. */
async function excludeFromSeries(tx: Writer, event: Event, at: string): Promise<readonly Change[]> {
  const isIncluded = event.series_id !== 0 && event.status !== 'trash'
  const series = isIncluded ? await findSeries(tx, event.series_id) : undefined
  if (!series) return []
  const updated = { ...series, recurrence: excludeDates(series.recurrence, [event.series_date]) }
  await updateSeries(tx, updated)
  return [createUpdate('series', series.id, at, diffFields(recordSeriesFields(series), recordSeriesFields(updated)))]
}

async function clearLinkedReferences(
  tx: Writer,
  kind: LinkedKind,
  id: number,
  times: ModificationTimes,
): Promise<ClearedReferences> {
  await deleteMergesInto(tx, kind, id)
  const { changes } = await moveLinkedReferences(tx, { kind, from: [id], to: undefined }, times)
  return { relations: {}, changes }
}
