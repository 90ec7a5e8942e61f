/** Invalidation of the fragment cache: evicts the records that the change log names. */
import { findChangesAfter } from '../../storage/change-log/change-log.ts'
import type { Database, LoggedChange, Position, Reader } from '../../storage/types.ts'
import type { FragmentEntries } from './fragment-entries.ts'

export interface FragmentInvalidator {
  /** Evicts changed records; returns whether the remaining entries may be used. */
  readonly applyChanges: (db: Reader) => Promise<boolean>
  /** The same without I/O, if this process made all changes. */
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
    applyAll(newest, changes)
    return true
  }

  function applyAll(newest: Position, changes: readonly LoggedChange[]): void {
    if (changes.length === MAX_CHANGES) entries.clear()
    else for (const change of changes) evictChanged(entries, change)
    position = { epoch: newest.epoch, seq: Math.max(position?.seq ?? 0, newest.seq, changes.at(-1)?.seq ?? 0) }
  }

  return { applyChanges, applyOwnChanges, getPosition: () => position }
}

/**
 * Records that lose a deleted image have changes of their own; other changes of images are not visible in records. Fragments
 * contain prices in the currency of the site.
 */
function evictChanged(entries: FragmentEntries, { kind, id, op }: LoggedChange): void {
  if (kind === 'settings') entries.clear()
  if (kind === 'event' || kind === 'venue' || kind === 'organizer') entries.deletePost(id)
  if (kind === 'count' || kind === 'category' || kind === 'tag') entries.deleteTerm(id)
  if ((kind === 'category' || kind === 'tag') && op === 'delete') entries.deleteEventsOfTerm(id)
}
