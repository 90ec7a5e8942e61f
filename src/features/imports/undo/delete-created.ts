/** Deletes the records that an import has created, unless others use them. */

import { findImageUses } from '../../../calendar/images/image-use.ts'
import { removeMedia } from '../../../calendar/images/media-library.ts'
import { deletePost } from '../../../calendar/posts/delete-post.ts'
import { findLinkedEventIds } from '../../../calendar/posts/replace-references.ts'
import { deleteSeries } from '../../../calendar/series/delete-series.ts'
import { findOccurrences } from '../../../calendar/series/series-store.ts'
import { findCategoryTree, findEventIdsWithTerm } from '../../../calendar/terms/term-store.ts'
import { removeTerm } from '../../../calendar/terms/write-terms.ts'
import { createWriteContext } from '../../../calendar/write-context.ts'
import { findChangedSince } from '../import-changes.ts'
import type { CurrentRecord } from './find-record.ts'
import { createHandledKey, type UndoKind, type UndoTransaction } from './undo-scope.ts'

/** Reason why a record stays; undefined if it can be deleted. */
export async function findReasonToStay(scope: UndoTransaction, current: CurrentRecord): Promise<string | undefined> {
  if (current.kind === 'series') return findEditedOccurrence(scope, current.record.id)
  const users = await findUsers(scope, current)
  return users.length > 0
    ? `it is used by ${users[0]}${users.length > 1 ? ` and ${users.length - 1} more` : ''}`
    : undefined
}

async function findEditedOccurrence({ tx, importId }: UndoTransaction, id: number): Promise<string | undefined> {
  const occurrences = (await findOccurrences(tx, id)).map((one) => ({ id: one.id, firstEntry: 0 }))
  const edited = await findChangedSince(tx, { importId, kind: 'event' }, occurrences)
  return edited.size > 0 ? `event ${[...edited][0]} of the series was changed after the import` : undefined
}

/** Records that refer to the record and stay. */
async function findUsers({ tx, handled }: UndoTransaction, current: CurrentRecord): Promise<string[]> {
  const list = (kind: UndoKind, ids: readonly number[]) =>
    ids.map((id) => createHandledKey(kind, id)).filter((key) => !handled.has(key))
  const { kind, record } = current
  if (kind === 'venue' || kind === 'organizer') return list('event', await findLinkedEventIds(tx, kind, [record.id]))
  if (kind === 'media') return (await findImageUses(tx, record.id)).flatMap((use) => list(use.kind, [use.id]))
  if (kind !== 'category' && kind !== 'tag') return []
  const events = list('event', await findEventIdsWithTerm(tx, record.id))
  if (kind === 'tag') return events
  const children = (await findCategoryTree(tx)).filter(({ parent }) => parent === record.id)
  return [
    ...events,
    ...list(
      'category',
      children.map(({ id }) => id),
    ),
  ]
}

export async function deleteCreated({ tx, services, viewer }: UndoTransaction, current: CurrentRecord): Promise<void> {
  const context = createWriteContext(services, viewer)
  const { kind, record } = current
  if (kind === 'event') await deletePost(tx, kind, record, context)
  else if (kind === 'venue') await deletePost(tx, kind, record, context)
  else if (kind === 'organizer') await deletePost(tx, kind, record, context)
  else if (kind === 'series') await deleteSeries(tx, record, context)
  else if (kind === 'media') await removeMedia(services, { viewer, precondition: undefined }, record)
  else await removeTerm(services, record, undefined)
}
