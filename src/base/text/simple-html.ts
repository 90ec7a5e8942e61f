/** Recognizes HTML that the sanitizer would return unchanged, at a fraction of its cost. */

const INLINE_TAGS = new Set('a strong em b i u s small code span sub sup'.split(' '))
const LIST_TAGS = new Set(['ul', 'ol'])

/** A line break, a tag without attributes, or a link with the common attributes. Only these tags are simple. */
const SIMPLE_TAG =
  /<(?:br \/|(\/?)(p|h[1-6]|blockquote|ul|ol|li|a|strong|em|b|i|u|s|small|code|span|sub|sup)|(a) href="https?:\/\/[\w/.~%?=+#:,;@-]*"(?: target="_blank")?(?: rel="[a-z ]*")?)>/y

/**
 * Tests that `html` consists of text, paragraphs, headings, lists and inline tags, correctly nested and in the form that the
 * sanitizer writes. False for many harmless texts, too. Links have an absolute URL with the scheme http or https.
 */
export function isSimpleHtml(html: string, maxTags: number): boolean {
  const open: string[] = []
  let tags = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    SIMPLE_TAG.lastIndex = at
    const match = SIMPLE_TAG.exec(html)
    if (!match || ++tags > maxTags) return false
    const [, slash, plain, link] = match
    const name = plain ?? link
    if (name === undefined) {
      if (LIST_TAGS.has(open.at(-1) ?? '')) return false
    } else if (slash) {
      if (open.pop() !== name) return false
    } else if (mayOpen(name, open)) open.push(name)
    else return false
  }
  return open.length === 0
}

/** Other nestings may be valid, but the parser closes some open tags by itself. */
function mayOpen(name: string, open: readonly string[]): boolean {
  const parent = open.at(-1)
  if (name === 'li') return parent !== undefined && LIST_TAGS.has(parent)
  if (INLINE_TAGS.has(name)) return !LIST_TAGS.has(parent ?? '') && !open.includes(name)
  return parent === undefined
}
