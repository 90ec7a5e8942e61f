/** Texts that databases are known to sort, fold and compare differently. */
import type { Random } from '../../src/features/settings/sample/seeded-random.ts'

const NAMES = [
  ...['Jazz Night', 'JAZZ NIGHT', 'jazz night', 'Jäzz Night', 'Ja\u0308zz night', 'Jazz', 'Jazz-Night', 'Jazz_Night'],
  ...[
    'Straße',
    'STRASSE',
    'strasse',
    'Ångström',
    'A\u030angstro\u0308m',
    'Äpfel',
    'Apfel',
    'Zebra',
    'zebra',
    'Öl',
    'ol',
  ],
  ...['İstanbul', 'ISTANBUL', 'ıstanbul', 'Œuvre', 'oeuvre', 'ŒUVRE', 'Łódź', 'lodz', 'Žižka', 'Éclair', 'eclair'],
  ...['ΟΔΟΣ', 'Οδός', 'οδος', 'Праздник', 'ПРАЗДНИК', 'праздник', 'Ёлка', 'елка', 'Ґанок'],
  ...['日本語の祭り', '日本', 'ことり', 'コトリ', 'ｺﾄﾘ', '中秋节', '추석', '추석 잔치', 'ตลาดน้ำ', 'तमाशा', 'কবিতা'],
  ...['مهرجان', 'مِهْرَجَان', 'חג שמח', 'חַג', 'ﷺ', '١٢٣', '123', '12', '2', '10', 'ﬁnal ﬂight', 'final flight'],
  ...[
    '🎷',
    '🎷 Jazz 🎷',
    '👩‍👩‍👧 family',
    '❤',
    '❤️',
    '𝔘𝔫𝔦',
    'Uni',
    '𐐀 deseret',
    '\uffff last',
    '\u{10ffff}',
    'ｆｕｌｌ',
  ],
  ...['100% fun', '100 fun', 'under_score', 'under score', 'back\\slash', 'back slash', "O'Brien & Söhne", 'a "b" c'],
  ...[
    '<b>Bold</b> move',
    'Bold move',
    '  spaced  ',
    'spaced',
    'a',
    'A',
    'á',
    '-',
    '...',
    '½ price',
    'x²',
    '#1',
    '~',
    '!',
  ],
]

/** A name from a small set, so that many records share one. */
export function createName(random: Random): string {
  if (random.chance(0.01)) return long(random)
  return Array.from({ length: random.chance(0.7) ? 1 : random.between(2, 3) }, () => random.pick(NAMES)).join(' ')
}

/** Short values, such as a postal address. */
export const createShortName = (random: Random): string => [...createName(random)].slice(0, 40).join('')

/** So long and so random that no database can compress it below the limit of an index. */
function long(random: Random): string {
  const letters = Array.from({ length: random.between(300, 3000) }, () =>
    String.fromCodePoint(random.between(0x4e00, 0x9fff)),
  )
  return letters.join('')
}

/** A name or a part of one, as in searches. */
export function createSearchQuery(random: Random): string {
  const letters = [...random.pick(NAMES)]
  const from = random.chance(0.4) ? random.between(0, letters.length - 1) : 0
  const piece = letters.slice(from, random.chance(0.4) ? from + random.between(1, 4) : undefined).join('') || 'jazz'
  const cased = random.chance(0.2) ? piece.toUpperCase() : piece
  if (random.chance(0.1)) return `-${cased} ${random.pick(NAMES)}`
  return random.chance(0.1) ? `"${cased}"` : random.chance(0.1) ? `${cased} ${random.pick(NAMES)}` : cased
}

export function createProse(random: Random): string {
  const words = Array.from({ length: random.between(0, 12) }, () => random.pick(NAMES))
  return random.chance(0.3) ? `<p>${words.join(' ')}</p>\n\n<script>x</script>` : words.join(' ')
}
