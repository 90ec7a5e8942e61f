/** The `Accept` header (RFC 9110, 12.5.1). */

interface MediaRange {
  readonly type: string
  readonly quality: number
}

/** Longer headers are ignored. */
const MAX_HEADER_LENGTH = 2000

/**
 * True if a client gets HTML where both HTML and JSON are possible: unless it prefers JSON by quality, names JSON and
 * covers HTML only by a wildcard, or accepts neither.
 */
export function prefersPage(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '' || accept.length > MAX_HEADER_LENGTH) return true
  const ranges = accept.split(',').map(parseMediaRange)
  const html = findBestMatch(ranges, ['text/html', 'application/xhtml+xml'], 'text/*')
  const json = findBestMatch(ranges, ['application/json', 'application/problem+json'], 'application/*')
  if (html.quality === 0) return false
  return html.quality === json.quality ? html.specificity >= json.specificity : html.quality > json.quality
}

function parseMediaRange(part: string): MediaRange {
  const [type = '', ...parameters] = part.toLowerCase().split(';')
  const weight = parameters
    .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1])
    .find((found) => found !== undefined)
  return { type: type.trim(), quality: weight === undefined ? 1 : Number(weight) || 0 }
}

/** The most specific range of a type takes precedence. */
function findBestMatch(ranges: readonly MediaRange[], names: readonly string[], family: string) {
  for (const [index, accepted] of [names, [family], ['*/*']].entries()) {
    const matching = ranges.filter(({ type }) => accepted.includes(type))
    if (matching.length > 0)
      return { quality: Math.max(...matching.map(({ quality }) => quality)), specificity: 2 - index }
  }
  return { quality: 0, specificity: 0 }
}
