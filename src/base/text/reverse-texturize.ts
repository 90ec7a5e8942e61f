import { splitTags } from './split-tags.ts'

const PLAIN_CHARACTERS: Readonly<Record<string, string>> = {
  '&#8216;': "'",
  '&#8217;': "'",
  '&#8220;': '"',
  '&#8221;': '"',
  '&#8211;': '-',
  '&#8212;': '--',
  '&#8230;': '...',
  '&#215;': 'x',
  '&#038;': '&',
}
const TEXTURIZED_ENTITY = /&#(?:8216|8217|8220|8221|8211|8212|8230|215|038);/g

/**
 * Reverts typographic entities to plain characters, so that an imported text can be found by plain words. Returns
 * `displayed` unchanged if `display` would not restore it. Tags are not changed.
 */
export function reverseTexturize(displayed: string, display: (raw: string) => string): string {
  if (!displayed.includes('&#')) return displayed
  const plain = splitTags(displayed).map((piece, index) =>
    index % 2 === 1 ? piece : piece.replace(TEXTURIZED_ENTITY, toPlainCharacter),
  )
  const source = plain.join('')
  return display(source) === displayed ? source : displayed
}

const toPlainCharacter = (entity: string): string => PLAIN_CHARACTERS[entity] ?? entity
