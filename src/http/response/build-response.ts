/** Serializes the result of an endpoint: envelope, headers of every response, validators. */
import type { Readable } from 'node:stream'
import type { Freshness } from '../../calendar/posts/freshness.ts'
import { Problem } from '../../kernel/problem.ts'
import { applyEnvelope, type EnvelopedResponse, type EnvelopeOptions } from './envelope.ts'
import { type ContentLanguage, commonHeaders, type DiscoveryLink, languageHeaders, linkHeader } from './headers.ts'
import { createHttpResponse, createPlainResponse, type HttpResponse } from './http-response.ts'
import { presentProblem } from './problem-response.ts'
import type { EndpointResponse, EndpointResult, StreamedBody } from './reply.ts'
import { publicCacheHeaders, type SharedCaching } from './shared-caching.ts'

export interface ResponseOptions extends EndpointResult {
  readonly discoveryLink: DiscoveryLink
  readonly contentLanguage: ContentLanguage
  readonly envelope: EnvelopeOptions
  /** True for a request with credentials or a record password: shared caches must not store the response. */
  readonly isPersonal: boolean
  readonly isRead: boolean
  /** Whether the body is omitted here, for a POST that is overridden to HEAD. */
  readonly isBodiless: boolean
  /** For responses that the service may cache. */
  readonly freshness: Freshness | undefined
  readonly sharedCaching: SharedCaching
  /** Name of the route, such as `/events`. */
  readonly route: string | undefined
  /** Epoch of the database before anything was read. */
  readonly epoch: string
}

const EMPTY_BUFFER = Buffer.alloc(0)

const createStreamedResponse = (
  status: number,
  headers: EnvelopedResponse['headers'],
  { mediaType, tag }: StreamedBody,
): EnvelopedResponse => ({
  status,
  headers,
  contentType: `${mediaType}; charset=UTF-8`,
  body: { bytes: EMPTY_BUFFER, tag },
})

/** Proxies such as nginx must not collect events before they pass them on. */
const EVENT_HEADERS = {
  ...commonHeaders(true),
  'content-type': 'text/event-stream; charset=UTF-8',
  'cache-control': 'no-cache, no-store, no-transform, private',
  'x-accel-buffering': 'no',
}

const createEventResponse = ({ status, headers }: EndpointResponse, open: () => Readable): HttpResponse =>
  createPlainResponse(status, { ...EVENT_HEADERS, ...headers }, { open })

export function buildResponse(options: ResponseOptions): HttpResponse {
  const { response, allowedMethods, envelope, contentLanguage, isPersonal, isRead, freshness } = options
  const isFailure = response instanceof Problem
  const endpointResponse: EndpointResponse = isFailure ? presentProblem(response, contentLanguage.language) : response
  if (endpointResponse.openEvents) return createEventResponse(endpointResponse, endpointResponse.openEvents)
  const { link, ...otherHeaders }: Readonly<Record<string, string | undefined>> = endpointResponse.headers ?? {}
  const handlerHeaders = {
    ...(allowedMethods && { allow: allowedMethods.join(', ') }),
    ...otherHeaders,
    ...options.headers,
    ...(envelope.isEnveloped && link && { link }),
  }
  const enveloped = endpointResponse.stream
    ? createStreamedResponse(endpointResponse.status, handlerHeaders, endpointResponse.stream)
    : applyEnvelope(
        { status: endpointResponse.status, headers: handlerHeaders, body: endpointResponse.body, isFailure },
        envelope,
      )
  const contents = { route: options.route, sources: endpointResponse.sources }
  return createHttpResponse({
    status: enveloped.status,
    headers: {
      ...commonHeaders(isPersonal),
      ...(endpointResponse.isLocalized && languageHeaders(contentLanguage)),
      ...(freshness && !isPersonal && publicCacheHeaders(options.sharedCaching, contents, freshness)),
      ...enveloped.headers,
      link: linkHeader(options.discoveryLink, envelope.isEnveloped ? undefined : link),
    },
    cookies: endpointResponse.cookies,
    contentType: enveloped.contentType,
    body: options.isBodiless ? { ...enveloped.body, bytes: EMPTY_BUFFER } : enveloped.body,
    chunks: endpointResponse.stream?.chunks,
    isRead: isRead && !isFailure,
    revision:
      endpointResponse.revision === undefined ? undefined : { epoch: options.epoch, seq: endpointResponse.revision },
    lastModified: isPersonal ? undefined : freshness?.lastModified,
    // Streams may be longer than the memory of the process.
    validUntil: endpointResponse.stream ? undefined : freshness?.until,
    sources: endpointResponse.sources,
  })
}
