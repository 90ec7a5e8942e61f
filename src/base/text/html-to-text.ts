/** Converts HTML to plain text for clients that do not render markup. */
import { decodeEntities } from './sanitize.ts'
import { isBlockElement, parseTagName, splitTags } from './split-tags.ts'

const HREF_PATTERN = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** A link whose end tag has not been reached: its URL and the start of its text. */
interface OpenLink {
  readonly url: string
  readonly textStart: number
}

/** Block elements start new lines, list items start with `- `, and link URLs follow the link text in parentheses. */
export function convertHtmlToText(html: string): string {
  let text = ''
  let link: OpenLink | undefined
  for (const [index, piece] of splitTags(html).entries()) {
    if (index % 2 === 0) {
      text += decodeEntities(piece.replace(/\s+/g, ' '))
      continue
    }
    const name = parseTagName(piece)
    const isEnd = piece.startsWith('</')
    if (name === 'a' && link) text += formatLinkUrl(link, text)
    if (name === 'a') link = isEnd ? undefined : { url: parseHref(piece), textStart: text.length }
    else text += findLineBreak(name, isEnd)
  }
  return normalizeLines(text)
}

function findLineBreak(name: string, isEnd: boolean): string {
  if (name === 'br') return '\n'
  if (name === 'td' || name === 'th') return isEnd ? '' : ' '
  if (name === 'li' || name === 'tr') return isEnd ? '' : name === 'li' ? '\n- ' : '\n'
  return isBlockElement(name) ? '\n\n' : ''
}

function parseHref(tag: string): string {
  const [, quoted, single] = HREF_PATTERN.exec(tag) ?? []
  const url = decodeEntities(quoted ?? single ?? '').trim()
  return /^(?:https?|mailto|tel):/i.test(url) ? url : ''
}

/** Returns an empty string if the link text already contains the URL. */
function formatLinkUrl({ url, textStart }: OpenLink, text: string): string {
  const bareUrl = url.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '')
  return url === '' || text.slice(textStart).includes(bareUrl) ? '' : ` (${url})`
}

function normalizeLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
