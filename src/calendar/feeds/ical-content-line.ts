/** Content lines of iCalendar: RFC 5545, 3.1 to 3.3, with parameter encoding of RFC 6868. */

import { stripControlCharacters } from '../../base/text/strip-control-chars.ts'

/** Without the line break. */
const MAX_LINE_OCTETS = 75

/** Escapes a value of type TEXT. */
export function escapeText(text: string): string {
  return stripControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** URIs have no TEXT escapes; control characters and delimiters are percent-encoded. */
export const escapeUri = (uri: string): string => uri.replace(/[\p{Cc} "<>\\^`{|}]/gu, encodeURIComponent)

const CARET_ESCAPES: Readonly<Record<string, string>> = { '^': '^^', '"': "^'", '\n': '^n' }

function escapeParameter(value: string): string {
  const text = stripControlCharacters(value)
    .replace(/\r\n?/g, '\n')
    .replace(/[\^"\n]/g, (character) => CARET_ESCAPES[character] ?? character)
  return /[:;,]/.test(text) ? `"${text}"` : text
}

export type PropertyParameters = Readonly<Record<string, string>>

/** Formats a folded line. `value` must already be escaped. */
export function formatLine(name: string, value: string, parameters: PropertyParameters = {}): string {
  const encoded = Object.entries(parameters).map(([key, text]) => `;${key}=${escapeParameter(text)}`)
  return foldLine(`${name}${encoded.join('')}:${value}`)
}

/** Formats a TEXT property; empty for an empty text. */
export const formatTextLine = (name: string, text: string, parameters?: PropertyParameters): string =>
  text === '' ? '' : formatLine(name, escapeText(text), parameters)

/** Folds a line between characters. */
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
