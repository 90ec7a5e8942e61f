/** Common input of the steps of an undo. */

import type { Services } from '../../../calendar/services.ts'
import type { Viewer } from '../../../kernel/user.ts'
import type { Writer } from '../../../storage/types.ts'

/** Kinds in the order in which they are undone: events before the records that they refer to. */
export const UNDO_KINDS = ['series', 'event', 'venue', 'organizer', 'media', 'category', 'tag'] as const
export type UndoKind = (typeof UNDO_KINDS)[number]

export interface UndoScope {
  readonly importId: number
  /** User who undoes the import. */
  readonly viewer: Viewer
  /**
   * Records that were deleted or restored, as `kind id`. A dry run rolls these changes back, so they would still count as
   * uses of other records.
   */
  readonly handled: Set<string>
  /** Series with a change by the import. Their events are undone with them. */
  readonly series: Set<number>
}

/** The transaction of a batch. */
export interface UndoTransaction extends UndoScope {
  readonly tx: Writer
  /** Their writes are parts of the transaction. */
  readonly services: Services
}

export interface UndoResult {
  readonly outcome: 'deleted' | 'restored' | 'unchanged' | 'conflict' | 'failed'
  readonly kind: UndoKind
  readonly id: number
  readonly title: string
  /** Names of the restored fields, or the reason. */
  readonly details: string
}

export const createHandledKey = (kind: UndoKind, id: number): string => `${kind} ${id}`
