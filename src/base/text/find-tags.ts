/** Finds tags in the HTML of other sites, in linear time. */

export interface FoundTag {
  readonly name: string
  /** Values by lower-case name. */
  readonly attributes: ReadonlyMap<string, string>
  /** Position after the tag. */
  readonly end: number
}

/** Start tags with these names, such as `['a', 'link']`. */
export function* findTags(html: string, names: readonly string[]): Generator<FoundTag> {
  const pattern = new RegExp(`<(${names.join('|')})(?=[\\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>`, 'gi')
  for (const { 0: tag, 1: name = '', 2: attributes = '', index } of html.matchAll(pattern))
    yield { name: name.toLowerCase(), attributes: parseAttributes(attributes), end: index + tag.length }
}

const ATTRIBUTE = /(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

function parseAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare = ''] of text.matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), decodeBasicEntities(double ?? single ?? bare).trim())
  return attributes
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ '#38': '&', '#038': '&', '#x26': '&', '#39': "'", '#039': "'", '#x27': "'" },
}

/** Decodes the entities that every program writes. */
export const decodeBasicEntities = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|nbsp|#0?3[89]|#x2[67]);/gi, (entity, name: string) => {
    return ENTITIES[name.toLowerCase()] ?? entity
  })
