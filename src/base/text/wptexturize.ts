import { escapeHtml } from './sanitize.ts'
import { isBlockElement, parseTagName, splitTags } from './split-tags.ts'
import { addParagraphs } from './wpautop.ts'

/** Fast check that skips most texts. */
const TEXTURIZABLE = /["'&]|--|\s-\s|\.\.\.|\dx\d/
/** Alternatives start with a literal character, because a leading lookbehind would run at every position. */
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

/** The character before a text and whether a tag follows it. */
type TextContext = { before: string; tagFollows: boolean }

/** Formats a title or name for output (wire-contract §6.6). Idempotent. */
export function displayTitle(raw: string): string {
  return texturize(raw.trim())
}

/** Formats a description for output: paragraphs and typography (wire-contract §6.6). Idempotent. */
export function displayContent(raw: string): string {
  return texturize(addParagraphs(raw))
}

/** Formats an excerpt like a description (wire-contract §6.6). */
export function displayExcerpt(raw: string): string {
  return displayContent(raw)
}

/** Converts a displayed title to the `name` of `json_ld` (wire-contract §7.6). */
export function toJsonLdName(display: string): string {
  return escapeHtml(display)
}

/**
 * Converts a displayed excerpt or description to the `description` of `json_ld` (wire-contract §7.6): one escaped paragraph
 * without inner tags, followed by a backslash and an `n`.
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
