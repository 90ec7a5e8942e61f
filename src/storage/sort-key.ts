import { foldCase } from '../base/text/fold-case.ts'

/** PostgreSQL index entries are limited to 2704 bytes; a character has at most four. */
const MAX_CHARACTERS = 500

/**
 * Case-folded name for indexes, cut to a length that every engine can index. Longer names with the same prefix must be
 * compared in full.
 */
export function createSortKey(name: string): string {
  const folded = foldCase(name)
  return folded.length <= MAX_CHARACTERS ? folded : Array.from(folded).slice(0, MAX_CHARACTERS).join('')
}
