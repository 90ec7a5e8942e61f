/** A site on loopback that responds like the reference, with its routes of `tribe/events/v1` and `wp/v2`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { startListener } from '../http/request-recorder.ts'
import { createImage } from '../media/draw-image.ts'
import type { Json } from '../service.ts'
import { POST_STATUSES, type SiteEvent, type SitePost, type SiteRecords } from './site-records.ts'
import { presentSiteEvent, presentSiteLinked, presentSiteTerm, type SiteViewContext, toWallTime } from './site-views.ts'

export interface SiteOptions {
  /** Path of the front page, without a slash at its end. */
  readonly path?: string
  /** Whether the API is only reachable by `?rest_route=`. */
  readonly hasNoPermalinks?: boolean
  readonly version?: 5 | 6
  /** Whether `wp/v2` lists events, venues and organizers. */
  readonly listsPosts?: boolean
  /** Whether the page names the API in a header. */
  readonly hasLinkHeader?: boolean
  /** Login and password that a server before the site requires. */
  readonly basicAuth?: string
  /** Login and application password of an administrator. */
  readonly administrator?: string
  /** Decides before each request: a status and `Retry-After` in seconds, or `drop` to close the connection. */
  readonly interfere?: (path: string) => { status: number; retryAfter?: number } | 'drop' | undefined
}

export interface TestSite {
  readonly url: string
  readonly records: SiteRecords
  readonly requests: string[]
  /** `Authorization` of the requests. */
  readonly credentials: Set<string>
  /** The highest number of requests at a time. */
  readonly peak: () => number
  readonly setOptions: (options: SiteOptions) => void
  /** Called before each API request, to change the site. */
  onRequest: () => void
  readonly stop: () => Promise<void>
}

interface SiteRequest {
  readonly route: string
  readonly params: URLSearchParams
  readonly isAdministrator: boolean
  readonly view: SiteViewContext
}

export async function serveSite(records: SiteRecords, initial: SiteOptions = {}): Promise<TestSite> {
  let options = initial
  let [running, peak] = [0, 0]
  const requests: string[] = []
  const credentials = new Set<string>()
  const image = await createImage(8, 8, 'png')
  const server = createServer((request, response) => {
    running += 1
    peak = Math.max(peak, running)
    response.on('close', () => {
      running -= 1
    })
    // A turn of the event loop, so that requests overlap.
    setImmediate(() => respond(request, response))
  })
  const { host, stop } = await startListener(server)
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/', headers } = request
    requests.push(url)
    credentials.add(headers.authorization ?? '')
    const interference = options.interfere?.(url)
    if (interference === 'drop') {
      request.socket.destroy()
      return
    }
    if (interference) {
      const { status, retryAfter } = interference
      return response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }).end('{}')
    }
    const required = options.basicAuth && `Basic ${Buffer.from(options.basicAuth).toString('base64')}`
    if (required && headers.authorization !== required)
      return response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
    return dispatch({ records, host, options, image, site }, request, response)
  }
  const site: TestSite = {
    url: `http://${host}${initial.path ?? ''}`,
    records,
    requests,
    credentials,
    peak: () => peak,
    setOptions: (next) => {
      options = next
    },
    onRequest: () => {},
    stop,
  }
  return site
}

interface Dispatch {
  readonly records: SiteRecords
  readonly host: string
  readonly options: SiteOptions
  readonly image: Buffer
  readonly site: TestSite
}

function dispatch(
  { records, host, options, image, site }: Dispatch,
  request: IncomingMessage,
  response: ServerResponse,
): ServerResponse {
  const { path = '', version = 6, administrator } = options
  const url = new URL(request.url ?? '/', `http://${host}`)
  const home = `http://${host}${path}`
  const send = (status: number, body: Json, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
    return response.end(JSON.stringify(body))
  }
  const route = options.hasNoPermalinks
    ? url.searchParams.get('rest_route')
    : url.pathname.startsWith(`${path}/wp-json`) && (url.pathname.slice(`${path}/wp-json`.length) || '/')
  if (typeof route !== 'string' || route === '') return sendPage(url, home, { ...options, image }, response)
  site.onRequest()
  const sent = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
  const isAdministrator = administrator !== undefined && sent === administrator
  if (sent !== '' && !isAdministrator && sent !== options.basicAuth)
    return send(401, {
      code: 'incorrect_password',
      message: 'The provided password is an invalid application password.',
    })
  const isEditing = isAdministrator && url.searchParams.get('context') === 'edit'
  const view = { records, home, version, isEditing }
  const { status, body, total } = answer({ route, params: url.searchParams, isAdministrator, view }, options)
  return send(status, body, total === undefined ? {} : { 'x-wp-total': String(total), 'x-tec-total': String(total) })
}

function sendPage(
  url: URL,
  home: string,
  options: SiteOptions & { readonly image: Buffer },
  response: ServerResponse,
): ServerResponse {
  if (/\/wp-content\/uploads\/image-\d+\.png$/.test(url.pathname)) {
    return response.writeHead(200, { 'content-type': 'image/png' }).end(options.image)
  }
  const page = PAGES[`${url.pathname.slice(new URL(home).pathname.replace(/\/$/, '').length)}${url.search}`]
  if (page?.startsWith('/')) return response.writeHead(301, { location: `${home}${page}` }).end()
  if (page) return response.writeHead(200, { 'content-type': page }).end()
  const isFrontPage = url.pathname.replace(/\/$/, '') === new URL(home).pathname.replace(/\/$/, '')
  if (!isFrontPage || url.search !== '') {
    return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
  }
  const root = options.hasNoPermalinks ? `${home}/index.php?rest_route=/` : `${home}/wp-json/`
  const link = options.hasLinkHeader === false ? {} : { link: `<${root}>; rel="https://api.w.org/"` }
  return response.writeHead(200, { 'content-type': 'text/html', ...link }).end('<title>Site</title>')
}

/** Content types of pages and feeds, and targets of redirects. */
const PAGES: Readonly<Record<string, string>> = {
  '/events/': 'text/html',
  '/events/list/': 'text/html',
  '/events/photo/': 'text/html',
  '/events/?ical=1': 'text/calendar; charset=UTF-8',
  '/events/feed/': 'application/rss+xml; charset=UTF-8',
  '/?post_type=tribe_events&ical=1': 'text/calendar; charset=UTF-8',
  '/?post_type=tribe_events&feed=rss2': 'application/rss+xml; charset=UTF-8',
  '/calendar/': '/events/list/',
}

/** Routes of the plugin, and of an add-on. */
const ROUTES = ['/tribe/events/v1', '/tribe/events/v1/events', '/tec/v1/events', '/wp/v2/media', '/acme/v1/forms']

interface Answer {
  readonly status: number
  readonly body: Json
  readonly total?: number
}

const refuse = (status: number, code: string): Answer => ({ status, body: { code, message: code, data: { status } } })

function answer(request: SiteRequest, options: SiteOptions): Answer {
  const { route, params, view } = request
  const [, api, kind = '', id] = /^\/tribe\/events\/(v1)\/(\w+)(?:\/(\d+))?\/?$/.exec(route) ?? []
  if (api) return id === undefined ? answerList(request, kind) : answerRecord(request, kind, Number(id))
  const zone = { timezone_string: 'America/New_York', gmt_offset: -5 }
  if (route === '/')
    return {
      status: 200,
      body: {
        name: 'Site',
        url: view.home,
        home: view.home,
        ...zone,
        routes: Object.fromEntries(ROUTES.map((one) => [one, {}])),
      },
    }
  if (route === '/wp/v2/users/me')
    return request.isAdministrator ? { status: 200, body: { id: 1 } } : refuse(401, 'rest_not_logged_in')
  if (route === '/wp/v2/media') {
    const media = (params.get('include') ?? '').split(',').flatMap((one) => view.records.media.get(Number(one)) ?? [])
    return {
      status: 200,
      body: media.map(({ id: mediaId, alt, caption }) => ({
        ...{ id: mediaId, alt_text: alt, caption: { rendered: `<p>${caption}</p>\n` } },
      })),
    }
  }
  const [, type, postId] = /^\/wp\/v2\/tribe_(events|venue|organizer)(?:\/(\d+))?$/.exec(route) ?? []
  if (!type || options.listsPosts === false) return refuse(404, 'rest_no_route')
  return postId === undefined ? answerPosts(request, type) : answerPost(request, Number(postId))
}

const listVisible = <P extends SitePost>(posts: Iterable<P>, { params, isAdministrator }: SiteRequest): P[] => {
  const wanted =
    params.get('status')?.split(',') ?? (isAdministrator ? POST_STATUSES.filter((one) => one !== 'trash') : ['publish'])
  return [...posts].filter(({ status }) => wanted.includes(status))
}

/** Only administrators may name other statuses. */
const isForbiddenStatus = ({ params, isAdministrator }: SiteRequest): boolean =>
  !isAdministrator && params.has('status') && params.get('status') !== 'publish'

function answerList(request: SiteRequest, kind: string): Answer {
  const { params, view } = request
  if (isForbiddenStatus(request)) return refuse(400, 'rest_invalid_param')
  const { records } = view
  if (kind === 'events') return answerPage(request, kind, listEvents(request), (event) => presentSiteEvent(view, event))
  if (kind === 'venues' || kind === 'organizers') {
    const posts = listVisible(records.linked.values(), request).filter(({ type }) => `${type}s` === kind)
    return answerPage(
      request,
      kind,
      posts.sort((a, b) => b.date - a.date),
      (post) => presentSiteLinked(view, post),
    )
  }
  if (kind !== 'categories' && kind !== 'tags') return refuse(404, 'rest_no_route')
  const taxonomy = kind === 'tags' ? 'post_tag' : 'tribe_events_cat'
  const terms = [...records.terms.values()].filter((term) => term.taxonomy === taxonomy)
  if (params.get('hide_empty') !== 'false') terms.length = 0
  return answerPage(request, kind, terms, (term) => presentSiteTerm(view, term))
}

interface SortedEvent {
  readonly event: SiteEvent
  /** Start by the clock of the site. */
  readonly wall: string
}

const sortedEvents = new WeakMap<SiteRecords, { version: number; events: SortedEvent[] }>()

/** The order is computed again only after changes. */
function sortEvents(records: SiteRecords): readonly SortedEvent[] {
  const known = sortedEvents.get(records)
  if (known?.version === records.version) return known.events
  const events = [...records.events.values()]
    .map((event) => ({ event, wall: toWallTime(event.start) }))
    .sort((a, b) => (a.wall < b.wall ? -1 : a.wall > b.wall ? 1 : a.event.id - b.event.id))
  sortedEvents.set(records, { version: records.version, events })
  return events
}

/** Hidden events are in no list (Q41). */
function listEvents(request: SiteRequest): SiteEvent[] {
  const { params, view, isAdministrator } = request
  const include = params.get('include')?.split(',').map(Number)
  const first = include ? '' : (params.get('start_date') ?? '2026-11-19')
  const isAll = isAdministrator || params.has('status')
  const matching = sortEvents(view.records).flatMap(({ event, wall }) => {
    const isWanted = include ? include.includes(event.id) : wall >= first
    return isWanted && !event.isHidden && (isAll || event.status === 'publish') ? event : []
  })
  return isAll ? listVisible(matching, request) : matching
}

function answerPage<T extends { readonly id: number }>(
  { params, view }: SiteRequest,
  kind: string,
  all: readonly T[],
  present: (record: T) => Json,
): Answer {
  const size = Math.min(Number(params.get('per_page') ?? 10), 50)
  const page = Number(params.get('page') ?? 1)
  const pages = Math.ceil(all.length / size)
  const isTerm = kind === 'categories' || kind === 'tags'
  if (page > 1 && page > pages && !isTerm) return refuse(404, `${kind.slice(0, -1)}-archive-page-not-found`)
  const shown = all.slice((page - 1) * size, page * size)
  const { broken } = view.records
  if (shown.some(({ id }) => broken.get(id) === 'error')) return refuse(500, 'internal_server_error')
  const list = shown.map((record) => (broken.has(record.id) ? broken.get(record.id) : present(record)))
  return { status: 200, body: { [kind]: list, rest_url: '', total: all.length, total_pages: pages }, total: all.length }
}

function answerRecord(request: SiteRequest, kind: string, id: number): Answer {
  const { view, isAdministrator } = request
  const { records } = view
  if (kind === 'events') {
    const event = records.events.get(id)
    if (!event) return refuse(404, 'rest-event-not-found')
    if (event.status === 'trash') return refuse(403, 'event-no-longer-available')
    if (event.status !== 'publish' && !isAdministrator) return refuse(403, 'event-not-accessible')
    if (event.password !== '' && !view.isEditing) return refuse(403, 'event-password-protected')
    return { status: 200, body: broken(records, id) ?? presentSiteEvent(view, event) }
  }
  const post = records.linked.get(id)
  const term = records.terms.get(id)
  if (post && `${post.type}s` === kind)
    return post.status === 'publish' || isAdministrator
      ? { status: 200, body: presentSiteLinked(view, post) }
      : refuse(403, `${post.type}-not-accessible`)
  const isTerm = term && (term.taxonomy === 'post_tag') === (kind === 'tags')
  return isTerm ? { status: 200, body: presentSiteTerm(view, term) } : refuse(400, 'rest_invalid_param')
}

const broken = (records: SiteRecords, id: number): Json => records.broken.get(id)

function answerPosts(request: SiteRequest, type: string): Answer {
  const { params, view } = request
  if (isForbiddenStatus(request)) return refuse(400, 'rest_invalid_param')
  const { records } = view
  const posts =
    type === 'events' ? [...records.events.values()] : [...records.linked.values()].filter((post) => post.type === type)
  const after = Date.parse(params.get('modified_after') ?? '') / 1000 || Number.NEGATIVE_INFINITY
  const matching = listVisible<SitePost>(posts, request).filter(({ modified }) => modified > after)
  const byModified = params.get('orderby') === 'modified'
  matching.sort((a, b) => (byModified ? a.modified - b.modified || a.id - b.id : a.id - b.id))
  const size = Number(params.get('per_page') ?? 10)
  const page = Number(params.get('page') ?? 1)
  if (page > 1 && (page - 1) * size >= matching.length) return refuse(400, 'rest_post_invalid_page_number')
  const shown = matching.slice((page - 1) * size, page * size)
  const body = shown.map(({ id, modified }) => ({
    id,
    modified_gmt: new Date(modified * 1000).toISOString().slice(0, 19),
  }))
  return { status: 200, body, total: matching.length }
}

function answerPost({ view }: SiteRequest, id: number): Answer {
  const post = view.records.events.get(id) ?? view.records.linked.get(id)
  if (!post || !view.isEditing) return refuse(401, 'rest_forbidden_context')
  return { status: 200, body: { id, password: post.password } }
}
