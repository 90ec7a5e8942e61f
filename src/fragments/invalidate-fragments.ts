/** Invalidation of the fragment cache: evicts the records that the change log names. */
import { findChangesAfter } from '../storage/changes/change-log.ts'
import type { Database, LoggedChange, Position, Reader } from '../storage/core/types.ts'
import type { FragmentEntries } from './fragment-entries.ts'

export interface FragmentInvalidator {
  /** Evicts changed records; returns whether the remaining entries may be used. */
  readonly applyChanges: (db: Reader) => Promise<boolean>
  /** The same without I/O; false when the newest changes have to be read. */
  readonly applyOwnChanges: () => boolean
  /** The state of the database up to which changes were applied; undefined before the first use. */
  readonly getPosition: () => Position | undefined
}

/** With more changes than this, clearing the cache is cheaper than reading them. */
const MAX_CHANGES = 2000

export function createFragmentInvalidator(
  database: Pick<Database, 'generation' | 'ownChanges'>,
  entries: FragmentEntries,
): FragmentInvalidator {
  let position: Position | undefined

  function applyOwnChanges(): boolean {
    const newest = database.generation()
    if (newest === undefined || position?.epoch !== newest.epoch) return false
    if (position.seq >= newest.seq) return true
    const changes = database.ownChanges(position, newest)
    for (const change of changes ?? []) evictChanged(entries, change)
    if (changes) position = newest
    return changes !== undefined
  }

  async function applyChanges(db: Reader): Promise<boolean> {
    if (applyOwnChanges()) return true
    const newest = database.generation()
    if (newest === undefined) return false
    // Change numbers of another epoch are not comparable.
    if (position && position.epoch !== newest.epoch) entries.clear()
    if (position?.epoch !== newest.epoch) position = newest
    const changes = await findChangesAfter(db, position.seq, MAX_CHANGES)
    // The epoch may have changed while changes were read.
    if (position.epoch !== newest.epoch) return false
    if (changes.length === MAX_CHANGES) entries.clear()
    else for (const change of changes) evictChanged(entries, change)
    position = { epoch: newest.epoch, seq: Math.max(position.seq, newest.seq, changes.at(-1)?.seq ?? 0) }
    return true
  }

  return { applyChanges, applyOwnChanges, getPosition: () => position }
}

function evictChanged(entries: FragmentEntries, { kind, id, op }: LoggedChange): void {
  const isTerm = kind === 'category' || kind === 'tag'
  // Fragments do not record which images they contain, and events keep the ID of a deleted term, so `getCached` would
  // never again find all fragments of such an event.
  if ((kind === 'media' && op !== 'create') || (isTerm && op === 'delete')) entries.clear()
  if (kind === 'media' || kind === 'user') return
  // Terms contain their event count, which any event may change.
  if (kind === 'event') entries.deleteTerms()
  if (isTerm) entries.deleteTerm(id)
  else entries.deletePost(id)
}
