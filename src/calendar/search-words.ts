/** A search text as words: contract 8.5, and Q20 for venues and organizers. */
import { searchText } from '../text/fold.ts'

export interface SearchWords {
  /** Each of these must occur. Folded. */
  readonly all: readonly string[]
  /** None of these may occur. */
  readonly none: readonly string[]
}

/** Longer texts are not searched for, as observed (observations 6.3). */
const LONGEST = 1600
/** Some signs fold to many letters, and engines limit their patterns. */
const LONGEST_FOLDED = 4 * LONGEST
/** More words than this are one phrase (contract 8.5). */
const MOST_WORDS = 9

/** Whether a text is searched for at all; one of blanks is, and matches everything that may be searched. */
export function isSearch(text: string | undefined): text is string {
  return text !== undefined && text.length <= LONGEST && searchText(text).length <= LONGEST_FOLDED
}

/** Undefined when nothing is searched for. Words part at blanks, commas and plus signs; `"a phrase"` stays whole; `-word` excludes. */
export function searchWords(text: string | undefined): SearchWords | undefined {
  if (!isSearch(text)) return undefined
  const tokens = (text.match(/-?"[^"]*"|[^\s,+"]+/g) ?? []).filter((token) => token !== '-')
  if (tokens.length > MOST_WORDS) return { all: [searchText(text.trim())], none: [] }
  const words = tokens.map((token) => ({ isExcluded: token.startsWith('-'), text: bare(token) }))
  const some = words.filter((word) => word.text !== '')
  return {
    all: some.filter((word) => !word.isExcluded).map((word) => word.text),
    none: some.filter((word) => word.isExcluded).map((word) => word.text),
  }
}

const bare = (token: string): string => searchText(token.replace(/^-/, '').replaceAll('"', ''))
