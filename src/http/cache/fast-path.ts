/** The shortest way through the door: what lies ready goes out without waking the rest of the house. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { corsHeaders } from '../response/headers.ts'
import { type HttpResponse, type Representation, selectRepresentation } from '../response/http-response.ts'
import { isPublicRead } from './cache-key.ts'
import type { ResponseCache } from './response-cache.ts'

interface FastPathOptions {
  readonly responseCache: ResponseCache
  /** Puts an answer together at once, where that can be. */
  readonly respondFromFragments: (address: string) => HttpResponse | undefined
  readonly corsOrigins: readonly string[]
  /** Sent with every response. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Hears of every answer that was given here. */
  readonly onResponse: (request: IncomingMessage, status: number) => void
}

/** Whether the request was answered. */
export function createFastPath({
  responseCache,
  respondFromFragments,
  corsOrigins,
  responseHeaders,
  onResponse,
}: FastPathOptions) {
  const every = Object.entries(responseHeaders).flat()
  /** A failure is met again further in, where it can be answered. */
  const find = (url: string, headers: IncomingHttpHeaders): Representation | undefined => {
    try {
      const httpResponse = responseCache.get(url) ?? respondFromFragments(url)
      return httpResponse && selectRepresentation(httpResponse, headers)
    } catch {
      return undefined
    }
  }
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request
    const representation = isPublicRead(method, headers) ? find(url, headers) : undefined
    if (!representation) return false
    const { status, bytes } = representation
    response.writeHead(status, appendHeaders(representation.headers, every, corsHeaders(corsOrigins, headers.origin)))
    response.end(bytes)
    onResponse(request, status)
    return true
  }
}

/** Names and values of headers in turn; a copy is made only where there are more of them. */
function appendHeaders(
  headers: readonly string[],
  every: readonly string[],
  cors: Readonly<Record<string, string>> | undefined,
): string[] {
  if (!cors && every.length === 0) return headers as string[]
  return [...headers, ...every, ...Object.entries(cors ?? {}).flat()]
}
