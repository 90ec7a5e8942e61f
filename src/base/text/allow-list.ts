/** The allow-list of `sanitizeHtml` for HTML in input (Q34). */

export const ALLOWED_TAGS = (
  'p br hr div span a strong em b i u s strike del ins sub sup small big mark abbr acronym cite q code kbd samp var tt ' +
  'dfn time bdi bdo ruby rt rp wbr font center pre blockquote address ul ol li dl dt dd h1 h2 h3 h4 h5 h6 section ' +
  'article aside header footer nav main hgroup figure figcaption img picture source audio video track table caption ' +
  'thead tbody tfoot tr th td colgroup col details summary'
).split(' ')

export const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  '*': ['class', 'id', 'lang', 'dir', 'title', 'style', 'role', 'align', 'aria-*'],
  a: ['href', 'hreflang', 'name', 'rel', 'target', 'download', 'type'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding', 'border'],
  source: ['src', 'srcset', 'sizes', 'type', 'media', 'width', 'height'],
  video: ['src', 'poster', 'controls', 'loop', 'muted', 'playsinline', 'preload', 'width', 'height'],
  audio: ['src', 'controls', 'loop', 'muted', 'preload'],
  track: ['src', 'kind', 'srclang', 'label', 'default'],
  blockquote: ['cite'],
  q: ['cite'],
  del: ['cite', 'datetime'],
  ins: ['cite', 'datetime'],
  time: ['datetime'],
  ol: ['start', 'type', 'reversed'],
  ul: ['type'],
  li: ['value'],
  table: ['width', 'border', 'cellpadding', 'cellspacing', 'summary'],
  th: ['colspan', 'rowspan', 'headers', 'scope', 'abbr', 'valign', 'width', 'height'],
  td: ['colspan', 'rowspan', 'headers', 'scope', 'abbr', 'valign', 'width', 'height'],
  tr: ['valign'],
  col: ['span', 'width'],
  colgroup: ['span', 'width'],
  font: ['color', 'face', 'size'],
  details: ['open'],
}

const URL_ATTRIBUTES = new Set(['href', 'src', 'cite', 'poster'])
const SRCSET_CANDIDATE = /^\S+(?:\s+(?:[1-9]\d*w|\d+(?:\.\d+)?x))?$/
const SAFE_SCHEME = /^(?:https?|mailto|tel|ftp):/i

const STYLE_PROPERTIES = new Set(
  (
    'color background-color text-align text-decoration text-indent text-transform vertical-align line-height ' +
    'letter-spacing word-spacing white-space font font-family font-size font-style font-weight font-variant direction ' +
    'margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom ' +
    'padding-left border border-top border-right border-bottom border-left border-color border-style border-width ' +
    'border-radius border-collapse border-spacing width height min-width min-height max-width max-height float clear ' +
    'list-style-type display caption-side table-layout object-fit aspect-ratio gap'
  ).split(' '),
)
/** Allows no URLs and no functions except colors and `calc`, and no characters that could hide them: `:`, `\`, `/`, `@`, entities. */
const SAFE_STYLE_VALUE = /^(?:[\w\s#.,%'+*!-]|\b(?:rgba?|hsla?|calc)\(|\))*$/i

/** Returns the attributes with safe values. `ampersand` is the placeholder for `&` in the values. */
export function filterAttributes(attributes: Record<string, string>, ampersand: string): Record<string, string> {
  const entries = Object.entries(attributes).flatMap(([name, value]) => {
    const safe = sanitizeValue(name, value, ampersand)
    return safe === undefined ? [] : [[name, safe]]
  })
  return Object.fromEntries(entries)
}

function sanitizeValue(name: string, value: string, ampersand: string): string | undefined {
  if (name === 'style') return sanitizeStyle(value)
  if (name === 'srcset') return value.split(',').every((image) => isSafeCandidate(image, ampersand)) ? value : undefined
  return !URL_ATTRIBUTES.has(name) || isSafeUrl(value, ampersand) ? value : undefined
}

/** Accepts only a URL with an optional size descriptor, because sanitize-html logs other candidates. */
function isSafeCandidate(image: string, ampersand: string): boolean {
  return SRCSET_CANDIDATE.test(image.trim()) && isSafeUrl(image, ampersand)
}

/** Accepts known schemes and relative URLs, which have no `:` or entity before the first `/`, `?` or `#`. */
function isSafeUrl(value: string, ampersand: string): boolean {
  const url = value.trim()
  if (SAFE_SCHEME.test(url)) return true
  const end = url.search(/[/?#]/)
  const head = end < 0 ? url : url.slice(0, end)
  return !head.includes(':') && !head.includes(ampersand)
}

function sanitizeStyle(value: string): string | undefined {
  const declarations = value.split(';').filter((declaration) => {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    return STYLE_PROPERTIES.has(property) && SAFE_STYLE_VALUE.test(declaration.slice(colon + 1))
  })
  return declarations.length > 0 ? declarations.map((declaration) => declaration.trim()).join('; ') : undefined
}
