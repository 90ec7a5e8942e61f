import { stripTags } from './sanitize.ts'

const MAX_LENGTH = 200
/** Reserved length for a numeric suffix: a hyphen and seven digits. */
const NUMBER_SUFFIX_LENGTH = 8
const TRASH_SUFFIX = '__trashed'
const TRASH_SUFFIX_PATTERN = /__trashed(?:-\d+)?$/
/** Latin letters that do not decompose into a base letter and an accent. */
const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ª: 'a', º: 'o', ß: 'ss', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Ð: 'D', ð: 'd', Þ: 'TH', þ: 'th' },
  ...{ Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i', ĸ: 'k', Ł: 'L', ł: 'l', Ŀ: 'L', ŀ: 'l', Ŋ: 'N', ŋ: 'n', ŉ: 'n' },
  ...{ Ŧ: 'T', ŧ: 't', ſ: 's', Ĳ: 'IJ', ĳ: 'ij', ẞ: 'SS', '×': 'x', '÷': '' },
}
const LATIN_PATTERN = /[ªº\u00c0-\u024f\u1e00-\u1eff]/g
const DROPPED_CHARACTERS = /[^\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}\p{Pd}\p{Zs}_/.]|[¦©®°™℠]/gu
const WORD_BREAKS = /[\p{Pd}\p{Zs}/.]+/gu
const UNENCODABLE_CHARACTERS = /[\p{Cc}\p{Cs}]/gu
const ENCODED_CHARACTERS = /(?:%[89a-f][\da-f])+/gi

/**
 * Creates a slug (wire-contract §6.7): at most 200 ASCII characters, with other scripts percent-encoded in lower-case hex.
 * Returns an empty string if no characters remain. Idempotent, because percent-encoded input is decoded first.
 */
export function slugify(text: string): string {
  const words = foldLatin(decodeCharacters(stripTags(text)).normalize('NFC'))
    .toLowerCase()
    .normalize('NFC')
  return encodeText(words.replace(DROPPED_CHARACTERS, '').replace(WORD_BREAKS, '-').replace(/^-/, ''), MAX_LENGTH)
}

/** Normalizes a slug from a URL to its stored form. Unlike `slugify`, it keeps dots and hyphens of imported slugs. */
export function encodeSlug(text: string): string {
  const characters = decodeCharacters(text).replace(UNENCODABLE_CHARACTERS, '').toLowerCase()
  return Array.from(characters, encodeCharacter).join('')
}

/** Returns `base-n`. The base is truncated at a character boundary if both exceed 200 characters. */
export function createNumberedSlug(base: string, n: number): string {
  const suffix = `-${n}`
  return truncateSlug(base, MAX_LENGTH - suffix.length) + suffix
}

/** Returns `base-YYYY-MM-DD`, with space for a numeric suffix. */
export function createDatedSlug(base: string, date: string): string {
  return `${truncateSlug(base, MAX_LENGTH - NUMBER_SUFFIX_LENGTH - date.length - 1)}-${date}`
}

/** The common prefix of a base and all its numbered forms, for queries. */
export function createSlugStem(base: string): string {
  return truncateSlug(base, MAX_LENGTH - NUMBER_SUFFIX_LENGTH)
}

/** Returns the slug of a trashed record, with space for a numeric suffix (wire-contract §6.7). */
export function addTrashSuffix(slug: string): string {
  return truncateSlug(slug, MAX_LENGTH - NUMBER_SUFFIX_LENGTH - TRASH_SUFFIX.length) + TRASH_SUFFIX
}

export function removeTrashSuffix(slug: string): string {
  return slug.replace(TRASH_SUFFIX_PATTERN, '')
}

/** Returns the base, or the first of its numbered forms (from 2) that is not taken. */
export function findFreeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base
  for (let n = 2; taken.has(slug); n += 1) slug = createNumberedSlug(base, n)
  return slug
}

function foldLatin(text: string): string {
  return text.replace(
    LATIN_PATTERN,
    (letter) => LATIN_LETTERS[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''),
  )
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

function truncateSlug(slug: string, limit: number): string {
  return slug.length > limit ? encodeText(decodeCharacters(slug), limit) : slug
}

function encodeCharacter(character: string): string {
  return character < '\u0080' ? character : encodeURIComponent(character).toLowerCase()
}

function encodeText(text: string, limit: number): string {
  let slug = ''
  for (const character of text) {
    const piece = encodeCharacter(character)
    if (slug.length + piece.length > limit) break
    slug += piece
  }
  return slug.replace(/-+$/, '')
}
