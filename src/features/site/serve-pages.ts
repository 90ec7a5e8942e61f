/** Pages of the public calendar. */

import { createFragment } from '../../calendar/fragments/json-fragment.ts'
import { computeFreshness, findLastWrite } from '../../calendar/posts/freshness.ts'
import { PREVIEW_PATH } from '../../calendar/posts/urls.ts'
import { createTimeContext, readFromReplicaIfPossible } from '../../calendar/services.ts'
import { createPageCacheKey, isPublicRead } from '../../http/cache/cache-key.ts'
import type { CacheSlot } from '../../http/cache/response-cache.ts'
import { prefersPage } from '../../http/request/accept-header.ts'
import { readBodyFields } from '../../http/request/parse-input.ts'
import { buildPageUrls, isReadRequest, type RequestContext, type ServedRequest } from '../../http/request-context.ts'
import { linkHeader, NO_STORE_HEADERS, pageHeaders } from '../../http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../../http/response/http-response.ts'
import { publicCacheHeaders } from '../../http/response/shared-caching.ts'
import type { RouteFinder } from '../../http/served-route.ts'
import type { EventPreview } from '../../kernel/visibility.ts'
import { findPreview } from '../editing/preview-links.ts'

/** URLs of an API that is not served: of WordPress where that is disabled, or in a language that the site does not have. */
const API_PATH = /^(?:\/[\w-]+)?(?:\/index\.php)?\/(?:wp-json|api)(?:\/|$)/i

/** The page of an unpublished event, for viewers with a link. Its URL contains a secret, which no other site gets. */
export const findPreviewRoute: RouteFinder = (context) => {
  const isPreview = context.localizedPath.path === PREVIEW_PATH && isReadRequest(context)
  return isPreview ? { kind: 'system', name: 'preview', handle: renderPreviewResponse } : undefined
}

async function renderPreviewResponse(context: ServedRequest): Promise<HttpResponse> {
  const { app, services, query, contentLanguage } = context
  const { token } = query
  const preview = typeof token === 'string' ? await findPreview(services, token) : undefined
  const locale = { language: contentLanguage.language, urls: buildPageUrls(context) }
  const page = await app.host.pageRenderer.renderPreview(services, locale, preview ?? NO_PREVIEW)
  return createHttpResponse({
    status: page.status,
    headers: {
      ...NO_STORE_HEADERS,
      ...pageHeaders(contentLanguage),
      ...page.headers,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(page.text),
    isRead: false,
  })
}

/** Permits nothing: no event has this id. */
const NO_PREVIEW: EventPreview = { eventId: 0 }

/** Accepts any path: a missing page is a page too, except for clients that prefer JSON. */
export const findPageRoute: RouteFinder = (context) => {
  const { app, request, localizedPath } = context
  const { method, headers } = request
  const isPage = app.host.pageRenderer.isPage(localizedPath.path)
  const isReplacedByProblem = ({ status }: HttpResponse) => status === 404 && !prefersPage(headers.accept)
  const route = { kind: 'system', name: 'page', isReplacedByProblem } as const
  if (isPage && method === 'POST') return { ...route, handle: openProtectedPage }
  if (!isReadRequest(context)) return undefined
  if (!isPage && (API_PATH.test(localizedPath.path) || !prefersPage(headers.accept))) return undefined
  const cacheSlot = isPage && isPublicRead(method, headers) ? createCacheSlot(context) : undefined
  return { ...route, cacheSlot, handle: (served) => renderPageResponse(served, undefined) }
}

function createCacheSlot({ app, request, localizedPath, query, contentLanguage }: RequestContext): CacheSlot {
  const { language, isNegotiated } = contentLanguage
  const key = createPageCacheKey(
    { language: localizedPath.language, pageLanguage: language, path: localizedPath.path, query },
    app.host.pageRenderer.queryParameters,
  )
  return { url: isNegotiated ? `${language} ${request.url}` : request.url, key, language }
}

/** Protected pages are opened by a form, so that no URL contains the password. */
async function openProtectedPage(context: ServedRequest): Promise<HttpResponse> {
  const { password } = await readBodyFields(context.request)
  return renderPageResponse(context, typeof password === 'string' ? password : '')
}

async function renderPageResponse(context: ServedRequest, password: string | undefined): Promise<HttpResponse> {
  const { app, services, request, localizedPath, query, contentLanguage } = context
  const { withWordpress, sharedCaching } = app
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
  const page = await readFromReplicaIfPossible(services, (from) => app.host.pageRenderer.render(from, pageRequest))
  const isPersonal = page.isPersonal || password !== undefined
  const isCacheable = !isPersonal && page.status === 200
  const freshness = isCacheable ? computeFreshness(createTimeContext(services), newestWrite, page.until) : undefined
  return createHttpResponse({
    status: page.status,
    headers: {
      // A missing page may be created at any time, and clients that prefer JSON get another response for it.
      ...(isPersonal || page.status >= 400 ? NO_STORE_HEADERS : publicCacheHeaders(sharedCaching, {}, freshness)),
      ...pageHeaders(contentLanguage),
      ...page.headers,
      link: linkHeader({ home: urls.home, hasWordpress: withWordpress }, undefined),
    },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(page.text),
    isRead: isCacheable,
    lastModified: freshness?.lastModified,
    validUntil: freshness?.until,
  })
}
