/** https://oembed.com, version 1.0: other sites hand in the address of a page and get what shows it. */
import { STATUS_CODES } from 'node:http'
import { createFragment } from '../../presenters/json-fragment.ts'
import type { OembedDescription, OembedResult } from '../../usecases/page-renderer.ts'
import { computeFreshness, findLastWrite } from '../../usecases/read/freshness.ts'
import { createTimeContext, readFromReplicaIfPossible } from '../../usecases/services.ts'
import { describePage, parseLimit, writeOembedXml } from '../api/describe-page.ts'
import type { RequestContext } from '../api/request-context.ts'
import { isPublicRead } from '../cache/cache-key.ts'
import type { CacheableResponse } from '../cache/response-cache.ts'
import { publicCacheControl } from '../response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../response/http-response.ts'

const OEMBED_PATH = '/oembed'

interface OembedFormat {
  readonly contentType: string
  readonly serialize: (facts: OembedDescription) => string
}

const OEMBED_FORMATS = {
  json: {
    contentType: 'application/json; charset=UTF-8',
    serialize: (description: OembedDescription) => JSON.stringify(description),
  },
  xml: { contentType: 'text/xml; charset=UTF-8', serialize: writeOembedXml },
} as const satisfies Record<string, OembedFormat>

/** Undefined for other addresses and verbs. */
export async function handleOembed(context: RequestContext): Promise<HttpResponse | undefined> {
  const { app, method, query, path, contentLanguage, request } = context
  if (path !== OEMBED_PATH || (method !== 'GET' && method !== 'HEAD')) return undefined
  const { url, format = 'json', maxwidth, maxheight } = query
  if (typeof url !== 'string') return createErrorResponse(400)
  if (format !== 'json' && format !== 'xml') return createErrorResponse(501)
  const render = () => renderOembedResponse(context, url, OEMBED_FORMATS[format])
  if (!isPublicRead(method, request.headers)) return (await render()).response
  const key = `${contentLanguage.language} oembed ${JSON.stringify([url, format, maxwidth, maxheight])}`
  return app.responseCache.getOrCompute(
    { url: `${contentLanguage.language} ${request.url}`, key, language: contentLanguage.language },
    render,
  )
}

async function renderOembedResponse(
  context: RequestContext,
  url: string,
  format: OembedFormat,
): Promise<CacheableResponse> {
  const { services, cdnSeconds } = context.app
  const newestWrite = await findLastWrite(services.database)
  const result = await describeRequestedPage(context, url)
  if (result?.kind !== 'shown') return { response: createErrorResponse(result ? 401 : 404), until: undefined }
  const { lastModified: since, until } = computeFreshness(createTimeContext(services), newestWrite, result.until)
  const response = createHttpResponse({
    status: 200,
    headers: { ...COMMON_HEADERS, ...publicCacheControl(cdnSeconds) },
    contentType: format.contentType,
    body: createFragment(format.serialize(result.description)),
    isRead: true,
    lastModified: since,
  })
  return { response, until }
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
  { app, query, contentLanguage, request }: RequestContext,
  url: string,
): Promise<OembedResult | undefined> {
  const limits = { width: parseLimit(query['maxwidth']), height: parseLimit(query['maxheight']) }
  const descriptionRequest = {
    ...{ pageRenderer: app.pageRenderer, site: app.getHomeUrl(), language: contentLanguage.language },
    ...{ ip: request.ip, limits },
  }
  return readFromReplicaIfPossible(app.services, (services) => describePage({ ...descriptionRequest, services }, url))
}
