/** The preference `handling=strict` of RFC 7240 (decisions: Unknown `orderby`, `order`). */
import type { IncomingHttpHeaders } from 'node:http'

const STRICT = /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?=[,;]|$)/i

export function prefersStrictHandling({ prefer }: IncomingHttpHeaders): boolean {
  const text = Array.isArray(prefer) ? prefer.join() : prefer
  return text !== undefined && STRICT.test(text)
}
