/** Undoes the changes of one record by an import. */
import type { Event } from '../../../kernel/post.ts'
import { findRevision } from '../../../storage/change-log/change-log.ts'
import type { ImportedChange } from '../import-changes.ts'
import { deleteImportProgress } from '../import-progress.ts'
import { deleteStatesOfRecord, resetStatesOfRecord } from '../imported-records.ts'
import { deleteCreated, findReasonToStay } from './delete-created.ts'
import { findCurrentRecord } from './find-record.ts'
import { restoreChanged } from './restore-changed.ts'
import { createHandledKey, type UndoKind, type UndoResult, type UndoTransaction } from './undo-scope.ts'

export interface RecordToUndo {
  readonly kind: UndoKind
  readonly change: ImportedChange
  /** True if others have changed it after the import. */
  readonly isChangedSince: boolean
}

/** Undefined if there is nothing to do. Throws a `Problem` if the record cannot be restored. */
export async function undoRecord(
  scope: UndoTransaction,
  { kind, change, isChangedSince }: RecordToUndo,
): Promise<UndoResult | undefined> {
  const { tx, handled } = scope
  const { id } = change
  const current = await findCurrentRecord(tx, kind, id)
  const result = { kind, id, title: current?.title ?? '' }
  if (!current) return describeMissing(change, { ...result, isChangedSince })
  if (current.kind === 'event' && belongsToSeries(scope, current.record)) return undefined
  if (isChangedSince) return { ...result, outcome: 'conflict', details: 'it was changed after the import' }
  if (change.isCreated) {
    const reason = await findReasonToStay(scope, current)
    if (reason !== undefined) return { ...result, outcome: 'conflict', details: reason }
    await deleteCreated(scope, current)
    await deleteImportProgress(tx, await deleteStatesOfRecord(tx, { kinds: listStateKinds(kind), id }))
    handled.add(createHandledKey(kind, id))
    return { ...result, outcome: 'deleted', details: '' }
  }
  const names = await restoreChanged(scope, current, change.firstEntry)
  if (names.length === 0) return undefined
  await resetStatesOfRecord(tx, { kinds: listStateKinds(kind), id }, await findRevision(tx, kind, id))
  handled.add(createHandledKey(kind, id))
  return { ...result, outcome: 'restored', details: names.join(', ') }
}

/** Events of a series that the import has changed are undone with it, unless they differ from it. */
const belongsToSeries = ({ series }: UndoTransaction, { series_id, series_edited }: Event): boolean =>
  series_id !== 0 && series.has(series_id) && !series_edited

/** A record that was created and deleted again, by this undo or otherwise, needs no change. */
function describeMissing(
  { isCreated, isDeleted }: ImportedChange,
  { isChangedSince, ...result }: Pick<UndoResult, 'kind' | 'id' | 'title'> & { readonly isChangedSince: boolean },
): UndoResult | undefined {
  if (isCreated) return undefined
  const details = isDeleted ? 'the import has deleted it permanently' : 'it was deleted after the import'
  return { ...result, outcome: isChangedSince ? 'conflict' : 'failed', details }
}

const listStateKinds = (kind: UndoKind): readonly string[] => (kind === 'event' ? ['event', 'occurrence'] : [kind])
