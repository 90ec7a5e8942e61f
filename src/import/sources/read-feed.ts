/** Reads a calendar file from a URL, if it has changed since the last import. */
import type { Source } from '../../domain/sources/source.ts'
import type { Services } from '../../usecases/services.ts'
import type { ExternalEntry } from '../external/external-record.ts'
import { type ContentContext, readCalendar } from '../formats/read-content.ts'
import { createFetchFailure, requestFromSource } from './fetch-from-source.ts'
import { createSourceFailure, type SourceContent } from './source-content.ts'

const ACCEPT = 'text/calendar, */*;q=0.5'

/** Undefined if it has not changed. Throws a source failure for a response that is not a calendar. */
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
  const fetched = await requestFromSource(services, url, source, { accept: ACCEPT, headers, signal })
  if ('failure' in fetched) {
    if (fetched.status === 304) return undefined
    throw createFetchFailure(url, fetched)
  }
  const text = decodeUtf8(url, fetched.bytes)
  if (!/^\ufeff?\s*BEGIN:VCALENDAR\b/i.test(text)) throw createSourceFailure(`${url}: the response is not a calendar`)
  const isComplete = /END:VCALENDAR\s*$/i.test(text)
  const entries = readEntries({ ...services, signal }, url, fetched.bytes, isComplete)
  return { entries, etag: fetched.etag, lastModified: fetched.lastModified, hasPast: false }
}

function decodeUtf8(url: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw createSourceFailure(`${url}: the calendar is not encoded in UTF-8`)
  }
}

/** A connection that ends too early may cut the calendar between two events, which then seem to have disappeared. */
async function* readEntries(
  context: Services & ContentContext,
  url: string,
  bytes: Buffer,
  isComplete: boolean,
): AsyncGenerator<ExternalEntry> {
  const path = await context.temporaryFiles.write([bytes])
  try {
    yield* readCalendar(context, { path, name: url }, context.site.zone)
  } finally {
    await context.temporaryFiles.remove([path])
  }
  if (!isComplete)
    throw createSourceFailure(`${url}: the calendar ends without END:VCALENDAR. It was imported as far as it was read.`)
}
