/** Content lines of iCalendar: RFC 5545, 3.1 to 3.3; parameters also RFC 6868. */

import { withoutControls } from '../text/controls.ts'

/** Octets of a line, without its end. */
const LONGEST = 75

/** A value of type TEXT. */
export function escapeText(text: string): string {
  return withoutControls(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** Values that are no TEXT, addresses say, have nothing to escape but must stay on their line. */
export const escapeUri = (uri: string): string => uri.replace(/[\p{Cc} "<>\\^`{|}]/gu, encodeURIComponent)

const CARETS: Readonly<Record<string, string>> = { '^': '^^', '"': "^'", '\n': '^n' }

function parameter(value: string): string {
  const text = withoutControls(value)
    .replace(/\r\n?/g, '\n')
    .replace(/[\^"\n]/g, (sign) => CARETS[sign] ?? sign)
  return /[:;,]/.test(text) ? `"${text}"` : text
}

export type Parameters = Readonly<Record<string, string>>

/** A folded line with its end. The value is escaped already. */
export function line(name: string, value: string, parameters: Parameters = {}): string {
  const said = Object.entries(parameters).map(([key, text]) => `;${key}=${parameter(text)}`)
  return fold(`${name}${said.join('')}:${value}`)
}

/** A line of text; nothing for an empty one. */
export const textLine = (name: string, text: string, parameters?: Parameters): string =>
  text === '' ? '' : line(name, escapeText(text), parameters)

/** Cuts between characters, never inside one. */
export function fold(text: string): string {
  let folded = ''
  let from = 0
  let octets = 0
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (octets + width > LONGEST) {
      folded += `${text.slice(from, at)}\r\n `
      from = at
      octets = 1
    }
    octets += width
    at += width === 4 ? 2 : 1
  }
  return `${folded}${text.slice(from)}\r\n`
}
