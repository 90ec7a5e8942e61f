import type { Reader } from '../../../storage/types.ts'
import { type ImportedRecord, listImportedRecords } from '../imported-records.ts'
import { createStateId } from './record-state.ts'

const PAGE_SIZE = 500

/**
 * The records of a source that an import has not seen: they have disappeared from it. A caller that cancels or trashes
 * one saves its state with the new revision and an empty fingerprint, so that it returns when the source has it again.
 */
export async function* findMissingRecords(
  db: Reader,
  source: string,
  seen: ReadonlySet<string>,
): AsyncGenerator<ImportedRecord> {
  for (const kind of ['event', 'series', 'venue', 'organizer'] as const) {
    for (let after = '', isDone = false; !isDone; ) {
      const states = await listImportedRecords(db, { source, kind }, { after, limit: PAGE_SIZE })
      for (const state of states) if (!seen.has(createStateId(kind, state.key))) yield state
      after = states.at(-1)?.key ?? after
      isDone = states.length < PAGE_SIZE
    }
  }
}
