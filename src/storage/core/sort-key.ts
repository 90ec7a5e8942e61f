import { foldCase } from '../../text/fold-case.ts'

/** PostgreSQL's indexes take no entry of more than 2704 bytes; a character has four at most. */
const MAX_CHARACTERS = 500

/** What stands in an index for a name: folded, and no longer than every engine takes. Names that begin so are told apart by themselves. */
export function createSortKey(name: string): string {
  const folded = foldCase(name)
  return folded.length <= MAX_CHARACTERS ? folded : Array.from(folded).slice(0, MAX_CHARACTERS).join('')
}
