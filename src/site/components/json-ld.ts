/** schema.org data of a venue or organizer, from what the wire says of it. */
import { extractText } from '../data/view-text.ts'

type JsonLd = Readonly<Record<string, unknown>>

/** The wire escapes these texts for HTML, as the reference does, and ends one in a mark of its own. */
const ESCAPED_KEYS = new Set(['name', 'description'])

export function cleanJsonLd(data: JsonLd): JsonLd {
  const cleaned = Object.entries(data).map(([name, value]) => [name, cleanValue(name, value)])
  return Object.fromEntries(cleaned.filter(([, value]) => value !== '' && value !== false))
}

function cleanValue(name: string, value: unknown): unknown {
  if (name === 'performer') return false
  if (typeof value === 'string') return ESCAPED_KEYS.has(name) ? decodeText(value) : value
  if (Array.isArray(value)) return value.map((one) => cleanValue(name, one))
  return typeof value === 'object' && value !== null ? cleanJsonLd({ ...value }) : value
}

/** Escaped twice: what is shown already, and once more as a value. */
const decodeText = (value: string): string => extractText(extractText(value.replace(/\\n$/, '')))
