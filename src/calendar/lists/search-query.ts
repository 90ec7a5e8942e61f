/** Parses a search text into words (wire-contract §8.5, and Q20 for venues and organizers). */
import { foldSearchText } from '../../base/text/fold-case.ts'

export interface SearchQuery {
  /** Words that must all occur, folded. */
  readonly included: readonly string[]
  /** Words that must not occur, folded. */
  readonly excluded: readonly string[]
}

/** Longer texts are not searched, as in the reference (observations §6.3). */
export const MAX_SEARCH_LENGTH = 1600
/** Some characters fold to several, and engines limit the length of patterns. */
const MAX_FOLDED_LENGTH = 4 * MAX_SEARCH_LENGTH
/** More words form one phrase (wire-contract §8.5). */
export const MAX_SEARCH_WORDS = 9

/** Whether the text is searched; one of blanks is, and matches everything. */
export function isSearchable(text: string | undefined): text is string {
  return text !== undefined && text.length <= MAX_SEARCH_LENGTH && foldSearchText(text).length <= MAX_FOLDED_LENGTH
}

/**
 * Undefined without a search. Words are separated by blanks, commas and plus signs; `"a phrase"` is one word; `-word`
 * excludes.
 */
export function parseSearchQuery(text: string | undefined): SearchQuery | undefined {
  if (!isSearchable(text)) return undefined
  const tokens = (text.match(/-?"[^"]*"|[^\s,+"]+/g) ?? []).filter((token) => token !== '-')
  if (tokens.length > MAX_SEARCH_WORDS) return { included: [foldSearchText(text.trim())], excluded: [] }
  const words = tokens.map((token) => ({ isExcluded: token.startsWith('-'), text: normalizeToken(token) }))
  const nonEmpty = words.filter((word) => word.text !== '')
  return {
    included: nonEmpty.filter((word) => !word.isExcluded).map((word) => word.text),
    excluded: nonEmpty.filter((word) => word.isExcluded).map((word) => word.text),
  }
}

const normalizeToken = (token: string): string => foldSearchText(token.replace(/^-/, '').replaceAll('"', ''))
