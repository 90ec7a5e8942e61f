/** What programs look for at addresses they know: catalogue of interfaces, guides for models and crawlers, contact. */

import { toDateOnly } from '../../datetime/parse-date.ts'
import type { Language } from '../../i18n/language.ts'
import { createFragment } from '../../presenters/json-fragment.ts'
import type { Urls } from '../../presenters/urls.ts'
import { computeFreshness, findLastWrite } from '../../usecases/read/freshness.ts'
import { findSitemap, type SitemapReader } from '../../usecases/read/sitemap.ts'
import { createTimeContext, readFromReplicaIfPossible, type Services } from '../../usecases/services.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { commonHeaders } from '../response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../response/http-response.ts'

interface DocumentContext {
  /** Of the calendar's own namespace, in no language. */
  readonly urls: Urls
  /** Whom to tell of a weakness, as a URI. */
  readonly securityContact: string
}

interface TextDocument {
  readonly contentType: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

type DocumentBuilder = (where: DocumentContext, services: Services) => TextDocument

interface WellKnownServices {
  readonly services: Services
  readonly responseCache: ResponseCache
}

interface WellKnownRequest {
  readonly path: string
  /** Just as it was asked. */
  readonly url: string
  readonly language: Language
}

/** Undefined for an address that nobody knows. */
export async function handleWellKnown(
  services: WellKnownServices,
  request: WellKnownRequest,
  context: DocumentContext,
): Promise<HttpResponse | undefined> {
  const { path } = request
  const document = Object.hasOwn(DOCUMENT_BUILDERS, path) ? DOCUMENT_BUILDERS[path] : undefined
  if (document) return respondWithDocument(document(context, services.services), ANY_ORIGIN_HEADERS)
  const sitemap = findSitemap(path)
  return (
    sitemap &&
    renderSharedSitemap(services, request, () =>
      readFromReplicaIfPossible(services.services, (from) => sitemap(from, context.urls)),
    )
  )
}

/** Maps are read for all who ask at the same moment, and kept while nothing is written. */
const renderSharedSitemap = (
  { services, responseCache }: WellKnownServices,
  { path, ...request }: WellKnownRequest,
  read: () => ReturnType<SitemapReader>,
) =>
  responseCache.getOrCompute({ ...request, key: path }, async () => {
    const newestWrite = await findLastWrite(services.database)
    const text = await read()
    const { until } = computeFreshness(createTimeContext(services), newestWrite)
    return { response: respondWithDocument({ contentType: 'application/xml; charset=UTF-8', text }), until }
  })

/** Pages of others look for these. */
const ANY_ORIGIN_HEADERS = { 'access-control-allow-origin': '*' }

/** Good for an hour, and the same for everybody. */
function respondWithDocument(
  { contentType, text, headers }: TextDocument,
  extraHeaders: TextDocument['headers'] = {},
): HttpResponse {
  const { 'x-robots-tag': _hidden, ...common } = commonHeaders(false)
  return createHttpResponse({
    status: 200,
    headers: { ...common, 'cache-control': 'public, max-age=3600', ...headers, ...extraHeaders },
    contentType,
    body: createFragment(text),
    isRead: true,
  })
}

/** RFC 9727: a set of links (RFC 9264), from the catalogue to the interface, and from that to what describes it. */
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

/** Days for which the contact is vouched for; RFC 9116 wants less than a year. */
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

/** RFC 9309. What is for programs says itself that it is not to be found. */
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
