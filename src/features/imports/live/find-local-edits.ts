/** Finds the records that were edited here after their import. */

import { findRevisions } from '../../../storage/change-log/change-log.ts'
import { coversChangesAfter, findRevisionChannels } from '../../../storage/change-log/history.ts'
import type { Reader } from '../../../storage/types.ts'
import { findImportedRecords, type ImportedRecord } from '../imported-records.ts'
import type { ImportKind } from '../map-record.ts'

export interface LocalState {
  /** State at the last import; undefined for a record that was not imported from this site. */
  readonly imported: ImportedRecord | undefined
  /** Newest revision; 0 for a record that never existed. */
  readonly revision: number
  readonly isEdited: boolean
}

/** Imports and jobs of the service itself are no edits. */
const isEditChannel = (channel: string): boolean => channel !== 'import' && channel !== 'job'

/** By ID. Changes that the history does not contain any more count as edits. */
export async function findLocalStates(
  db: Reader,
  { source, kind }: { readonly source: string; readonly kind: ImportKind },
  ids: readonly number[],
): Promise<ReadonlyMap<number, LocalState>> {
  const records = await findImportedRecords(db, { source, kind }, ids.map(String))
  const imported = new Map(records.map((record) => [record.record_id, record]))
  const revisions = await findRevisions(db, kind, ids)
  const changed = ids.filter((id) => (revisions.get(id) ?? 0) > (imported.get(id)?.revision ?? 0))
  const channels = await findRevisionChannels(db, kind, changed)
  const edited = new Set<number>()
  for (const id of changed) {
    const revision = imported.get(id)?.revision ?? 0
    const later = channels.filter((entry) => entry.id === id && entry.revision > revision)
    const isEdited =
      later.length > 0
        ? later.some(({ channel }) => isEditChannel(channel))
        : !(await coversChangesAfter(db, { kind, id, revision }))
    if (isEdited) edited.add(id)
  }
  return new Map(
    ids.map((id) => [id, { imported: imported.get(id), revision: revisions.get(id) ?? 0, isEdited: edited.has(id) }]),
  )
}
