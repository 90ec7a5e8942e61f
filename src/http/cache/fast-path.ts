/** Serves cached responses, and public reads of one record, before Fastify sees the request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ANONYMOUS, type Viewer } from '../../kernel/user.ts'
import { corsHeaders } from '../response/headers.ts'
import {
  chooseRepresentation,
  type HttpResponse,
  type Representation,
  selectRepresentation,
} from '../response/http-response.ts'
import { addAccessClass, isCacheableRead } from './cache-key.ts'
import type { CacheLookup } from './cache-lookup.ts'

interface FastResponse {
  readonly route: string
  readonly status: number
  readonly milliseconds: number
}

export type RecordResponse = (request: IncomingMessage, response: FastResponse) => void

interface FastSignIn {
  readonly viewer: Viewer
  /** Identifies the application password for limits. */
  readonly key: string
}

interface FastPathOptions {
  readonly cacheLookup: CacheLookup
  /** The sign-in with these credentials, if they were verified before. */
  readonly findSignIn: (authorization: string) => FastSignIn | undefined
  /** Counts a request with a key; returns false when there were too many. */
  readonly takeToken: (key: string, request: IncomingMessage) => boolean
  readonly corsOrigins: readonly string[]
  /** Sent with every response. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Called after each response that was sent here. */
  readonly onResponse: RecordResponse
}

interface SendOptions {
  readonly route: string
  /** Start of a response that was not cached, in milliseconds of `performance.now()`. */
  readonly began?: number
}

const UNKNOWN_ROUTE = 'none'

/**
 * Calls `next` for requests that need the other stages. The responses have no `Server-Timing`: the header would have to be
 * added to a copy of the cached headers, which costs more than the stages that it would report.
 */
export function createFastPath(options: FastPathOptions) {
  const { cacheLookup, findSignIn, takeToken, corsOrigins, responseHeaders, onResponse } = options
  const commonHeaders = Object.entries(responseHeaders).flat()

  /** Returns false for a body that has to be streamed. */
  function send(
    request: IncomingMessage,
    response: ServerResponse,
    { status, headers, body }: Representation,
    { route, began }: SendOptions,
  ): boolean {
    if (body !== undefined && !Buffer.isBuffer(body)) return false
    const cors = corsHeaders(corsOrigins, request.headers.origin)
    response.writeHead(status, appendHeaders(headers, commonHeaders, cors))
    response.end(body)
    onResponse(request, { route, status, milliseconds: began === undefined ? 0 : performance.now() - began })
    return true
  }

  async function sendWhenReady(
    request: IncomingMessage,
    response: ServerResponse,
    reading: HttpResponse | Promise<HttpResponse | undefined>,
    next: () => void,
  ): Promise<void> {
    const began = performance.now()
    let isSent = false
    try {
      const httpResponse = await reading
      const representation = httpResponse && (await chooseRepresentation(httpResponse, request.headers))
      isSent =
        representation !== undefined &&
        send(request, response, representation, { route: httpResponse?.route ?? UNKNOWN_ROUTE, began })
    } catch {
      // The following stages fail in the same way, and can respond with an error.
    }
    if (!isSent) next()
  }

  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { method, url = '', headers } = request
    const { authorization } = headers
    const isCacheable = isCacheableRead(method, headers)
    const signIn = isCacheable && authorization !== undefined ? findSignIn(authorization) : undefined
    const viewer = authorization === undefined ? ANONYMOUS : signIn?.viewer
    const cached = isCacheable && viewer ? cacheLookup.find(addAccessClass(url, viewer)) : undefined
    if (cached && signIn && !takeToken(signIn.key, request)) {
      next()
      return
    }
    const representation = cached && selectRepresentation(cached, headers)
    const route = cached?.route ?? UNKNOWN_ROUTE
    if (representation && send(request, response, representation, { route })) return
    const isPublic = isCacheable && authorization === undefined
    const reading = cached ?? (isPublic ? cacheLookup.readDirectly(url) : undefined)
    if (reading === undefined) next()
    else void sendWhenReady(request, response, reading, next)
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
