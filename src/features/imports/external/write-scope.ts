import type { WriteContext } from '../../../calendar/posts/apply-post-input.ts'
import type { SeriesInput } from '../../../calendar/series/create-series.ts'
import { findRevision } from '../../../storage/change-log/change-log.ts'
import type { Writer } from '../../../storage/types.ts'
import type { ImportedRecord } from '../imported-records.ts'
import type { ExternalImportOptions, StateKind } from './external-record.ts'
import { toChangeKind } from './record-state.ts'

/** The transaction of a batch, with the options of its import. */
export interface WriteScope extends Pick<ExternalImportOptions, 'source' | 'status' | 'categories' | 'pastDays'> {
  readonly tx: Writer
  readonly context: WriteContext
  /** Days ahead for which occurrences of series are created. */
  readonly horizon: number
}

export interface WrittenRecord {
  readonly kind: Exclude<StateKind, 'occurrence'>
  readonly id: number
  readonly isNew: boolean
  readonly warnings: readonly string[]
}

/** The input with the categories that every event of the import gets. */
export function addCategories<I extends Pick<SeriesInput, 'categories'>>(input: I, { categories = [] }: WriteScope): I {
  if (categories.length === 0) return input
  return { ...input, categories: [...new Set([...(input.categories ?? []), ...categories])] }
}

/** The state of a record that was just written. */
export async function createImportedState(
  { tx, source }: WriteScope,
  { id, ...state }: Pick<ImportedRecord, 'key' | 'fingerprint' | 'modified'> & { kind: StateKind; id: number },
): Promise<ImportedRecord> {
  return { source, ...state, record_id: id, revision: await findRevision(tx, toChangeKind(state.kind), id) }
}
