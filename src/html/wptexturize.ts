import { escapeHtml } from './sanitize.ts'
import { isBlockElement, parseTagName, splitTags } from './split-tags.ts'
import { addParagraphs } from './wpautop.ts'

/** One look decides for most texts that there is nothing to do. */
const TEXTURIZABLE = /["'&]|--|\s-\s|\.\.\.|\dx\d/
/** Each alternative begins with the character it is about: looking behind first would be done at every character. */
const TOKEN_PATTERN = new RegExp(
  [
    String.raw`&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,30});`,
    '[&"\']',
    '-{2,}(?<!xn-{2,9})',
    String.raw`-(?=\s)(?<=\s-)`,
    String.raw`\.\.\.`,
    // A size like 10x20, not a hexadecimal number like 0x20.
    String.raw`x(?=\d)(?<=(?:(?<!\w)|\dx)(?:[1-9][\d.,]{0,12}|0[\d.,]{1,12})x)`,
  ].join('|'),
  'g',
)
const VERBATIM_ELEMENTS = new Set(['pre', 'code', 'kbd', 'samp', 'tt'])
const OPENING_CONTEXT = /[\s([{\-–—/]/
const OPENING_ENTITIES = new Set(['&#8220;', '&#8216;', '&ldquo;', '&lsquo;', '&nbsp;', '&#160;', '&#8211;', '&#8212;'])
const DECADE = /^\d\ds?(?![\w'])/

/** Where a text stands: the character before it, and whether a tag follows. */
type TextContext = { before: string; tagFollows: boolean }

/** A title or name as the wire shows it (contract 6.6). Idempotent. */
export function displayTitle(raw: string): string {
  return texturize(raw.trim())
}

/** A description as the wire shows it (contract 6.6): paragraphs and typography, `''` when empty. Idempotent. */
export function displayContent(raw: string): string {
  return texturize(addParagraphs(raw))
}

/** An excerpt as the wire shows it (contract 6.6): as a description. */
export function displayExcerpt(raw: string): string {
  return displayContent(raw)
}

/** A displayed title as json_ld's `name` (contract 7.6). */
export function toJsonLdName(display: string): string {
  return escapeHtml(display)
}

/**
 * A displayed excerpt, or else description, as json_ld's `description` (contract 7.6): one escaped paragraph without
 * tags inside, ending in a backslash and an `n`.
 */
export function toJsonLdText(display: string): string {
  if (display === '') return ''
  const text = splitTags(display)
    .filter((_, index) => index % 2 === 0)
    .join('')
  return `${escapeHtml(`<p>${text.replace(/\s+/g, ' ').trim()}</p>`)}\\n`
}

function texturize(html: string): string {
  if (!TEXTURIZABLE.test(html)) return html
  const pieces = splitTags(html)
  const context: TextContext = { before: '', tagFollows: false }
  let verbatim = 0
  return pieces
    .map((piece, index) => {
      if (index % 2 === 1) {
        verbatim = Math.max(0, verbatim + countVerbatimStep(piece))
        if (isBreak(piece)) context.before = ''
        return piece
      }
      context.tagFollows = index < pieces.length - 1
      const texturized = verbatim > 0 ? piece : texturizeText(piece, context)
      context.before = piece.at(-1) ?? context.before
      return texturized
    })
    .join('')
}

function countVerbatimStep(tag: string): number {
  if (!VERBATIM_ELEMENTS.has(parseTagName(tag))) return 0
  return tag.startsWith('</') ? -1 : 1
}

function isBreak(tag: string): boolean {
  const name = parseTagName(tag)
  return name === 'br' || isBlockElement(name)
}

function texturizeText(text: string, context: TextContext): string {
  // The end of the last token after which a quote opens: `"'twas` has two opening quotes.
  let openedAt = -1
  return text.replace(TOKEN_PATTERN, (token, at: number) => {
    const before = at > 0 ? text.charAt(at - 1) : context.before
    const after = text.charAt(at + token.length) || (context.tagFollows ? '<' : '')
    const opens = (before === '' || OPENING_CONTEXT.test(before) || openedAt === at) && after.trim() !== ''
    if (OPENING_ENTITIES.has(token) || (isQuote(token) && opens)) openedAt = at + token.length
    if (token === '"') return opens ? '&#8220;' : '&#8221;'
    if (token === "'") return opens && !DECADE.test(text.slice(at + 1, at + 6)) ? '&#8216;' : '&#8217;'
    if (token.startsWith('-')) return replaceDash(token, before, after)
    return SYMBOLS[token] ?? token
  })
}

const SYMBOLS: Readonly<Record<string, string>> = { '&': '&#038;', '...': '&#8230;', x: '&#215;' }

function isQuote(token: string): boolean {
  return token === '"' || token === "'"
}

function replaceDash(token: string, before: string, after: string): string {
  const isSpaced = before.trim() === '' && after.trim() === ''
  if (token === '-') return '&#8211;'
  if (token === '---' || (token === '--' && isSpaced)) return '&#8212;'
  return token === '--' ? '&#8211;' : token
}
