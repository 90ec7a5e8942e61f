import sanitizer from 'sanitize-html'
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, filterAttributes } from './allow-list.ts'
import { isSimpleHtml } from './simple-html.ts'

/**
 * Placeholder for `&` during parsing, so that ampersands and entities are preserved. It is a Unicode noncharacter, which
 * is removed from the input.
 */
const AMPERSAND_PLACEHOLDER = '\uFDD0'
/** Limits the quadratic search for open tags in the parser. Legitimate texts have far fewer tags. */
const MAX_TAGS = 10_000
/** Removing a tag can join its surroundings to a new tag, so sanitizing is repeated until the text is stable. */
const MAX_ROUNDS = 5

const LATIN_1_ENTITIES =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...LATIN_1_ENTITIES.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
  ...Object.entries({
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
  }),
  ...Object.entries({ ndash: '–', mdash: '—', hellip: '…', bull: '•', dagger: '†', Dagger: '‡', permil: '‰' }),
  ...Object.entries({ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200c', zwj: '\u200d' }),
  ...Object.entries({ euro: '€', trade: '™', minus: '−', prime: '′', Prime: '″', larr: '←', rarr: '→' }),
  ...Object.entries({ OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Zcaron: 'Ž', zcaron: 'ž', Yuml: 'Ÿ' }),
])
const ENTITY_PATTERN = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,30}));/g
const BARE_AMPERSAND = /&(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,30});)/g
const SPECIAL_CHARACTERS = /[<>"']/g
const SPECIAL_ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }

const sharedOptions: sanitizer.IOptions = {
  // The parser escapes only angle brackets here. A lone `>` is harmless and is restored.
  textFilter: (text) => text.replaceAll('&gt;', '>'),
  nonTextTags: [],
}
const allowListOptions: sanitizer.IOptions = {
  ...sharedOptions,
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: ALLOWED_ATTRIBUTES,
  // URLs and styles are checked by filterAttributes, which sees entities as placeholders.
  allowedSchemesAppliedToAttributes: [],
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: filterAttributes(attribs, AMPERSAND_PLACEHOLDER) }),
  },
}
/** The text of scripts and styles is none that visitors should read. */
const contentOptions: sanitizer.IOptions = { ...allowListOptions, nonTextTags: ['script', 'style'] }
const noTagsOptions: sanitizer.IOptions = { ...sharedOptions, allowedTags: [], allowedAttributes: {} }
const noScriptsOptions: sanitizer.IOptions = { ...noTagsOptions, nonTextTags: ['script', 'style'] }

/**
 * Sanitizes the HTML of titles and content by an allow-list that applies to every role (Q34). Removes comments and
 * disallowed tags but keeps their text; in content, scripts and styles lose their text, too. Text, entities and
 * backslashes are unchanged (Q30), except that a lone `<` becomes `&lt;`. Idempotent.
 */
export function sanitizeHtml(raw: string, kind: HtmlKind = 'title'): string {
  if (isSimpleHtml(raw, MAX_TAGS) && !raw.includes(AMPERSAND_PLACEHOLDER)) return raw
  return sanitizeByParser(raw, kind)
}

export type HtmlKind = 'title' | 'content'

/** The slow path of `sanitizeHtml`. */
export function sanitizeByParser(raw: string, kind: HtmlKind): string {
  const options = kind === 'content' ? contentOptions : allowListOptions
  let html = raw
  for (let round = 0; round < MAX_ROUNDS && html.includes('<'); round += 1) {
    const cleaned = runSanitizer(html, options)
    if (cleaned === html) return html
    html = cleaned
  }
  return html
}

/**
 * Converts to one line without tags, scripts and styles, for fields of venues and organizers and names of terms
 * (wire-contract §6.6). Entities, `%xx` and backslashes are unchanged (Q30); `"0"` is a value (Q31).
 */
export function toPlainText(raw: string): string {
  const text = raw.includes('<') ? runSanitizer(raw, noScriptsOptions) : raw
  return text.replace(/\s+/g, ' ').trim()
}

/** Removes tags and decodes entities, for cost, website and time zone of events (wire-contract §6.6). Not safe as HTML. */
export function stripTags(raw: string): string {
  return decodeEntities(raw.includes('<') ? runSanitizer(raw, noTagsOptions) : raw)
}

/** Escapes for HTML content or a quoted attribute. Existing entities are not escaped again. */
export function escapeHtml(text: string): string {
  return escapeAmpersands(text).replace(SPECIAL_CHARACTERS, (char) => SPECIAL_ENTITIES[char] ?? char)
}

/** Replaces `&` by `&amp;` unless it starts an entity, as term names are stored (wire-contract §6.6). */
export function escapeAmpersands(text: string): string {
  return text.replace(BARE_AMPERSAND, '&amp;')
}

/** Decodes numeric entities and common named ones, one level deep. Unknown entities are unchanged. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY_PATTERN, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED_CHARACTERS.get(name) ?? entity
    return toCharacter(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)) ?? entity
  })
}

function toCharacter(code: number): string | undefined {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code > 0 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : undefined
}

function runSanitizer(raw: string, options: sanitizer.IOptions): string {
  const text = raw.replaceAll(AMPERSAND_PLACEHOLDER, '')
  if (countTags(text) > MAX_TAGS) return text.replaceAll('<', '&lt;')
  const escaped = escapeUnclosed(text).replaceAll('&', AMPERSAND_PLACEHOLDER)
  return sanitizer(escaped, options).replaceAll(AMPERSAND_PLACEHOLDER, '&')
}

function countTags(text: string): number {
  let count = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) count += 1
  return count
}

/** Escapes a `<` that is never closed, as in `a<b`, because the parser would drop the text after it. */
function escapeUnclosed(text: string): string {
  const tagEnd = text.lastIndexOf('>') + 1
  const commentEnd = text.lastIndexOf('-->') + 1
  const closed = text.slice(0, tagEnd)
  const comments = closed.slice(0, commentEnd) + closed.slice(commentEnd).replaceAll('<!--', '&lt;!--')
  return comments + text.slice(tagEnd).replaceAll('<', '&lt;')
}
