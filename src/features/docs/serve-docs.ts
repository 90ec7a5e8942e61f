/** `/docs`: the OpenAPI document as an interactive page. */
import { createFragment } from '../../calendar/fragments/json-fragment.ts'
import { baseUrlFor } from '../../http/app-context.ts'
import { buildUrls, MOUNTS } from '../../http/request/resolve-mount.ts'
import { isReadRequest, type ServedRequest } from '../../http/request-context.ts'
import { pageHeaders } from '../../http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../../http/response/http-response.ts'
import { publicCacheHeaders } from '../../http/response/shared-caching.ts'
import type { RouteFinder } from '../../http/served-route.ts'
import { renderDocsPage } from './docs-page.ts'

export const findDocsRoute: RouteFinder = (context) => {
  const { path } = context.localizedPath
  const isDocs = (path === '/docs' || path === '/docs/') && isReadRequest(context)
  return isDocs ? { kind: 'system', name: 'docs', handle: async (served) => handleDocs(served) } : undefined
}

function handleDocs({ app, services, localizedPath, contentLanguage }: ServedRequest): HttpResponse {
  const { assets, sharedCaching } = app
  const { language } = contentLanguage
  const urls = buildUrls(baseUrlFor(app, MOUNTS.api, localizedPath.language))
  return createHttpResponse({
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      ...publicCacheHeaders(sharedCaching, {}),
      ...pageHeaders(contentLanguage),
    },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(renderDocsPage({ site: services.site, language, urls, getAssetUrl: assets.getUrl })),
    isRead: true,
  })
}

/** The page loads only files of this service and calls only this service. Swagger UI has images as data URLs in its CSS. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const
