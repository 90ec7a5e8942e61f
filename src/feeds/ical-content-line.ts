/** Content lines of iCalendar: RFC 5545, 3.1 to 3.3; parameters also RFC 6868. */

import { stripControlCharacters } from '../html/strip-control-chars.ts'

/** Octets of a line, without its end. */
const MAX_LINE_OCTETS = 75

/** A value of type TEXT. */
export function escapeText(text: string): string {
  return stripControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** Values that are no TEXT, addresses say, have nothing to escape but must stay on their line. */
export const escapeUri = (uri: string): string => uri.replace(/[\p{Cc} "<>\\^`{|}]/gu, encodeURIComponent)

const CARET_ESCAPES: Readonly<Record<string, string>> = { '^': '^^', '"': "^'", '\n': '^n' }

function escapeParameter(value: string): string {
  const text = stripControlCharacters(value)
    .replace(/\r\n?/g, '\n')
    .replace(/[\^"\n]/g, (sign) => CARET_ESCAPES[sign] ?? sign)
  return /[:;,]/.test(text) ? `"${text}"` : text
}

export type PropertyParameters = Readonly<Record<string, string>>

/** A folded line with its end. The value is escaped already. */
export function formatLine(name: string, value: string, parameters: PropertyParameters = {}): string {
  const encoded = Object.entries(parameters).map(([key, text]) => `;${key}=${escapeParameter(text)}`)
  return foldLine(`${name}${encoded.join('')}:${value}`)
}

/** A line of text; nothing for an empty one. */
export const formatTextLine = (name: string, text: string, parameters?: PropertyParameters): string =>
  text === '' ? '' : formatLine(name, escapeText(text), parameters)

/** Cuts between characters, never inside one. */
export function foldLine(text: string): string {
  let folded = ''
  let from = 0
  let octets = 0
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index) ?? 0
    const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (octets + width > MAX_LINE_OCTETS) {
      folded += `${text.slice(from, index)}\r\n `
      from = index
      octets = 1
    }
    octets += width
    index += width === 4 ? 2 : 1
  }
  return `${folded}${text.slice(from)}\r\n`
}
