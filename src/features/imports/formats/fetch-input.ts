/** Fetches the URLs that are inputs of the command line. */

import type { FetchedContent, FetchFailure } from '../../../base/net/safe-fetch.ts'
import { MAX_IMPORT_BYTES } from '../import.ts'
import { toHttpUrl } from '../site/page-links.ts'
import { decodeResponse, type ReaderContext } from './decode-response.ts'

/** Value of `Accept` for calendars and pages. */
export const ACCEPT_CONTENT = 'text/calendar, text/html;q=0.6, */*;q=0.5'

/**
 * The operator has named the host of `input`, so it may be in a private network. Redirects may not lead to other private
 * hosts. Throws an `Error` for a response that cannot be read or is too large.
 */
export async function fetchInput(context: ReaderContext, input: string, url = input): Promise<FetchedContent> {
  // Loaded on first use, because the service reads most inputs from files.
  const { createSafeFetcher } = await import('../../../base/net/safe-fetch.ts')
  const fetcher = createSafeFetcher({ allow: [new URL(toHttpUrl(input)).host], attemptMilliseconds: 60_000 })
  const request = { accept: ACCEPT_CONTENT, maxBytes: MAX_IMPORT_BYTES, acceptsEncoded: true, signal: context.signal }
  const fetched = await fetcher.fetch(toHttpUrl(url), request).finally(fetcher.close)
  context.signal?.throwIfAborted()
  if ('failure' in fetched) {
    const status = fetched.status === undefined ? '' : ` but ${fetched.status}`
    throw new Error(`${url}: ${FAILURES[fetched.failure]}${status}`)
  }
  return { ...fetched, bytes: await decodeResponse(context, fetched.bytes, fetched.encoding) }
}

const FAILURES: Readonly<Record<FetchFailure, string>> = {
  refused: 'it redirects to a host that is not public',
  unreachable: 'the host cannot be reached, or its response is incomplete',
  timeout: 'the host does not respond in time',
  status: 'the response status is not 200',
  redirects: 'it redirects too often',
  encoding: 'the response is compressed although identity was requested',
  'too-large': 'it is larger than 64 MiB',
}
