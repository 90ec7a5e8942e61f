/** The lists of a site as they are read by an import. */
import { addDays, toDateOnly } from '../../../base/time/parse-date.ts'
import { isTimeZone, toLocal } from '../../../base/time/time-zone.ts'
import { isRawRecord, type RawRecord } from '../formats/record-reader.ts'
import type { ImportKind } from '../map-record.ts'
import { createRouteUrl, discoverSite, type SiteAddress } from './discover-site.ts'
import { createSiteClient, type SiteClient, type SiteClientOptions } from './site-client.ts'

type QueryParams = Readonly<Record<string, string>>

export interface SiteReplyBody {
  readonly status: number
  /** Undefined if the body is not JSON. */
  readonly body: unknown
  /** Value of `X-WP-Total`; undefined without the header. */
  readonly total: number | undefined
  /** Time at which the site responded, in seconds since 1970. */
  readonly time: number
}

export interface ListPage {
  /** Items of the list, which may be broken. */
  readonly items: readonly unknown[]
  /** Positions in the list that cause an internal error of the site. */
  readonly unreadable: readonly string[]
  readonly total: number
  readonly isLast: boolean
}

/** A site whose API was found. */
export interface OpenSite {
  readonly address: SiteAddress
  /** Identifies the site in the database: the URL of its API. */
  readonly source: string
  readonly client: SiteClient
  /** Whether the credentials allow reading drafts, private and protected records. */
  readonly readsAll: boolean
  /** Whether `wp/v2` lists events with the time of their last change. */
  readonly listsChanges: boolean
  /** Time of the site when it was opened, in seconds since 1970. */
  readonly openedAt: number
  readonly get: (route: string, params?: QueryParams) => Promise<SiteReplyBody>
  /** Pages after the last one are empty. */
  readonly readPage: (kind: ImportKind, params: QueryParams, position: PagePosition) => Promise<ListPage>
}

export interface PagePosition {
  readonly page: number
  /** Default: `PAGE_SIZE`. */
  readonly size?: number
}

/** The largest page of the reference; larger values are reduced to it without a notice. */
export const PAGE_SIZE = 50
export const EVENTS_API = '/tribe/events/v1'
export const LIST_NAMES = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<ImportKind, string>

/** Post types of `wp/v2`. */
export const POST_TYPES = { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' } as const

export const EVERY_STATUS = 'publish,future,draft,pending,private,trash'

/**
 * Throws an `Error` when the site has no API, or rejects the credentials. Calends is read without credentials: editors see
 * its protected records as if they were public.
 */
export async function openSite(options: SiteClientOptions): Promise<OpenSite> {
  const site = await openWith(options)
  if (!options.credentials || !(await isCalends(site))) return site
  return openWith({ ...options, credentials: undefined })
}

/** The plugin has no series in this namespace. */
async function isCalends({ get }: OpenSite): Promise<boolean> {
  const { body } = await get(EVENTS_API, { _fields: 'routes' })
  return isRawRecord(body) && isRawRecord(body['routes']) && `${EVENTS_API}/series` in body['routes']
}

async function openWith(options: SiteClientOptions): Promise<OpenSite> {
  const client = createSiteClient(options)
  const address = await discoverSite(client, options.url)
  const get = async (route: string, params: QueryParams = {}): Promise<SiteReplyBody> => {
    const reply = await client.get(createRouteUrl(address.root, route, params))
    const { status, header } = reply
    const total = /^\d+$/.test(header('x-wp-total')) ? Number(header('x-wp-total')) : undefined
    const time = Math.floor((Date.parse(header('date')) || Date.now()) / 1000)
    return { status, body: await client.readJson(reply), total, time }
  }
  if (options.credentials) await assertSignedIn(get, address, options)
  const drafts = options.credentials && (await get(`${EVENTS_API}/events`, { status: 'draft', per_page: '1' }))
  const readsAll = drafts?.status === 200
  const posts = await get(`/wp/v2/${POST_TYPES.event}`, { per_page: '1', _fields: 'id,modified_gmt' })
  return {
    address,
    source: address.root.href.replace(/\/$/, ''),
    client,
    readsAll,
    listsChanges: posts.status === 200 && Array.isArray(posts.body) && posts.total !== undefined,
    openedAt: posts.time,
    get,
    readPage: (kind, params, position) => readPage(get, kind, { ...params, ...(readsAll && ALL[kind]) }, position),
  }
}

const ALL_POSTS = { status: EVERY_STATUS }
const ALL = { event: ALL_POSTS, venue: ALL_POSTS, organizer: ALL_POSTS, category: {}, tag: {} } as const

/** A server in front of the site may have checked the credentials; the site then sees an anonymous reader. */
async function assertSignedIn(get: OpenSite['get'], { root }: SiteAddress, { url }: SiteClientOptions): Promise<void> {
  if (root.hostname !== url.hostname)
    throw new Error(
      `${url.origin} has moved to ${root.origin}, which receives no credentials. Import ${root.origin} instead.`,
    )
  const me = await get('/wp/v2/users/me')
  const code: unknown = Object(me.body).code
  if ((me.status !== 401 && me.status !== 403) || code === 'rest_not_logged_in') return
  throw new Error(
    `${url.origin} rejects the credentials (${String(code)}). Check the user name and the application password.`,
  )
}

async function readPage(
  get: OpenSite['get'],
  kind: ImportKind,
  params: QueryParams,
  { page, size = PAGE_SIZE }: PagePosition,
): Promise<ListPage> {
  const list = await readList(get, kind, { ...params, per_page: String(size), page: String(page) })
  if (list !== 'error') return { items: list.items, unreadable: [], total: list.total, isLast: page >= list.pages }
  return readSingly(get, kind, params, { page, size })
}

type ListReply = { readonly items: readonly unknown[]; readonly total: number; readonly pages: number } | 'error'

async function readList(get: OpenSite['get'], kind: ImportKind, params: QueryParams): Promise<ListReply> {
  const name = LIST_NAMES[kind]
  const { status, body } = await get(`${EVENTS_API}/${name}`, params)
  const record: RawRecord = isRawRecord(body) ? body : {}
  const items = record[name]
  if (status === 200 && Array.isArray(items))
    return { items, total: Number(record['total']) || 0, pages: Number(record['total_pages']) || 0 }
  if (status === 404 && String(record['code']).endsWith('-archive-page-not-found'))
    return { items: [], total: 0, pages: 0 }
  if (status >= 500 || status === 200) return 'error'
  throw new Error(`The list of ${name} cannot be read: ${status} ${String(record['message'] ?? '')}`.trim())
}

/** Reads the records of a page one by one, because one of them causes an internal error. */
async function readSingly(
  get: OpenSite['get'],
  kind: ImportKind,
  params: QueryParams,
  { page, size }: Required<PagePosition>,
): Promise<ListPage> {
  const items: unknown[] = []
  const unreadable: string[] = []
  let total = 0
  for (let position = (page - 1) * size + 1; position <= page * size; position += 1) {
    const list = await readList(get, kind, { ...params, per_page: '1', page: String(position) })
    if (list === 'error') unreadable.push(`${LIST_NAMES[kind]} ${JSON.stringify(params)}, position ${position}`)
    else {
      items.push(...list.items)
      if (list.items.length === 0) return { items, unreadable, total, isLast: true }
      total = list.total
    }
  }
  if (items.length === 0 && size > 1)
    throw new Error(`The list of ${LIST_NAMES[kind]} cannot be read: the site reports internal errors.`)
  return { items, unreadable, total, isLast: page * size >= total }
}

/**
 * A day, `YYYY-MM-DD`, from which a list contains the event and all later ones. Sites compare either the wall time of the
 * event or its time in the zone of the site (wire-contract §8.3). Undefined if the event has no valid dates.
 */
export function findListDay(item: unknown, siteZone: string): string | undefined {
  if (!isRawRecord(item)) return undefined
  const [local, utc] = [item['start_date'], item['utc_start_date'] ?? item['start_date']]
  if (!isDateTime(local) || !isDateTime(utc)) return undefined
  const siteDay = isTimeZone(siteZone) ? toDateOnly(toLocal(utc, siteZone)) : toDateOnly(addDays(utc, -1))
  return siteDay < local ? siteDay : toDateOnly(local)
}

const isDateTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) && !value.startsWith('0000')
