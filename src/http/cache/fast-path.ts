/** Serves cached responses before Fastify sees the request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { corsHeaders } from '../response/headers.ts'
import { selectRepresentation } from '../response/http-response.ts'
import { isPublicRead } from './cache-key.ts'
import type { CacheLookup } from './cache-lookup.ts'

interface FastPathOptions {
  readonly cacheLookup: CacheLookup
  readonly corsOrigins: readonly string[]
  /** Sent with every response. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Called after each response that was sent here. */
  readonly onResponse: (request: IncomingMessage, status: number) => void
}

/**
 * Returns whether a response was sent. These responses have no `Server-Timing`: the header would have to be added to a
 * copy of the cached headers, which costs more than the stages that it would report.
 */
export function createFastPath({ cacheLookup, corsOrigins, responseHeaders, onResponse }: FastPathOptions) {
  const commonHeaders = Object.entries(responseHeaders).flat()
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request
    const cached = isPublicRead(method, headers) ? cacheLookup.find(url) : undefined
    const representation = cached && selectRepresentation(cached, headers)
    if (!representation || (representation.body !== undefined && !Buffer.isBuffer(representation.body))) return false
    const { status, body } = representation
    const cors = corsHeaders(corsOrigins, headers.origin)
    response.writeHead(status, appendHeaders(representation.headers, commonHeaders, cors))
    response.end(body)
    onResponse(request, status)
    return true
  }
}

/** Copies the list only when headers are added to it. */
function appendHeaders(
  headers: readonly string[],
  commonHeaders: readonly string[],
  cors: Readonly<Record<string, string>> | undefined,
): string[] {
  if (!cors && commonHeaders.length === 0) return headers as string[]
  return [...headers, ...commonHeaders, ...Object.entries(cors ?? {}).flat()]
}
