/** Keys by which names and addresses of probably the same place or person are equal. */
import { slugify } from '../../base/text/slug.ts'

/** Definite articles of the languages of the service. Shorter ones are also letters that distinguish rooms. */
const ARTICLES: ReadonlySet<string> = new Set([
  ...['the', 'der', 'die', 'das', 'le', 'la', 'les', 'el', 'los', 'las', 'il', 'lo', 'gli', 'de', 'het', 'os', 'as'],
])

/** Words without case, accents and punctuation. */
const splitWords = (text: string): string[] =>
  decodeURIComponent(slugify(text.replace(/&(?:amp|#0?38);/g, '&')))
    .split('-')
    .filter((word) => word !== '')

/** Without case, accents, punctuation and a leading article; empty for a name without letters and digits. */
export function createNameKey(name: string): string {
  const [first = '', ...others] = splitWords(name)
  return others.length > 0 && ARTICLES.has(first) ? others.join(' ') : [first, ...others].join(' ')
}

/** Keys shorter than this have many neighbors that are other names. */
const SHORTEST_VARIED_KEY = 5

/**
 * The key, and the key without each of its letters and blanks. Keys share a variant if one typing error turns one into the
 * other, and seldom otherwise. Digits and words of up to two letters distinguish rooms, so they are never removed.
 */
export function listKeyVariants(key: string): ReadonlySet<string> {
  const letters = [...key]
  if (letters.length < SHORTEST_VARIED_KEY) return new Set([key])
  const lengths = key.split(' ').flatMap((word) => [...[...word].map(() => [...word].length), SHORTEST_VARIED_KEY])
  const variants = letters.flatMap((letter, index) =>
    /\p{N}/u.test(letter) || (lengths[index] ?? 0) <= 2 ? [] : [letters.toSpliced(index, 1).join('')],
  )
  return new Set([key, ...variants])
}

/** True if one missing, additional, wrong or exchanged character turns one key into the other. */
export function isTypingError(a: string, b: string): boolean {
  const [long, short] = a.length < b.length ? [b, a] : [a, b]
  let start = 0
  while (start < short.length && long[start] === short[start]) start++
  const [longRest, shortRest] = [long.slice(start), short.slice(start)]
  if (long.length > short.length) return longRest.slice(1) === shortRest
  const isExchanged = longRest[0] === shortRest[1] && longRest[1] === shortRest[0]
  return longRest.slice(1) === shortRest.slice(1) || (isExchanged && longRest.slice(2) === shortRest.slice(2))
}

const STREET_WORDS: Readonly<Record<string, string>> = { street: 'st', avenue: 'ave', road: 'rd', square: 'sq' }

/** Without case, accents and punctuation, and with common words for streets abbreviated; empty without an address. */
export const createAddressKey = (address: string): string =>
  splitWords(address)
    .map((word) => STREET_WORDS[word] ?? word.replace(/stra(?:ss|s)e$/, 'str'))
    .join(' ')
