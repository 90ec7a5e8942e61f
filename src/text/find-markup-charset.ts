const MAX_DECLARATION_BYTES = 1024

/** The encoding that an XML declaration or a page states at its beginning; undefined without one. */
export function findMarkupCharset(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, MAX_DECLARATION_BYTES)).toString('latin1')
  return /<(?:\?xml|meta)\b[^<>]*?\b(?:encoding|charset)\s*=\s*["']?([\w.-]+)/i.exec(beginning)?.[1]
}
