/** Finds the events that a page describes in JSON-LD (schema.org/Event). */
import { findTags } from '../../../../base/text/find-tags.ts'
import { parseJson } from '../parse-json.ts'
import { isRawRecord, type RawRecord } from '../record-reader.ts'

export interface JsonLdDocument {
  /** Line of the page on which it begins. */
  readonly line: number
  /** Undefined if it is not JSON. */
  readonly value: unknown
  readonly text: string
}

/** The documents of a page. A script without an end takes the rest of the page. */
export function* findJsonLd(html: string): Generator<JsonLdDocument> {
  let line = 1
  let counted = 0
  let scriptEnd = 0
  for (const { attributes, end } of findTags(html, ['script'])) {
    if (end < scriptEnd || !/^application\/ld\+json/i.test(attributes.get('type') ?? '')) continue
    scriptEnd = findScriptEnd(html, end)
    line += countLines(html.slice(counted, end))
    counted = end
    const text = html.slice(end, scriptEnd)
    yield { line, value: parseScript(text), text }
  }
}

function findScriptEnd(html: string, from: number): number {
  const pattern = /<\/script/gi
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? html.length
}

const countLines = (text: string): number => text.split('\n').length - 1

/** Tolerates line breaks in texts and the comments that hide scripts from old browsers. */
function parseScript(text: string): unknown {
  const json = text.replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)/, '').trim()
  const content = json.slice(0, Math.max(json.lastIndexOf('}'), json.lastIndexOf(']')) + 1)
  // Control characters are invalid in texts, and blanks elsewhere.
  return parseJson(content.replaceAll(/\p{Cc}/gu, ' '))
}

/** Properties whose values may be or contain events. */
const CONTAINERS = [
  ...['@graph', 'itemListElement', 'item', 'mainEntity', 'mainEntityOfPage', 'event', 'events', 'subEvent', 'hasPart'],
  'about',
]

/** Events in a document, also in graphs, lists and other records, in their order. */
export function collectEvents(document: unknown): RawRecord[] {
  const events: RawRecord[] = []
  const pending = [document]
  while (pending.length > 0) {
    const value = pending.pop()
    if (Array.isArray(value)) for (const element of value.toReversed()) pending.push(element)
    if (!isRawRecord(value)) continue
    if (isEvent(value)) events.push(value)
    for (const name of CONTAINERS.toReversed()) if (value[name] !== undefined) pending.push(value[name])
  }
  return events
}

/** A series of events has no dates of its own. */
const isEvent = (value: RawRecord): boolean =>
  [value['@type']].flat().some((type) => typeof type === 'string' && EVENT_TYPE.test(type)) &&
  !(value['startDate'] === undefined && isSeries(value))

const EVENT_TYPE = /^(?:https?:\/\/schema\.org\/|schema:)?(?:\w*Event|Festival|Hackathon|CourseInstance|EventSeries)$/

const isSeries = (value: RawRecord): boolean =>
  value['subEvent'] !== undefined || [value['@type']].flat().some((type) => /EventSeries$/.test(String(type)))
