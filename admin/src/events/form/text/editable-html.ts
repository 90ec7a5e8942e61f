/** Test for texts that the rich-text editor preserves: it removes elements and attributes that it does not have. */

const ELEMENTS = 'p br strong b em i s strike del u a ul ol li h1 h2 h3 h4 h5 h6 blockquote code pre hr img mark span'
const EDITABLE = new Set(ELEMENTS.split(' '))

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start'],
}

const STYLE = /^(?:\s*(?:text-align|color|background-color)\s*:[^;]*;?)*$/

const parseHtml = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

export function isEditableHtml(html: string): boolean {
  const { body } = parseHtml(html)
  return [...body.querySelectorAll('*')].every(isEditableElement)
}

function isEditableElement(element: Element): boolean {
  const name = element.localName
  const isKnown = ({ name: attribute, value }: Attr) =>
    attribute === 'style' ? STYLE.test(value) : (ATTRIBUTES[name] ?? []).includes(attribute)
  return EDITABLE.has(name) && [...element.attributes].every(isKnown)
}

const BLOCK = /<(?:p|ul|ol|h[1-6]|blockquote|pre|div|table)\b/i

/** Pages show line breaks of texts without blocks as paragraphs, which the editor needs as elements. */
export function toParagraphs(html: string): string {
  if (html.trim() === '' || BLOCK.test(html)) return html
  const paragraphs = html.trim().split(/\r?\n\s*\r?\n/)
  return paragraphs.map((text) => `<p>${text.replace(/\r?\n/g, '<br>')}</p>`).join('')
}
