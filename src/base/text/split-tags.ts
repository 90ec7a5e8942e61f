const TAG_START = /[a-z/!?]/i
const TAG_NAME_PATTERN = /^<\/?([a-z][a-z\d]*)/i

/** Block elements. All others are inline. */
const BLOCK_ELEMENTS = new Set(
  (
    'address article aside blockquote caption center col colgroup dd details div dl dt figcaption figure footer h1 h2 ' +
    'h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)

/**
 * Splits HTML into text (even indexes) and tags or comments (odd indexes). A tag ends at its first `>`, because sanitized
 * HTML has none in attribute values.
 */
export function splitTags(html: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (let open = html.indexOf('<'); open >= 0; ) {
    if (!TAG_START.test(html.charAt(open + 1))) {
      open = html.indexOf('<', open + 1)
      continue
    }
    const end = findTagEnd(html, open)
    if (end < 0) break
    pieces.push(html.slice(from, open), html.slice(open, end))
    from = end
    open = html.indexOf('<', end)
  }
  pieces.push(html.slice(from))
  return pieces
}

function findTagEnd(html: string, open: number): number {
  const mark = html.startsWith('<!--', open) ? '-->' : '>'
  const at = html.indexOf(mark, open)
  return at < 0 ? -1 : at + mark.length
}

/** The lower-case name of a tag; an empty string for comments and other markup. */
export function parseTagName(tag: string): string {
  return TAG_NAME_PATTERN.exec(tag)?.[1]?.toLowerCase() ?? ''
}

export function isBlockElement(name: string): boolean {
  return BLOCK_ELEMENTS.has(name)
}
