/** Requests to sources, with their credentials, and the messages of failures. */

import type { FailedFetch, FetchedContent } from '../../base/net/safe-fetch.ts'
import type { Services } from '../../calendar/services.ts'
import { decodeResponse } from '../imports/formats/decode-response.ts'
import { MAX_IMPORT_BYTES } from '../imports/import.ts'
import type { Source } from './source.ts'
import { createSourceFailure, toSourceFailure } from './source-content.ts'

export interface SourceRequestOptions {
  readonly accept: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Rejects with an `AbortError` if the signal is aborted. */
export async function requestFromSource(
  services: Services,
  url: string,
  { username, password }: Pick<Source, 'username' | 'password'>,
  { accept, headers, signal }: SourceRequestOptions,
): Promise<FetchedContent | FailedFetch> {
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  const fetched = await services.fetchSource(url, {
    accept,
    maxBytes: MAX_IMPORT_BYTES,
    acceptsEncoded: true,
    signal,
    headers: { ...headers, ...(username !== '' && { authorization: `Basic ${credentials}` }) },
  })
  signal.throwIfAborted()
  if ('failure' in fetched) return fetched
  try {
    const bytes = await decodeResponse({ reader: services.reader, signal }, fetched.bytes, fetched.encoding)
    return { ...fetched, bytes }
  } catch (error) {
    throw toSourceFailure(error, `${url}: `)
  }
}

const REASONS = {
  refused: 'the host is not public and not in SOURCE_FETCH_ALLOW',
  unreachable: 'the host cannot be reached, or its response is incomplete',
  timeout: 'the host does not respond in time',
  redirects: 'it redirects too often',
  encoding: 'the response is compressed although identity was requested',
  'too-large': `the response has more than ${MAX_IMPORT_BYTES / 2 ** 20} MB`,
} as const

export function createFetchFailure(url: string, { failure, status, retryAfter = '' }: FailedFetch): Error {
  const reason = failure === 'status' ? `the response has the status ${status}` : REASONS[failure]
  return createSourceFailure(`${url}: ${reason}`, parseRetrySeconds(retryAfter))
}

const MAX_RETRY_SECONDS = 86_400

/** Only the form in seconds, which nearly all servers use (RFC 9110, 10.2.3). At most a day. */
export const parseRetrySeconds = (retryAfter: string): number =>
  /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), MAX_RETRY_SECONDS) : 0
