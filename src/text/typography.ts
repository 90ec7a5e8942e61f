import { escapeHtml } from './html.ts'
import { isBlock, splitMarkup, tagName } from './markup.ts'
import { paragraphs } from './paragraphs.ts'

/** One look decides for most texts that there is nothing to do. */
const ANYTHING_TO_DO = /["'&]|--|\s-\s|\.\.\.|\dx\d/
/** Each alternative begins with the character it is about: looking behind first would be done at every character. */
const TOKEN = new RegExp(
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
const VERBATIM = new Set(['pre', 'code', 'kbd', 'samp', 'tt'])
const OPENS_BEFORE = /[\s([{\-–—/]/
const OPENING_ENTITIES = new Set(['&#8220;', '&#8216;', '&ldquo;', '&lsquo;', '&nbsp;', '&#160;', '&#8211;', '&#8212;'])
const DECADE = /^\d\ds?(?![\w'])/

/** Where a text stands: the character before it, and whether a tag follows. */
type Surroundings = { before: string; tagFollows: boolean }

/** A title or name as the wire shows it (contract 6.6). Idempotent. */
export function displayTitle(raw: string): string {
  return typeset(raw.trim())
}

/** A description as the wire shows it (contract 6.6): paragraphs and typography, `''` when empty. Idempotent. */
export function displayContent(raw: string): string {
  return typeset(paragraphs(raw))
}

/** An excerpt as the wire shows it (contract 6.6): as a description. */
export function displayExcerpt(raw: string): string {
  return displayContent(raw)
}

/** A displayed title as json_ld's `name` (contract 7.6). */
export function jsonLdName(display: string): string {
  return escapeHtml(display)
}

/**
 * A displayed excerpt, or else description, as json_ld's `description` (contract 7.6): one escaped paragraph without
 * tags inside, ending in a backslash and an `n`.
 */
export function jsonLdText(display: string): string {
  if (display === '') return ''
  const text = splitMarkup(display)
    .filter((_, index) => index % 2 === 0)
    .join('')
  return `${escapeHtml(`<p>${text.replace(/\s+/g, ' ').trim()}</p>`)}\\n`
}

function typeset(html: string): string {
  if (!ANYTHING_TO_DO.test(html)) return html
  const pieces = splitMarkup(html)
  const around: Surroundings = { before: '', tagFollows: false }
  let verbatim = 0
  return pieces
    .map((piece, index) => {
      if (index % 2 === 1) {
        verbatim = Math.max(0, verbatim + verbatimStep(piece))
        if (isBreak(piece)) around.before = ''
        return piece
      }
      around.tagFollows = index < pieces.length - 1
      const shown = verbatim > 0 ? piece : typesetText(piece, around)
      around.before = piece.at(-1) ?? around.before
      return shown
    })
    .join('')
}

function verbatimStep(tag: string): number {
  if (!VERBATIM.has(tagName(tag))) return 0
  return tag.startsWith('</') ? -1 : 1
}

function isBreak(tag: string): boolean {
  const name = tagName(tag)
  return name === 'br' || isBlock(name)
}

function typesetText(text: string, around: Surroundings): string {
  // The end of the last token after which a quote opens: `"'twas` has two opening quotes.
  let openedAt = -1
  return text.replace(TOKEN, (token, at: number) => {
    const before = at > 0 ? text.charAt(at - 1) : around.before
    const after = text.charAt(at + token.length) || (around.tagFollows ? '<' : '')
    const opens = (before === '' || OPENS_BEFORE.test(before) || openedAt === at) && after.trim() !== ''
    if (OPENING_ENTITIES.has(token) || (isQuote(token) && opens)) openedAt = at + token.length
    if (token === '"') return opens ? '&#8220;' : '&#8221;'
    if (token === "'") return opens && !DECADE.test(text.slice(at + 1, at + 6)) ? '&#8216;' : '&#8217;'
    if (token.startsWith('-')) return dash(token, before, after)
    return SYMBOLS[token] ?? token
  })
}

const SYMBOLS: Readonly<Record<string, string>> = { '&': '&#038;', '...': '&#8230;', x: '&#215;' }

function isQuote(token: string): boolean {
  return token === '"' || token === "'"
}

function dash(token: string, before: string, after: string): string {
  const isSpaced = before.trim() === '' && after.trim() === ''
  if (token === '-') return '&#8211;'
  if (token === '---' || (token === '--' && isSpaced)) return '&#8212;'
  return token === '--' ? '&#8211;' : token
}
