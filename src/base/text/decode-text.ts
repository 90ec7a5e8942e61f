/** Decodes the text of files that other programs wrote. */

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string
  /** Name of the encoding as in the Encoding Standard, such as `utf-8`. */
  readonly encoding: string
  /** A sentence about a guessed encoding. */
  readonly warning?: string
}

/**
 * The byte order mark decides, or else the encoding is UTF-8, or else the declared charset, or else Windows-1252 with a
 * warning. The characters of UTF-8 in a text with invalid bytes stay what they are. Never throws.
 */
export function decodeText(
  bytes: Uint8Array,
  { declaredCharset = '' }: { readonly declaredCharset?: string | undefined } = {},
): DecodedText {
  const utf16 = findUtf16(bytes)
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), encoding: utf16 }
  const declared = findEncoding(declaredCharset)
  for (const encoding of [findOpaque(declared), 'utf-8', declared]) {
    const text = encoding === undefined ? undefined : tryDecode(bytes, encoding)
    if (encoding !== undefined && text !== undefined) return { text, encoding }
  }
  return { text: decodeMixed(bytes), encoding: 'windows-1252', warning: GUESSED }
}

const GUESSED = 'The file is not encoded in UTF-8 and was read as Windows-1252. Check its accented letters.'

/** The encoding of a UTF-16 byte order mark. */
export function findUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Undefined for an unknown label. */
function findEncoding(label: string): string | undefined {
  try {
    return label.trim() === '' ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** Text in these encodings may be valid UTF-8 too. */
const findOpaque = (encoding: string | undefined): string | undefined =>
  encoding !== undefined && /^(?:utf-16|iso-2022)/.test(encoding) ? encoding : undefined

/** Undefined for bytes that are invalid in the encoding. */
function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding === 'windows-1252') return decodeWindows1252(toBinary(bytes))
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** One character per byte. */
const toBinary = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

const VALID_RUN =
  '(?:[\\xc2-\\xdf][\\x80-\\xbf]|\\xe0[\\xa0-\\xbf][\\x80-\\xbf]|[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}' +
  '|\\xed[\\x80-\\x9f][\\x80-\\xbf]|\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}|[\\xf1-\\xf3][\\x80-\\xbf]{3}' +
  '|\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2})+'
const CHARACTERS = new RegExp(`(${VALID_RUN})|[\\x80-\\x9f]`, 'g')

/** Characters of UTF-8, and other bytes as Windows-1252. */
const decodeMixed = (bytes: Uint8Array): string =>
  toBinary(bytes)
    .replace(/^\xef\xbb\xbf/, '')
    .replaceAll(CHARACTERS, (match: string, valid: string | undefined) =>
      valid === undefined ? decodeWindows1252(match) : Buffer.from(valid, 'latin1').toString('utf8'),
    )

/** The decoders of some releases of Node.js read 0x80 to 0x9F as control characters. */
const decodeWindows1252 = (binary: string): string =>
  binary.replaceAll(/[\x80-\x9f]/g, (character) => UPPER_CONTROLS[character.charCodeAt(0) - 0x80] ?? character)

/** Characters of 0x80 to 0x9F, of which five are undefined. */
const UPPER_CONTROLS = [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ']

const MAX_DECLARATION_BYTES = 1024

/** The encoding that an XML declaration or a page states at its beginning; undefined without one. */
export function findMarkupCharset(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, MAX_DECLARATION_BYTES)).toString('latin1')
  return /<(?:\?xml|meta)\b[^<>]*?\b(?:encoding|charset)\s*=\s*["']?([\w.-]+)/i.exec(beginning)?.[1]
}
