/** schema.org data of a venue or organizer, from what the wire says of it. */
import { plain } from './views.ts'

type Data = Readonly<Record<string, unknown>>

/** The wire escapes these texts for HTML, as the reference does, and ends one in a mark of its own. */
const ESCAPED = new Set(['name', 'description'])

export function jsonLdOf(data: Data): Data {
  const shown = Object.entries(data).map(([name, value]) => [name, shownValue(name, value)])
  return Object.fromEntries(shown.filter(([, value]) => value !== '' && value !== false))
}

function shownValue(name: string, value: unknown): unknown {
  if (name === 'performer') return false
  if (typeof value === 'string') return ESCAPED.has(name) ? textOf(value) : value
  if (Array.isArray(value)) return value.map((one) => shownValue(name, one))
  return typeof value === 'object' && value !== null ? jsonLdOf({ ...value }) : value
}

/** Escaped twice: what is shown already, and once more as a value. */
const textOf = (value: string): string => plain(plain(value.replace(/\\n$/, '')))
