/** The page that documents the interface, to read and to try. */

import type { Site } from '../../domain/site.ts'
import { createFragment } from '../../presenters/json-fragment.ts'
import type { DocsPageInput } from '../../usecases/page-renderer.ts'
import { buildUrls, type LocalizedPath, MOUNTS } from '../request/resolve-mount.ts'
import { type ContentLanguage, pageHeaders, publicCacheControl } from '../response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../response/http-response.ts'
import type { Assets } from './static-assets.ts'

/** HTML. */
export type RenderDocsPage = (visit: DocsPageInput) => string

interface DocsContext {
  readonly renderDocsPage: RenderDocsPage
  readonly services: { readonly site: Site }
  readonly assets: Assets
  /** Address of the site. */
  readonly getHomeUrl: () => string
  /** How long shared caches may keep what anybody may read. */
  readonly cdnSeconds: number
}

/** Undefined for other addresses. */
export function handleDocs(
  { renderDocsPage, services: { site }, assets, getHomeUrl, cdnSeconds }: DocsContext,
  {
    localizedPath,
    contentLanguage,
  }: { readonly localizedPath: LocalizedPath; readonly contentLanguage: ContentLanguage },
): HttpResponse | undefined {
  if (localizedPath.path !== '/docs' && localizedPath.path !== '/docs/') return undefined
  const { language } = contentLanguage
  const urls = buildUrls({ mount: MOUNTS.api, language: localizedPath.language, site: getHomeUrl() })
  return createHttpResponse({
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      ...publicCacheControl(cdnSeconds),
      ...pageHeaders(contentLanguage),
    },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(renderDocsPage({ site, language, urls, getAssetUrl: assets.getUrl })),
    isRead: true,
  })
}

/** All comes from the service itself, and all calls go to it; the component's pictures are data in its style sheet. */
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
