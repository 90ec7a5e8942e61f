/** What a client wants to read (RFC 9110, 12.5.1). */

interface Range {
  readonly type: string
  readonly quality: number
}

/** Longer headers are taken as no preference. */
const LONGEST = 2000

/**
 * Whether a client is answered with a page rather than with JSON where both are possible: unless it prefers JSON, by
 * its quality or by naming it where HTML is covered only by a wildcard, or accepts neither.
 */
export function prefersPage(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '' || accept.length > LONGEST) return true
  const ranges = accept.split(',').map(readRange)
  const html = match(ranges, ['text/html', 'application/xhtml+xml'], 'text/*')
  const json = match(ranges, ['application/json', 'application/problem+json'], 'application/*')
  if (html.quality === 0) return false
  return html.quality === json.quality ? html.specificity >= json.specificity : html.quality > json.quality
}

function readRange(part: string): Range {
  const [type = '', ...parameters] = part.toLowerCase().split(';')
  const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find((found) => found !== undefined)
  return { type: type.trim(), quality: weight === undefined ? 1 : Number(weight) || 0 }
}

/** The range that counts for a type is the most specific one. */
function match(ranges: readonly Range[], names: readonly string[], family: string) {
  for (const [at, accepted] of [names, [family], ['*/*']].entries()) {
    const found = ranges.filter(({ type }) => accepted.includes(type))
    if (found.length > 0) return { quality: Math.max(...found.map(({ quality }) => quality)), specificity: 2 - at }
  }
  return { quality: 0, specificity: 0 }
}
