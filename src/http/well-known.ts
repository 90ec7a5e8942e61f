/** What programs look for at addresses they know: catalogue of interfaces, guides for models and crawlers, contact. */
import { lastingOf, lastWrite } from '../actions/lasting.ts'
import { clockOf, readAnywhere, type Services } from '../actions/services.ts'
import { type Sitemap, sitemapAt } from '../actions/sitemap.ts'
import { plainText } from '../present/json-text.ts'
import type { Urls } from '../present/urls.ts'
import { dayOf } from '../text/dates.ts'
import type { Language } from '../text/language.ts'
import { commonHeaders } from './headers.ts'
import { type Prepared, prepare } from './prepared.ts'
import type { Shelf } from './shelf.ts'

interface Where {
  /** Of the calendar's own namespace, in no language. */
  readonly urls: Urls
  /** Whom to tell of a weakness, as a URI. */
  readonly securityContact: string
}

interface Text {
  readonly contentType: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

type Document = (where: Where, services: Services) => Text

interface WellKnownDesk {
  readonly services: Services
  readonly shelf: Shelf
}

interface Wanted {
  readonly path: string
  /** Just as it was asked. */
  readonly address: string
  readonly language: Language
}

/** Undefined for an address that nobody knows. */
export async function wellKnown(desk: WellKnownDesk, wanted: Wanted, where: Where): Promise<Prepared | undefined> {
  const { path } = wanted
  const document = Object.hasOwn(DOCUMENTS, path) ? DOCUMENTS[path] : undefined
  if (document) return prepared(document(where, desk.services), ANY_ORIGIN)
  const sitemap = sitemapAt(path)
  return sitemap && shared(desk, wanted, () => readAnywhere(desk.services, (from) => sitemap(from, where.urls)))
}

/** Maps are read for all who ask at the same moment, and kept while nothing is written. */
const shared = ({ services, shelf }: WellKnownDesk, { path, ...wanted }: Wanted, read: () => ReturnType<Sitemap>) =>
  shelf.share({ ...wanted, key: path }, async () => {
    const write = await lastWrite(services.database)
    const text = await read()
    const { until } = lastingOf(clockOf(services), write)
    return { prepared: prepared({ contentType: 'application/xml; charset=UTF-8', text }), until }
  })

/** Pages of others look for these. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*' }

/** Good for an hour, and the same for everybody. */
function prepared({ contentType, text, headers }: Text, more: Text['headers'] = {}): Prepared {
  const { 'x-robots-tag': _hidden, ...common } = commonHeaders(false)
  return prepare({
    status: 200,
    headers: { ...common, 'cache-control': 'public, max-age=3600', ...headers, ...more },
    contentType,
    body: plainText(text),
    isRead: true,
  })
}

/** RFC 9727: a set of links (RFC 9264), from the catalogue to the interface, and from that to what describes it. */
const apiCatalog: Document = ({ urls: { site, base } }) => {
  const catalog = `${site}/.well-known/api-catalog`
  const described = {
    anchor: `${base}/`,
    'service-desc': [
      { href: `${base}/doc`, type: 'application/json', title: 'OpenAPI 3.0' },
      { href: `${base}/doc?version=3.1`, type: 'application/json', title: 'OpenAPI 3.1' },
    ],
    'service-doc': [{ href: `${site}/docs`, type: 'text/html' }],
    status: [{ href: `${site}/readyz`, type: 'application/json' }],
  }
  const linkset = [{ anchor: catalog, item: [{ href: `${base}/` }] }, described]
  const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
  const headers = { link: `<${catalog}>; rel="api-catalog"` }
  return { contentType: type, text: JSON.stringify({ linkset }), headers }
}

/** https://llmstxt.org: a title, a summary, and links with notes. */
const llms: Document = ({ urls: { site, base } }, services) => {
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
const VOUCHED_DAYS = 180
const DAY_MILLISECONDS = 86_400_000

/** RFC 9116. */
const security: Document = ({ urls: { site }, securityContact }, { site: { languages }, now }) => {
  const expires = new Date(Date.parse(`${dayOf(now())}T00:00:00Z`) + VOUCHED_DAYS * DAY_MILLISECONDS)
  const lines = [
    `Contact: ${securityContact || `${site}/`}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${site}/.well-known/security.txt`,
  ]
  return { contentType: 'text/plain; charset=utf-8', text: `${lines.join('\n')}\n` }
}

/** RFC 9309. What is for programs says itself that it is not to be found. */
const robots: Document = ({ urls: { site } }) => ({
  contentType: 'text/plain; charset=utf-8',
  text: `User-agent: *\nDisallow: /admin/\nSitemap: ${site}/sitemap.xml\n`,
})

const DOCUMENTS: Readonly<Record<string, Document>> = {
  '/.well-known/api-catalog': apiCatalog,
  '/.well-known/security.txt': security,
  '/llms.txt': llms,
  '/robots.txt': robots,
}
