/** The difference of two texts: what they share at the start and the end, and what differs in between. */
export interface TextDifference {
  readonly start: string
  readonly removed: string
  readonly added: string
  readonly end: string
}

/** Words and the blanks between them. */
const splitWords = (text: string): readonly string[] => text.match(/\s+|[^\s]+/g) ?? []

export function diffText(before: string, after: string): TextDifference {
  const [old, next] = [splitWords(before), splitWords(after)]
  const shortest = Math.min(old.length, next.length)
  let start = 0
  while (start < shortest && old[start] === next[start]) start++
  let end = 0
  while (end < shortest - start && old.at(-1 - end) === next.at(-1 - end)) end++
  return {
    start: old.slice(0, start).join(''),
    removed: old.slice(start, old.length - end).join(''),
    added: next.slice(start, next.length - end).join(''),
    end: old.slice(old.length - end).join(''),
  }
}

/** A recorded value as text. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
