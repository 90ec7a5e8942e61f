/** `/oembed` (https://oembed.com, version 1.0): describes how other sites embed a page. */
import { STATUS_CODES } from 'node:http'
import { createFragment } from '../../calendar/fragments/json-fragment.ts'
import { computeFreshness, findLastWrite } from '../../calendar/posts/freshness.ts'
import { createTimeContext, readFromReplicaIfPossible } from '../../calendar/services.ts'
import { isPublicRead } from '../../http/cache/cache-key.ts'
import type { CacheSlot } from '../../http/cache/response-cache.ts'
import { describePage, parseLimit, writeOembedXml } from '../../http/describe-page.ts'
import type { OembedDescription, OembedResult } from '../../http/page-renderer.ts'
import { isReadRequest, type RequestContext, type ServedRequest } from '../../http/request-context.ts'
import { createHttpResponse, type HttpResponse } from '../../http/response/http-response.ts'
import { publicCacheHeaders } from '../../http/response/shared-caching.ts'
import type { RouteFinder } from '../../http/served-route.ts'

const OEMBED_PATH = '/oembed'

interface OembedFormat {
  readonly contentType: string
  readonly serialize: (description: OembedDescription) => string
}

const OEMBED_FORMATS = {
  json: {
    contentType: 'application/json; charset=UTF-8',
    serialize: (description: OembedDescription) => JSON.stringify(description),
  },
  xml: { contentType: 'text/xml; charset=UTF-8', serialize: writeOembedXml },
} as const satisfies Record<string, OembedFormat>

export const findOembedRoute: RouteFinder = (context) => {
  if (context.path !== OEMBED_PATH || !isReadRequest(context)) return undefined
  const { url, format = 'json' } = context.query
  const route = { kind: 'system', name: 'oembed' } as const
  if (typeof url !== 'string') return { ...route, handle: async () => createErrorResponse(400) }
  if (format !== 'json' && format !== 'xml') return { ...route, handle: async () => createErrorResponse(501) }
  const handle = (served: ServedRequest) => renderOembedResponse(served, url, OEMBED_FORMATS[format])
  return { ...route, cacheSlot: createCacheSlot(context, url, format), handle }
}

function createCacheSlot(
  { request, method, query, contentLanguage: { language } }: RequestContext,
  url: string,
  format: string,
): CacheSlot | undefined {
  if (!isPublicRead(method, request.headers)) return undefined
  const key = `${language} oembed ${JSON.stringify([url, format, query['maxwidth'], query['maxheight']])}`
  return { url: `${language} ${request.url}`, key, language }
}

async function renderOembedResponse(context: ServedRequest, url: string, format: OembedFormat): Promise<HttpResponse> {
  const { app, services } = context
  const newestWrite = await findLastWrite(services.database)
  const result = await describeRequestedPage(context, url)
  if (result?.kind !== 'shown') return createErrorResponse(result ? 401 : 404)
  const freshness = computeFreshness(createTimeContext(services), newestWrite, result.until)
  return createHttpResponse({
    status: 200,
    headers: { ...COMMON_HEADERS, ...publicCacheHeaders(app.sharedCaching, {}, freshness) },
    contentType: format.contentType,
    body: createFragment(format.serialize(result.description)),
    isRead: true,
    lastModified: freshness.lastModified,
    validUntil: freshness.until,
  })
}

const COMMON_HEADERS = {
  vary: 'Accept-Encoding, Accept-Language',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const

const createErrorResponse = (status: 400 | 401 | 404 | 501): HttpResponse =>
  createHttpResponse({
    status,
    headers: { ...COMMON_HEADERS, 'cache-control': 'no-cache' },
    contentType: 'text/plain; charset=UTF-8',
    body: createFragment(`${STATUS_CODES[status]}\n`),
    isRead: false,
  })

function describeRequestedPage(
  { app, services, query, contentLanguage, request }: ServedRequest,
  url: string,
): Promise<OembedResult | undefined> {
  const limits = { width: parseLimit(query['maxwidth']), height: parseLimit(query['maxheight']) }
  const descriptionRequest = {
    ...{ pageRenderer: app.host.pageRenderer, site: app.getHomeUrl(), language: contentLanguage.language },
    ...{ ip: request.ip, limits },
  }
  return readFromReplicaIfPossible(services, (from) => describePage({ ...descriptionRequest, services: from }, url))
}
