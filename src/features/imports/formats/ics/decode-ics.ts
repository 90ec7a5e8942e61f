import { type DecodedText, decodeText, findUtf16 } from '../../../../base/text/decode-text.ts'

/**
 * Decodes a calendar and joins its folded lines. Lines may be folded in the middle of a character, so bytes are unfolded.
 * Without `charset`, the one that a property states is taken for a text that is not UTF-8.
 */
export function decodeIcs(bytes: Uint8Array, charset = ''): DecodedText {
  if (findUtf16(bytes) !== undefined) {
    const decoded = decodeText(bytes)
    return { ...decoded, text: unfoldLines(decoded.text) }
  }
  const binary = unfoldLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  const unfolded = Buffer.from(binary, 'latin1')
  const decoded = decodeText(unfolded, { declaredCharset: charset })
  const stated = decoded.warning === undefined ? undefined : CHARSET.exec(binary)?.[1]
  return stated === undefined ? decoded : decodeText(unfolded, { declaredCharset: stated })
}

const CHARSET = /;[ ]?CHARSET="?([A-Z0-9_.:-]{1,40})/i

/** Line breaks of folded lines move behind the line, so that the numbers of all lines stay. */
function unfoldLines(text: string): string {
  let folds = 0
  return text.replaceAll(/(?:\r\n|[\n\r])([ \t]?)/g, (lineBreak, blank: string) => {
    if (blank !== '') {
      folds += 1
      return ''
    }
    const moved = '\n'.repeat(folds)
    folds = 0
    return moved + lineBreak
  })
}
