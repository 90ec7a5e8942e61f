/** Finds the events of a page: calendars to which it links, events that it describes, or the API of Gancio. */
import { isLimitError } from '../../../base/concurrency/contained-reader.ts'
import type { FetchedContent } from '../../../base/net/safe-fetch.ts'
import type { Services } from '../../../calendar/services.ts'
import type { CalendarLink } from '../site/page-links.ts'
import { isContentError } from './content-error.ts'
import { detectContent } from './detect-format.ts'
import { type ContentContext, readPageEvents, withContentFile } from './read-content.ts'
import { isRawRecord } from './record-reader.ts'

export interface PageSearch extends ContentContext, Pick<Services, 'temporaryFiles'> {
  /** Undefined for a response that cannot be read. */
  readonly fetch: (url: string) => Promise<FetchedContent | undefined>
  /** Whether several files to which the page links are read as one calendar. */
  readonly joinsFiles: boolean
}

export interface PageEvents extends Pick<FetchedContent, 'bytes' | 'contentType' | 'url'> {
  readonly format: 'ics' | 'page'
  /** A sentence that names the chosen events. */
  readonly note: string
}

/** Undefined for a page without events. */
export async function findPageEvents(search: PageSearch, page: FetchedContent): Promise<PageEvents | undefined> {
  const linked = await findLinkedCalendars(search, page)
  if (linked) return linked
  if (await describesEvents(search, page))
    return { ...page, format: 'page', note: 'The events that the page describes (JSON-LD) are imported.' }
  const api = await search.fetch(new URL('/api/events', page.url).href)
  return api && (await describesEvents(search, api))
    ? { ...api, format: 'page', note: `The events of ${api.url} (the API of Gancio) are imported.` }
    : undefined
}

/** Files of single events that a page may link to. */
const MAX_FILES = 50

/** The first calendar that the page names, or else all files to which it links: these are often single events. */
async function findLinkedCalendars(search: PageSearch, page: FetchedContent): Promise<PageEvents | undefined> {
  const links = await readCalendarLinks(search, page)
  for (const [index, { url, kind }] of links.entries()) {
    const calendar = await fetchCalendar(search, url)
    if (!calendar) continue
    const note = `The calendar ${url}, to which the page links, is imported.`
    if (kind !== 'file') return { ...calendar, format: 'ics', note }
    const others = links.slice(index + 1, MAX_FILES).filter((link) => link.kind === 'file')
    if (others.length > 0 && !search.joinsFiles) return undefined
    const calendars = [calendar]
    for (const other of others) {
      const next = await fetchCalendar(search, other.url)
      if (next) calendars.push(next)
    }
    if (calendars.length === 1) return { ...calendar, format: 'ics', note }
    const bytes = Buffer.concat(calendars.flatMap((one) => [one.bytes, Buffer.from('\r\n')]))
    const all = `The ${calendars.length} calendars to which the page links are imported, from ${url} on.`
    return { ...calendar, bytes, format: 'ics', note: all }
  }
  return undefined
}

async function fetchCalendar({ fetch }: PageSearch, url: string): Promise<FetchedContent | undefined> {
  const response = await fetch(url)
  return response && detectContent(response.bytes) === 'ics' ? response : undefined
}

/** Searches in a child process. */
async function readCalendarLinks({ reader, signal }: PageSearch, page: FetchedContent): Promise<CalendarLink[]> {
  const { bytes, url } = page
  const links: CalendarLink[] = []
  const job = { reader: 'calendar-links', input: { bytes, url }, bytes: bytes.length, signal }
  for await (const link of reader.read(job)) {
    if (!isCalendarLink(link)) throw new TypeError('the reader of calendar-links returns an invalid value')
    links.push(link)
  }
  return links
}

const isCalendarLink = (value: unknown): value is CalendarLink =>
  isRawRecord(value) && typeof value['url'] === 'string' && typeof value['kind'] === 'string'

function describesEvents(search: PageSearch, { bytes, url }: FetchedContent): Promise<boolean> {
  return withContentFile(search, bytes, async (path) => {
    try {
      for await (const entry of readPageEvents(search, { path, name: url }, { url, siteZone: 'UTC' }))
        if ('fields' in entry) return true
    } catch (error) {
      if (!isContentError(error) || isLimitError(error)) throw error
    }
    return false
  })
}
