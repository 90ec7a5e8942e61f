import { fold } from '../text/fold.ts'

/** PostgreSQL's indexes take no entry of more than 2704 bytes; a character has four at most. */
const MOST_CHARACTERS = 500

/** What stands in an index for a name: folded, and no longer than every engine takes. Names that begin so are told apart by themselves. */
export function foldedKey(name: string): string {
  const folded = fold(name)
  return folded.length <= MOST_CHARACTERS ? folded : Array.from(folded).slice(0, MOST_CHARACTERS).join('')
}
