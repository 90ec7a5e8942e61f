/** Reads the events that a page describes, or that the API of Gancio returns. */

import { findTags } from '../../../../base/text/find-tags.ts'
import type { RawInput } from '../../../../kernel/validate-input.ts'
import type { ExternalEntry } from '../../external/external-record.ts'
import { isContentError } from '../content-error.ts'
import { parseJson } from '../parse-json.ts'
import type { RawRecord } from '../record-reader.ts'
import { isGancioList, mapGancioEvent } from './gancio.ts'
import { collectEvents, findJsonLd, type JsonLdDocument } from './json-ld.ts'
import { mapJsonLdEvent, readFirstText, resolveUrl } from './map-json-ld.ts'

export interface PageInput {
  readonly text: string
  /** Path or URL, for messages. */
  readonly name: string
  /** URL of the page; empty for a file, whose `canonical` link is used instead. */
  readonly url: string
  /** Zone of times without one. */
  readonly siteZone: string
}

/** Failures name the line on which the description begins. Throws an `Error` for a page without events. */
export function* readPage({ text, name, url, siteZone }: PageInput): Generator<ExternalEntry> {
  const pageUrl = url || findCanonicalUrl(text)
  const events: FoundEvent[] = []
  let isBroken = false
  for (const document of findDocuments(text)) {
    const where = `${name}:${document.line}`
    if (isGancioList(document.value))
      for (const raw of document.value) events.push(createGancioEvent(raw, where, pageUrl))
    else for (const raw of collectEvents(document.value)) events.push(createPageEvent(raw, where, pageUrl))
    if (document.value !== undefined || !/"(?:\w+:)?\w*Event"/.test(document.text)) continue
    isBroken = true
    yield { where, failure: 'the description of events is not valid JSON' }
  }
  if (events.length === 0 && !isBroken) throw new Error(`${name}: the page describes no events (JSON-LD)`)
  for (const { key, where, map } of chooseKeys(events)) {
    try {
      yield { kind: 'event', key, fields: { timezone: siteZone, ...map() }, where }
    } catch (error) {
      if (!isContentError(error)) throw error
      yield { where, failure: error.message, key }
    }
  }
}

function findCanonicalUrl(html: string): string {
  for (const { attributes } of findTags(html, ['link']))
    if (attributes.get('rel')?.toLowerCase() === 'canonical') return attributes.get('href') ?? ''
  return ''
}

/** A response of an API is one document. */
function findDocuments(text: string): Iterable<JsonLdDocument> {
  return /^\s*[[{]/.test(text) ? [{ line: 1, value: parseJson(text), text }] : findJsonLd(text)
}

interface FoundEvent {
  /** URL or other identifier; empty without one. */
  readonly id: string
  /** Distinguishes the dates of one event. */
  readonly date: string
  readonly where: string
  /** Throws an `Error` for invalid dates. */
  readonly map: () => RawInput
}

const createPageEvent = (raw: RawRecord, where: string, pageUrl: string): FoundEvent => ({
  id: findId(raw, pageUrl),
  date: `${readFirstText(raw['name'])}|${readFirstText(raw['startDate'])}`,
  where,
  map: () => mapJsonLdEvent(raw, pageUrl),
})

const createGancioEvent = (raw: RawRecord, where: string, pageUrl: string): FoundEvent => {
  const id = resolveUrl(`/event/${readFirstText(raw['id'])}`, pageUrl) || readFirstText(raw['id'])
  return { id, date: readFirstText(raw['start_datetime']), where, map: () => mapGancioEvent(raw, pageUrl) }
}

const findId = (raw: RawRecord, pageUrl: string): string =>
  resolveUrl(readFirstText(raw['@id']), pageUrl) ||
  resolveUrl(readFirstText(raw['url']), pageUrl) ||
  readFirstText(raw['identifier'])

/** Events of one page may have the same URL; these are distinguished by their dates. Repeated events are omitted. */
function* chooseKeys(events: readonly FoundEvent[]): Generator<FoundEvent & { readonly key: string }> {
  const dates = new Map<string, Set<string>>()
  for (const { id, date } of events) dates.set(id, (dates.get(id) ?? new Set()).add(date))
  const keys = new Set<string>()
  for (const event of events) {
    const isUnique = event.id !== '' && dates.get(event.id)?.size === 1
    const key = isUnique ? event.id : `${event.id}|${event.date}`
    if (!keys.has(key)) yield { ...event, key }
    keys.add(key)
  }
}
