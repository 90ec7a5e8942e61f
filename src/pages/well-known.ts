/** Documents at well-known URLs: API catalog, security contact, robots.txt, llms.txt and sitemaps. */
import type { DateTime } from '../base/time/date-time.ts'
import { toDateOnly } from '../base/time/parse-date.ts'
import { findSitemap, type SitemapReader } from '../calendar/feeds/read-sitemap.ts'
import { createFragment } from '../calendar/fragments/json-fragment.ts'
import { computeFreshness, findLastWrite } from '../calendar/posts/freshness.ts'
import type { Urls } from '../calendar/posts/urls.ts'
import { createTimeContext, readFromReplicaIfPossible, type Services } from '../calendar/services.ts'
import { type AppContext, baseUrlFor } from '../http/app-context.ts'
import { buildUrls, MOUNTS } from '../http/request/resolve-mount.ts'
import { isReadRequest, type ServedRequest } from '../http/request-context.ts'
import { commonHeaders } from '../http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../http/response/http-response.ts'
import { surrogateKeyHeaders } from '../http/response/shared-caching.ts'
import type { RouteFinder } from '../http/served-route.ts'

interface DocumentContext {
  /** URLs of the calendar's own namespace, without a language. */
  readonly urls: Urls
  /** URI of the contact for security reports; empty for the URL of the site. */
  readonly securityContact: string
}

interface TextDocument {
  readonly contentType: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

type DocumentBuilder = (context: DocumentContext, services: Services) => TextDocument

export const findWellKnownRoute: RouteFinder = (context) => {
  const { app, path, request, contentLanguage } = context
  if (!isReadRequest(context)) return undefined
  const route = { kind: 'system', name: 'well-known' } as const
  const build = Object.hasOwn(DOCUMENT_BUILDERS, path) ? DOCUMENT_BUILDERS[path] : undefined
  if (build)
    return {
      ...route,
      handle: async ({ services }) =>
        createDocumentResponse(build(createDocumentContext(app), services), { extraHeaders: ANY_ORIGIN_HEADERS }),
    }
  const readSitemap = findSitemap(path)
  if (!readSitemap) return undefined
  // Sitemaps are the same for every viewer, so requests with credentials share them too.
  const cacheSlot = { url: request.url, key: path, language: contentLanguage.language }
  return { ...route, cacheSlot, handle: (served) => renderSitemapResponse(served, readSitemap) }
}

const createDocumentContext = (app: AppContext): DocumentContext => ({
  urls: buildUrls(baseUrlFor(app, MOUNTS.api, undefined)),
  securityContact: app.securityContact,
})

async function renderSitemapResponse(
  { app, services }: ServedRequest,
  readSitemap: SitemapReader,
): Promise<HttpResponse> {
  const lastWrite = await findLastWrite(services.database)
  const { urls } = createDocumentContext(app)
  const text = await readFromReplicaIfPossible(services, (from) => readSitemap(from, urls))
  const { until } = computeFreshness(createTimeContext(services), lastWrite)
  const extraHeaders = surrogateKeyHeaders(app.sharedCaching, {})
  return createDocumentResponse(
    { contentType: 'application/xml; charset=UTF-8', text },
    { extraHeaders, validUntil: until },
  )
}

/** Scripts on other sites may read these documents. */
const ANY_ORIGIN_HEADERS = { 'access-control-allow-origin': '*' }

interface DocumentResponseOptions {
  readonly extraHeaders?: TextDocument['headers']
  readonly validUntil?: DateTime
}

/** Clients may cache documents for an hour. */
function createDocumentResponse(
  { contentType, text, headers }: TextDocument,
  { extraHeaders, validUntil }: DocumentResponseOptions,
): HttpResponse {
  const { 'x-robots-tag': _hidden, ...common } = commonHeaders(false)
  return createHttpResponse({
    status: 200,
    headers: { ...common, 'cache-control': 'public, max-age=3600', ...headers, ...extraHeaders },
    contentType,
    body: createFragment(text),
    isRead: true,
    validUntil,
  })
}

/** RFC 9727: a linkset (RFC 9264) from the catalog to the API, and from the API to its descriptions. */
const buildApiCatalog: DocumentBuilder = ({ urls: { site, base } }) => {
  const catalog = `${site}/.well-known/api-catalog`
  const links = {
    anchor: `${base}/`,
    'service-desc': [
      { href: `${base}/doc`, type: 'application/json', title: 'OpenAPI 3.0' },
      { href: `${base}/doc?version=3.1`, type: 'application/json', title: 'OpenAPI 3.1' },
    ],
    'service-doc': [{ href: `${site}/docs`, type: 'text/html' }],
    status: [{ href: `${site}/readyz`, type: 'application/json' }],
  }
  const linkset = [{ anchor: catalog, item: [{ href: `${base}/` }] }, links]
  const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
  const headers = { link: `<${catalog}>; rel="api-catalog"` }
  return { contentType: type, text: JSON.stringify({ linkset }), headers }
}

/** https://llmstxt.org: a title, a summary, and links with notes. */
const buildLlmsTxt: DocumentBuilder = ({ urls: { site, base } }, services) => {
  const { name, zone, languages } = services.site
  const text = `# ${name}

> A calendar of events, with venues, organizers, categories and tags. Times are in the zone of the event; the site is in ${zone}.

Reading needs no credentials. Writing needs HTTP Basic with a login and an application password. Dates are \`YYYY-MM-DD HH:MM:SS\`.
Lists are paged by \`page\` and \`per_page\`; \`next_rest_url\` leads on. Failures are \`{code, message, data}\` and name the parameter.
Addresses that begin with a language (${languages.map((language) => `\`/${language}/\``).join(', ')}) answer in it.

## Interface

- [OpenAPI document](${base}/doc): every route, parameter and answer, with examples
- [Documentation](${site}/docs): the same to read and try
- [Events](${base}/events): what comes next; \`search\`, \`start_date\`, \`end_date\`, \`categories\`, \`venue\` and more narrow it
- [Venues](${base}/venues), [organizers](${base}/organizers), [categories](${base}/categories), [tags](${base}/tags)
- [Model Context Protocol](${site}/mcp): tools to read and write, over Streamable HTTP

## Pages

- [Calendar](${site}/): the same events for people
`
  return { contentType: 'text/markdown; charset=UTF-8', text }
}

/** Days until security.txt expires; RFC 9116 recommends less than a year. */
const CONTACT_VALID_DAYS = 180
const DAY_MILLISECONDS = 86_400_000

/** RFC 9116. */
const buildSecurityTxt: DocumentBuilder = ({ urls: { site }, securityContact }, { site: { languages }, now }) => {
  const expires = new Date(Date.parse(`${toDateOnly(now())}T00:00:00Z`) + CONTACT_VALID_DAYS * DAY_MILLISECONDS)
  const lines = [
    `Contact: ${securityContact || `${site}/`}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${site}/.well-known/security.txt`,
  ]
  return { contentType: 'text/plain; charset=utf-8', text: `${lines.join('\n')}\n` }
}

/** RFC 9309. Responses of the API exclude themselves from search engines by `X-Robots-Tag`. */
const buildRobotsTxt: DocumentBuilder = ({ urls: { site } }) => ({
  contentType: 'text/plain; charset=utf-8',
  text: `User-agent: *\nDisallow: /admin/\nSitemap: ${site}/sitemap.xml\n`,
})

const DOCUMENT_BUILDERS: Readonly<Record<string, DocumentBuilder>> = {
  '/.well-known/api-catalog': buildApiCatalog,
  '/.well-known/security.txt': buildSecurityTxt,
  '/llms.txt': buildLlmsTxt,
  '/robots.txt': buildRobotsTxt,
}
