/** Pages of the public calendar as answers: kept, compressed and known by a tag like any other. */

import { createFragment } from '../../presenters/json-fragment.ts'
import { computeFreshness, findLastWrite } from '../../usecases/read/freshness.ts'
import { createTimeContext, readFromReplicaIfPossible } from '../../usecases/services.ts'
import { buildPageUrls, isReadRequest, type RequestContext } from '../api/request-context.ts'
import { createPageCacheKey, isPublicRead } from '../cache/cache-key.ts'
import type { CacheableResponse } from '../cache/response-cache.ts'
import { prefersPage } from '../request/accept-header.ts'
import { readBodyFields } from '../request/parse-input.ts'
import { linkHeader, NO_STORE_HEADERS, pageHeaders, publicCacheControl } from '../response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../response/http-response.ts'

/**
 * Undefined where the API answers: for other methods, and for a missing page that a client of JSON asks for. A missing
 * page is a page for everyone else, whatever its URL looks like.
 */
export async function handlePage(context: RequestContext): Promise<HttpResponse | undefined> {
  const response = await respondWithPage(context)
  const isMissing = response?.status === 404
  return isMissing && !prefersPage(context.request.headers.accept) ? undefined : response
}

/** URLs of an API that is not served: of WordPress where that is switched off, or in a language that the site has not. */
const API_PATH = /^(?:\/[\w-]+)?(?:\/index\.php)?\/(?:wp-json|api)(?:\/|$)/i

async function respondWithPage(context: RequestContext): Promise<HttpResponse | undefined> {
  const { app, request, localizedPath, query, contentLanguage } = context
  const { method, headers } = request
  const isPage = app.pageRenderer.isPage(localizedPath.path)
  if (isPage && method === 'POST') return openProtectedPage(context)
  if (!isReadRequest(context)) return undefined
  if (!isPage && (API_PATH.test(localizedPath.path) || !prefersPage(headers.accept))) return undefined
  if (!isPage || !isPublicRead(method, headers)) return (await renderPageResponse(context, undefined)).response
  const key = createPageCacheKey(
    { language: localizedPath.language, pageLanguage: contentLanguage.language, path: localizedPath.path, query },
    app.pageRenderer.queryParameters,
  )
  const url = contentLanguage.isNegotiated ? `${contentLanguage.language} ${request.url}` : request.url
  return app.responseCache.getOrCompute({ url, key, language: contentLanguage.language }, () =>
    renderPageResponse(context, undefined),
  )
}

/** Protected pages are opened by a form, so that no address holds a password. */
async function openProtectedPage(context: RequestContext): Promise<HttpResponse> {
  const { password } = await readBodyFields(context.request)
  return (await renderPageResponse(context, typeof password === 'string' ? password : '')).response
}

async function renderPageResponse(context: RequestContext, password: string | undefined): Promise<CacheableResponse> {
  const { app, request, localizedPath, query, contentLanguage } = context
  const { services, withWordpress, cdnSeconds } = app
  const urls = buildPageUrls(context)
  const pageRequest = {
    path: localizedPath.path,
    query,
    language: contentLanguage.language,
    urls,
    password,
    ip: request.ip,
  }
  const newestWrite = await findLastWrite(services.database)
  const page = await readFromReplicaIfPossible(services, (from) => app.pageRenderer.render(from, pageRequest))
  const isPersonal = page.isPersonal || password !== undefined
  const isCacheable = !isPersonal && page.status === 200
  const freshness = isCacheable ? computeFreshness(createTimeContext(services), newestWrite, page.until) : undefined
  const response = createHttpResponse({
    status: page.status,
    headers: {
      // What is not there yet may be in a moment, and programs are told of it in another form.
      ...(isPersonal || page.status >= 400 ? NO_STORE_HEADERS : publicCacheControl(cdnSeconds)),
      ...pageHeaders(contentLanguage),
      ...page.headers,
      link: linkHeader({ home: urls.home, hasWordpress: withWordpress }, undefined),
    },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(page.text),
    isRead: isCacheable,
    lastModified: freshness?.lastModified,
  })
  return { response, until: freshness?.until }
}
