/** schema.org data of venues and organizers for search engines, from their `json_ld` in the API. */
import { extractText } from './view-text.ts'

type JsonLd = Readonly<Record<string, unknown>>

/** The API escapes these texts for HTML, as the plugin does, and appends a literal `\n` to descriptions. */
const ESCAPED_KEYS = new Set(['name', 'description'])

export function cleanJsonLd(data: JsonLd): JsonLd {
  const cleaned = Object.entries(data).map(([name, value]) => [name, cleanValue(name, value)])
  return Object.fromEntries(cleaned.filter(([, value]) => value !== '' && value !== false))
}

function cleanValue(name: string, value: unknown): unknown {
  if (name === 'performer') return false
  if (typeof value === 'string') return ESCAPED_KEYS.has(name) ? decodeText(value) : value
  if (Array.isArray(value)) return value.map((item) => cleanValue(name, item))
  return typeof value === 'object' && value !== null ? cleanJsonLd({ ...value }) : value
}

/** The text is escaped twice: for display, and again for JSON-LD. */
const decodeText = (value: string): string => extractText(extractText(value.replace(/\\n$/, '')))
