import { splitMarkup } from './markup.ts'

const KEYS: Readonly<Record<string, string>> = {
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
const SIGN = /&#(?:8216|8217|8220|8221|8211|8212|8230|215|038);/g

/**
 * The text as somebody would have typed it, when `display` shows that as `shown` again; else `shown`, which displays as
 * itself. A text that came displayed is then found by plain words and names. Tags stay as they are.
 */
export function untypeset(shown: string, display: (raw: string) => string): string {
  if (!shown.includes('&#')) return shown
  const typed = splitMarkup(shown).map((piece, index) => (index % 2 === 1 ? piece : piece.replace(SIGN, keyOf)))
  const source = typed.join('')
  return display(source) === shown ? source : shown
}

const keyOf = (sign: string): string => KEYS[sign] ?? sign
