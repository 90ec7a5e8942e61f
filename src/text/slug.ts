import { stripTags } from './html.ts'

const MAX_LENGTH = 200
/** Latin letters that do not decompose into a base letter and an accent. */
const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ª: 'a', º: 'o', ß: 'ss', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Ð: 'D', ð: 'd', Þ: 'TH', þ: 'th' },
  ...{ Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i', ĸ: 'k', Ł: 'L', ł: 'l', Ŀ: 'L', ŀ: 'l', Ŋ: 'N', ŋ: 'n', ŉ: 'n' },
  ...{ Ŧ: 'T', ŧ: 't', ſ: 's', Ĳ: 'IJ', ĳ: 'ij', ẞ: 'SS', '×': 'x', '÷': '' },
}
const LATIN = /[ªº\u00c0-\u024f\u1e00-\u1eff]/g
const DROPPED = /[^\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}\p{Pd}\p{Zs}_/.]|[¦©®°™℠]/gu
const BREAKS = /[\p{Pd}\p{Zs}/.]+/gu
const ENCODED_CHARACTERS = /(?:%[89a-f][\da-f])+/gi

/**
 * The name of a record in its address (contract 6.7): at most 200 characters of ASCII, other scripts percent-encoded
 * in lower-case hex. `''` when nothing is left. Idempotent: percent-encoded characters are read as what they stand for.
 */
export function slugify(text: string): string {
  const words = foldLatin(decodeCharacters(stripTags(text)).normalize('NFC'))
    .toLowerCase()
    .normalize('NFC')
  return encode(words.replace(DROPPED, '').replace(BREAKS, '-').replace(/^-/, ''), MAX_LENGTH)
}

/** `base-n`, the base shortened at a character boundary where both do not fit in 200 characters. */
export function numberedSlug(base: string, n: number): string {
  const suffix = `-${n}`
  return encode(decodeCharacters(base), MAX_LENGTH - suffix.length) + suffix
}

/** The slug itself, or the first of its numbered forms from 2 on, that is not taken. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base
  for (let n = 2; taken.has(slug); n += 1) slug = numberedSlug(base, n)
  return slug
}

function foldLatin(text: string): string {
  return text.replace(LATIN, (letter) => LATIN_LETTERS[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
}

function decodeCharacters(text: string): string {
  return text.replace(ENCODED_CHARACTERS, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

function encode(text: string, limit: number): string {
  let slug = ''
  for (const character of text) {
    const piece = character < '\u0080' ? character : encodeURIComponent(character).toLowerCase()
    if (slug.length + piece.length > limit) break
    slug += piece
  }
  return slug.replace(/-+$/, '')
}
