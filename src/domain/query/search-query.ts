/** A search text as words: wire-contract §8.5, and Q20 for venues and organizers. */
import { foldSearchText } from '../../text/fold-case.ts'

export interface SearchQuery {
  /** Each of these must occur. Folded. */
  readonly included: readonly string[]
  /** None of these may occur. */
  readonly excluded: readonly string[]
}

/** Longer texts are not searched for, as observed (observations §6.3). */
const MAX_LENGTH = 1600
/** Some signs fold to many letters, and engines limit their patterns. */
const MAX_FOLDED_LENGTH = 4 * MAX_LENGTH
/** More words than this are one phrase (wire-contract §8.5). */
const MAX_WORDS = 9

/** Whether a text is searched for at all; one of blanks is, and matches everything that may be searched. */
export function isSearchable(text: string | undefined): text is string {
  return text !== undefined && text.length <= MAX_LENGTH && foldSearchText(text).length <= MAX_FOLDED_LENGTH
}

/** Undefined when nothing is searched for. Words part at blanks, commas and plus signs; `"a phrase"` stays whole; `-word` excludes. */
export function parseSearchQuery(text: string | undefined): SearchQuery | undefined {
  if (!isSearchable(text)) return undefined
  const tokens = (text.match(/-?"[^"]*"|[^\s,+"]+/g) ?? []).filter((token) => token !== '-')
  if (tokens.length > MAX_WORDS) return { included: [foldSearchText(text.trim())], excluded: [] }
  const words = tokens.map((token) => ({ isExcluded: token.startsWith('-'), text: normalizeToken(token) }))
  const nonEmpty = words.filter((word) => word.text !== '')
  return {
    included: nonEmpty.filter((word) => !word.isExcluded).map((word) => word.text),
    excluded: nonEmpty.filter((word) => word.isExcluded).map((word) => word.text),
  }
}

const normalizeToken = (token: string): string => foldSearchText(token.replace(/^-/, '').replaceAll('"', ''))
