/** Reads calendars and pages from a URL, if they have changed since the last import. */

import type { FetchedContent } from '../../base/net/safe-fetch.ts'
import type { Services } from '../../calendar/services.ts'
import type { ExternalEntry } from '../imports/external/external-record.ts'
import { detectContent } from '../imports/formats/detect-format.ts'
import { createInputOpener, type OpenedFile } from '../imports/formats/open-input.ts'
import { isTruncation, readCalendar, readPageEvents } from '../imports/formats/read-content.ts'
import { isPacked } from '../imports/formats/unpack.ts'
import { createFetchFailure, requestFromSource } from './fetch-from-source.ts'
import type { Source } from './source.ts'
import { createSourceFailure, type SourceContent, toSourceFailure } from './source-content.ts'

/** Undefined if it has not changed. Throws a source failure for a response of another type. */
export async function readFeed(
  services: Services,
  source: Source,
  signal: AbortSignal,
): Promise<SourceContent | undefined> {
  const { url, etag, lastModified } = source
  const headers = {
    ...(etag !== '' && { 'if-none-match': etag }),
    ...(lastModified !== '' && { 'if-modified-since': lastModified }),
  }
  const accept = source.type === 'page' ? ACCEPT_PAGE : ACCEPT_CALENDAR
  const fetched = await requestFromSource(services, url, source, { accept, headers, signal })
  if ('failure' in fetched) {
    if (fetched.status === 304) return undefined
    throw createFetchFailure(url, fetched)
  }
  const format = source.type === 'page' ? 'page' : 'ics'
  const detected = detectContent(fetched.bytes)
  if (detected !== format && !isPacked(fetched.bytes)) {
    const isPage = detected === 'page'
    throw createSourceFailure(`${url}: ${isPage ? NO_CALENDAR_BUT_PAGE : NO_CONTENT[format]}`)
  }
  const entries = readResponse({ ...services, signal }, { url, format, fetched })
  return { entries, etag: fetched.etag, lastModified: fetched.lastModified, hasPast: false }
}

const ACCEPT_CALENDAR = 'text/calendar, */*;q=0.5'
const ACCEPT_PAGE = 'text/html, */*;q=0.5'
const NO_CONTENT = { ics: 'the response is not a calendar', page: 'the response is not a page' } as const
const NO_CALENDAR_BUT_PAGE = `${NO_CONTENT.ics} but a page. The type "page" imports what a page offers.`

interface FeedResponse {
  readonly url: string
  readonly format: 'ics' | 'page'
  readonly fetched: FetchedContent
}

interface FeedContext extends Services {
  readonly signal: AbortSignal
}

async function* readResponse(
  context: FeedContext,
  { url, format, fetched }: FeedResponse,
): AsyncGenerator<ExternalEntry> {
  const opener = createInputOpener(context, { format, signal: context.signal })
  try {
    const { files } = await opener.openResponse(fetched, url)
    for (const file of files) yield* readFile(context, file)
  } catch (error) {
    throw toSourceFailure(error)
  } finally {
    await opener.close()
  }
}

/** A connection that ends too early may cut a calendar between two events, which then seem to have disappeared. */
async function* readFile(context: FeedContext, file: OpenedFile): AsyncGenerator<ExternalEntry> {
  const { name, url, format } = file
  const siteZone = context.site.zone
  const entries =
    format === 'page' ? readPageEvents(context, file, { url, siteZone }) : readCalendar(context, file, siteZone)
  for await (const entry of entries) {
    if (isTruncation(entry))
      throw createSourceFailure(
        `${name}: the calendar ends without END:VCALENDAR. It was imported as far as it was read.`,
      )
    yield entry
  }
}
