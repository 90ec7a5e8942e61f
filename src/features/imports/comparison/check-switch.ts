/** Checks what would break if this service replaced a site: pages, feeds, routes of plugins, redirects and settings. */
import { isRawRecord } from '../formats/record-reader.ts'
import type { OpenSite } from '../site/open-site.ts'
import { parseSiteJson } from '../site/parse-json.ts'
import { listSwitchPaths, toLocalPath } from './switch-paths.ts'

export interface LocalResponse {
  readonly status: number
  readonly contentType: string
  /** Of a redirect; otherwise empty. */
  readonly location: string
  readonly bytes: Buffer
}

/** Sends a GET request for a path to this service. */
export type SendLocalRequest = (path: string) => Promise<LocalResponse>

export interface SwitchFinding {
  readonly area: 'page' | 'image' | 'feed' | 'route' | 'redirect' | 'setting'
  /** Path or name. */
  readonly subject: string
  readonly problem: string
}

export interface SwitchReport {
  readonly site: string
  /** Number of paths and routes that were checked. */
  readonly checked: number
  readonly findings: readonly SwitchFinding[]
}

export interface LocalSettings {
  readonly publicUrl: string
  readonly timeZone: string
}

const MAX_REDIRECTS = 4

export async function checkSwitch(
  site: OpenSite,
  sendLocal: SendLocalRequest,
  settings: LocalSettings,
): Promise<SwitchReport> {
  const paths = await listSwitchPaths(site)
  const send = createLocalReader(sendLocal, settings.publicUrl)
  const findings = [...checkSettings(site, settings)]
  for (const [area, list] of [
    ['page', paths.records],
    ['image', paths.images],
  ] as const) {
    for (const path of list) {
      const { status } = await send(path)
      if (status !== 200) findings.push({ area, subject: path, problem: describeStatus(area, status) })
    }
  }
  for (const path of paths.pages) findings.push(...(await comparePath(site, send, 'page', path)))
  for (const path of paths.feeds) findings.push(...(await comparePath(site, send, 'feed', path)))
  for (const path of paths.redirects) findings.push(...(await comparePath(site, send, 'redirect', path)))
  const routes = await checkRoutes(site, sendLocal)
  const lists = [paths.records, paths.images, paths.pages, paths.feeds, paths.redirects]
  const checked = lists.reduce((sum, { length }) => sum + length, 0) + routes.checked
  return { site: site.address.home, checked, findings: [...findings, ...routes.findings] }
}

const describeStatus = (area: 'page' | 'image', status: number): string =>
  area === 'image'
    ? `status ${status} here; keep the files of wp-content/uploads on the old server for links to images`
    : `status ${status} here; import the site first`

interface LocalPage {
  readonly status: number
  readonly contentType: string
  /** Path after redirects. */
  readonly path: string
}

type ReadLocalPage = (path: string) => Promise<LocalPage>

/** Follows redirects to pages of this service. */
function createLocalReader(send: SendLocalRequest, publicUrl: string): ReadLocalPage {
  return async (first) => {
    let path = first
    for (let redirects = 0; ; redirects += 1) {
      const { status, contentType, location } = await send(path)
      const target =
        location === '' ? undefined : location.startsWith('/') ? location : toLocalPath(location, publicUrl)
      if (target === undefined || redirects === MAX_REDIRECTS) return { status, contentType, path }
      path = target
    }
  }
}

/** What the site does not serve cannot break. */
async function comparePath(
  site: OpenSite,
  send: ReadLocalPage,
  area: 'page' | 'feed' | 'redirect',
  path: string,
): Promise<SwitchFinding[]> {
  const reply = await site.client.get(new URL(`${site.address.home}${path}`), { accept: '*/*' })
  if (reply.status !== 200) return []
  const local = await send(path)
  if (local.status !== 200)
    return [{ area, subject: path, problem: `status ${local.status} here, and 200 on the site` }]
  const [expected, actual] = [getMediaType(reply.header('content-type')), getMediaType(local.contentType)]
  if (area === 'feed' && expected !== actual)
    return [{ area, subject: path, problem: `${actual} here, and ${expected} on the site` }]
  const target = toLocalPath(reply.url.href, site.address.home)
  if (area !== 'redirect' || target === undefined || target === path || target === local.path) return []
  return [{ area, subject: path, problem: `leads to ${local.path} here, and to ${target} on the site` }]
}

const getMediaType = (contentType: string): string => contentType.split(';')[0]?.trim().toLowerCase() ?? ''

/** Routes of calendar plugins. Other plugins belong to the rest of the site. */
const CALENDAR_ROUTE = /^\/(?:tribe|tec)\/|^\/wp\/v2\/tribe_/

async function checkRoutes(
  site: OpenSite,
  send: SendLocalRequest,
): Promise<{ readonly checked: number; readonly findings: readonly SwitchFinding[] }> {
  const { body } = await site.get('/')
  // Patterns with parameters are served together with their list.
  const routes = listRoutes(body).filter((route) => CALENDAR_ROUTE.test(route) && !route.includes('('))
  const { bytes } = await send('/wp-json/')
  const served = new Set(listRoutes(parseSiteJson(bytes)))
  const missing = routes.filter((route) => !served.has(route))
  return {
    checked: routes.length,
    findings: missing.map((route) => ({ area: 'route', subject: route, problem: 'is not served here' })),
  }
}

/** Routes of the index of a site. */
const listRoutes = (index: unknown): readonly string[] =>
  isRawRecord(index) && isRawRecord(index['routes']) ? Object.keys(index['routes']) : []

function checkSettings({ address }: OpenSite, { publicUrl, timeZone }: LocalSettings): SwitchFinding[] {
  const findings: SwitchFinding[] = []
  if (publicUrl.replace(/\/$/, '') !== address.home)
    findings.push({
      area: 'setting',
      subject: 'PUBLIC_URL',
      problem: `is ${publicUrl}, and the site is ${address.home}; links and the identifiers of subscribed events would change`,
    })
  if (address.timeZone !== '' && address.timeZone !== timeZone)
    findings.push({
      area: 'setting',
      subject: 'SITE_TIMEZONE',
      problem: `is ${timeZone}, and the time zone of the site is ${address.timeZone}`,
    })
  return findings
}
