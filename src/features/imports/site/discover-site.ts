/** Finds the REST API of a site from any of its URLs (wire-contract §18.3). */
import { isRawRecord, type RawRecord } from '../formats/record-reader.ts'
import type { SiteClient, SiteReply } from './site-client.ts'

export interface SiteAddress {
  /** Root of the REST API: `https://x/wp-json/`, or `https://x/?rest_route=/` without permalinks. */
  readonly root: URL
  /** URL of the front page without a slash at its end. */
  readonly home: string
  readonly name: string
  /** Time zone of the site; empty if it is not known. */
  readonly timeZone: string
}

const EVENTS_ROUTE = '/tribe/events/v1'

/** URL of a route of the REST API. */
export function createRouteUrl(root: URL, route: string, params: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(root)
  if (url.searchParams.has('rest_route')) url.searchParams.set('rest_route', route)
  else url.pathname = `${url.pathname.replace(/\/$/, '')}${route}`
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url
}

/** Throws an `Error` when the site has no API, or rejects the credentials. */
export async function discoverSite(client: SiteClient, url: URL): Promise<SiteAddress> {
  const { address, page } = await searchApi(client, url)
  if (address) return address
  const isOff = page.header('x-tec-api-version') === 'disabled'
  throw new Error(
    isOff
      ? `The REST API of The Events Calendar is turned off on ${url.href}.`
      : `No REST API of The Events Calendar was found on ${url.href}. Expected the URL of the site, for example https://example.org.`,
  )
}

/** Undefined for a site without the API. Throws an `Error` when it rejects the credentials. */
export const findSiteAddress = async (client: SiteClient, url: URL): Promise<SiteAddress | undefined> =>
  (await searchApi(client, url)).address

async function searchApi(
  client: SiteClient,
  url: URL,
): Promise<{ readonly address: SiteAddress | undefined; readonly page: SiteReply }> {
  const page = await client.get(url, { accept: 'text/html, application/json' })
  await assertCredentials(client, page)
  for (const root of listRoots(url, page, await client.readLinks(page))) {
    const list = await client.get(createRouteUrl(root, `${EVENTS_ROUTE}/events`, { per_page: '1' }))
    await assertCredentials(client, list)
    const body = await client.readJson(list)
    if (list.status === 200 && isRawRecord(body) && Array.isArray(body['events']))
      return { address: await describeSite(client, root), page }
  }
  return { address: undefined, page }
}

async function assertCredentials(client: SiteClient, reply: SiteReply): Promise<void> {
  const { status, url } = reply
  if (status !== 401) return
  const body = await client.readJson(reply)
  const message = isRawRecord(body) && typeof body['message'] === 'string' ? `: ${body['message']}` : ''
  throw new Error(
    `${url.origin} rejects the request (401)${message}. Check the user name and the application password.`,
  )
}

/** Possible roots, the stated ones first, each once. */
function listRoots(url: URL, page: SiteReply, links: readonly string[]): URL[] {
  const stated = [...findStatedRoots(page, links), ...findApiInUrl(url)]
  const guessed = listParents(page.url).flatMap((parent) => [
    `${parent}wp-json/`,
    `${parent}?rest_route=/`,
    `${parent}index.php?rest_route=/`,
  ])
  const roots = [...stated, ...guessed].filter((root) => URL.canParse(root, page.url.href))
  return [...new Set(roots.map((root) => new URL(root, page.url).href))].map((root) => new URL(root))
}

function findStatedRoots({ header }: SiteReply, links: readonly string[]): string[] {
  const link = /<([^<>]+)>;\s*rel="?https:\/\/api\.w\.org\/"?/.exec(header('link'))?.[1]
  return [link, header('x-tec-api-root'), ...links].flatMap((one) => (one ? cutAtNamespace(one) : []))
}

const findApiInUrl = (url: URL): string[] => (url.href.includes('tribe/events/v1') ? cutAtNamespace(url.href) : [])

/** `https://x/wp-json/tribe/events/v1/events` to `https://x/wp-json/`. */
function cutAtNamespace(text: string): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('&#038;', '&')
  const decoded = plain.replaceAll(/%2F/gi, '/')
  const end = decoded.indexOf('tribe/events/v1')
  return [end < 0 ? plain : decoded.slice(0, end)]
}

/** Sites are in the first folders of a URL. A redirect may lead to a URL of thousands. */
const MAX_FOLDERS = 10

/** The folder of the URL and all folders above it. */
function listParents(url: URL): string[] {
  const segments = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, MAX_FOLDERS)
  return Array.from({ length: segments.length + 1 }, (_, up) => {
    const path = segments.slice(0, segments.length - up).join('/')
    return `${url.origin}/${path}${path === '' ? '' : '/'}`
  })
}

async function describeSite(client: SiteClient, root: URL): Promise<SiteAddress> {
  const reply = await client.get(createRouteUrl(root, '/', { _fields: 'name,home,url,timezone_string,gmt_offset' }))
  const body = await client.readJson(reply)
  const index: RawRecord = reply.status === 200 && isRawRecord(body) ? body : {}
  const readText = (name: string) => (typeof index[name] === 'string' ? index[name] : '')
  const home = readText('home') || readText('url') || guessHome(root)
  return { root, home: home.replace(/\/$/, ''), name: readText('name'), timeZone: findTimeZone(index) }
}

const guessHome = (root: URL): string => `${root.origin}${root.pathname.replace(/(?:wp-json|index\.php|api)?\/?$/, '')}`

/** Sites have a zone by name, or only an offset in hours. */
function findTimeZone({ timezone_string, gmt_offset }: RawRecord): string {
  if (typeof timezone_string === 'string' && timezone_string !== '') return timezone_string
  const hours = typeof gmt_offset === 'string' && gmt_offset !== '' ? Number(gmt_offset) : gmt_offset
  return typeof hours === 'number' && Number.isFinite(hours) ? `UTC${hours < 0 ? '' : '+'}${hours}` : ''
}
