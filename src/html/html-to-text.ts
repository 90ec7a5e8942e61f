/** HTML as lines of plain text, for readers that show no markup. */
import { decodeEntities } from './sanitize.ts'
import { isBlockElement, parseTagName, splitTags } from './split-tags.ts'

const HREF_PATTERN = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** A link whose end has yet to come: its address, and where its words begin. */
interface OpenLink {
  readonly url: string
  readonly textStart: number
}

/** Displayed HTML as text: blocks on lines of their own, points of lists marked, addresses of links behind their words. */
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
  const address = decodeEntities(quoted ?? single ?? '').trim()
  return /^(?:https?|mailto|tel):/i.test(address) ? address : ''
}

/** Nothing where the words say the address already. */
function formatLinkUrl({ url: address, textStart: from }: OpenLink, text: string): string {
  const bare = address.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '')
  return address === '' || text.slice(from).includes(bare) ? '' : ` (${address})`
}

function normalizeLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
