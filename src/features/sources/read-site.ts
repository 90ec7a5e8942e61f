/** Reads the published events of a site with The Events Calendar or Calends. */

import { setTimeout } from 'node:timers/promises'
import type { FetchedContent } from '../../base/net/safe-fetch.ts'
import type { Services } from '../../calendar/services.ts'
import type { ExternalEntry } from '../imports/external/external-record.ts'
import { readJson } from '../imports/formats/json-parts.ts'
import { isRawRecord } from '../imports/formats/record-reader.ts'
import { createFetchFailure, parseRetrySeconds, requestFromSource } from './fetch-from-source.ts'
import { mapSiteEvent } from './map-site-event.ts'
import type { Source } from './source.ts'
import { createSourceFailure, type SourceContent } from './source-content.ts'

const ACCEPT = 'application/json'
/** The maximum of The Events Calendar. */
const PER_PAGE = 50
/** Longer waits end the run, which is repeated after that time. */
const MAX_WAIT_SECONDS = 60
const MAX_WAITS = 5

/** Several pages have no common validator, so they are read completely. Throws a source failure if there is no API. */
export async function readSite(services: Services, source: Source, signal: AbortSignal): Promise<SourceContent> {
  const context = { services, source, signal }
  const { list, first } = await findEventList(context)
  return { entries: readPages(context, list, first), etag: '', lastModified: '', hasPast: true }
}

interface SiteContext {
  readonly services: Services
  readonly source: Source
  readonly signal: AbortSignal
}

interface EventPage {
  readonly events: readonly unknown[]
  readonly total: number
  readonly pages: number
}

const API_PATHS = {
  tec: ['/wp-json/tribe/events/v1/events/', '/?rest_route=/tribe/events/v1/events/'],
  calends: ['/api/cal/events/v1/events', '/wp-json/tribe/events/v1/events'],
} as const

/** The URL of the list below the URL of the source, with its first page. */
async function findEventList(context: SiteContext): Promise<{ list: string; first: EventPage }> {
  const { type, url } = context.source
  const base = url.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const paths = API_PATHS[type === 'calends' ? 'calends' : 'tec']
  const api = [base, url].find((one) => /\/events\/v1$/.test(one))
  const lists = api ? [`${api}/events`] : paths.map((path) => `${base}${path}`)
  for (const list of lists) {
    const fetched = await requestPage(context, list, 1)
    const first = fetched && (await parsePage(context, fetched))
    if (first) return { list, first }
  }
  throw createSourceFailure(`${url}: no API of The Events Calendar or Calends was found at ${lists.join(' or ')}`)
}

/** Undefined for a 404. Waits when the site limits requests. */
async function requestPage(context: SiteContext, list: string, page: number): Promise<FetchedContent | undefined> {
  const { services, source, signal } = context
  const url = new URL(list)
  const query = { page, per_page: PER_PAGE, start_date: '1000-01-01', end_date: '9999-12-31', status: 'publish' }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  for (let waits = 0; ; waits++) {
    const fetched = await requestFromSource(services, url.href, source, { accept: ACCEPT, signal })
    if ('bytes' in fetched) return fetched
    if (fetched.status === 404) return undefined
    const wait = parseRetrySeconds(fetched.retryAfter ?? '') || 1
    if (fetched.status !== 429 || waits === MAX_WAITS || wait > MAX_WAIT_SECONDS)
      throw createFetchFailure(url.href, fetched)
    await setTimeout(wait * 1000, undefined, { signal })
  }
}

/** Undefined for anything but a list of events. */
async function parsePage({ services, signal }: SiteContext, { bytes }: FetchedContent): Promise<EventPage | undefined> {
  const body = await readJson(services.reader, bytes, signal)
  if (!isRawRecord(body) || !Array.isArray(body['events'])) return undefined
  const { events, total, total_pages: pages } = body
  return { events, total: Number(total) || 0, pages: Number(pages) || 0 }
}

/**
 * Yields each event once. Records move between pages when the site changes meanwhile, which could hide one; the run then
 * fails, so that nothing counts as missing.
 */
async function* readPages(context: SiteContext, list: string, first: EventPage): AsyncGenerator<ExternalEntry> {
  const { services } = context
  const { currency, customFields } = services.site
  const mapping = { currency, customFields, createSalt: () => services.random(8) }
  const ids = new Set<unknown>()
  let current = first
  for (let page = 1; ; page++) {
    for (const event of current.events) {
      const id = isRawRecord(event) ? event['id'] : event
      if (!ids.has(id)) yield mapSiteEvent(event, list, mapping)
      ids.add(id)
    }
    if (page >= current.pages) break
    const fetched = await requestPage(context, list, page + 1)
    const next = fetched && (await parsePage(context, fetched))
    if (!next || next.total !== first.total) throw createChangeFailure(list)
    current = next
  }
  if (ids.size !== first.total) throw createChangeFailure(list)
}

const createChangeFailure = (list: string): Error =>
  createSourceFailure(
    `${list}: the site changed while it was read. The changes were imported as far as they were read.`,
  )
