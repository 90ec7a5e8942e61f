/** One request from door to door: who, where, what, and the answer with its headers. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { lastingOf, lastWrite, type Write } from '../actions/lasting.ts'
import { MOST_BYTES } from '../actions/picture-files.ts'
import { clockOf, readAnywhere, type Services } from '../actions/services.ts'
import type { SignIns } from '../actions/sign-in.ts'
import type { IndexContext } from '../apidoc/namespace-index.ts'
import { defaultWindow } from '../calendar/event-window.ts'
import type { Fields } from '../calendar/field.ts'
import { Problem, problem } from '../calendar/problem.ts'
import { ANONYMOUS, type Viewer } from '../calendar/user.ts'
import { type Language, wishedLanguage } from '../text/language.ts'
import { sayIn } from '../text/say.ts'
import { answerInBytes } from './answer.ts'
import type { Assets } from './assets.ts'
import { authenticate } from './auth.ts'
import { authorization } from './authorize.ts'
import { BODY_LIMIT, readBody } from './body.ts'
import { revisionsIn } from './conditional.ts'
import { type DocsPage, docs } from './docs.ts'
import { asProblem } from './failure.ts'
import { corsHeaders, linkHeader, type Voice } from './headers.ts'
import { parseBody, parseForm } from './input.ts'
import { isMcp, mcpAnswer } from './mcp.ts'
import {
  type Called,
  type Destination,
  findDestination,
  homeOf,
  MOUNTS,
  type Mount,
  pathInNamespace,
  type Spoken,
  spokenPath,
  urlsOf,
} from './mount.ts'
import { PLAIN, readWrapping, type Wrapping } from './output.ts'
import { type Pages, pageAnswer } from './page-answer.ts'
import { page } from './pages.ts'
import { type Delivery, deliver, encodeFor, type Prepared } from './prepared.ts'
import { endpointOf, type Routing } from './routes.ts'
import { type Input, type Outcome, run, type WireRequest } from './run.ts'
import type { Made, Question, Shelf } from './shelf.ts'
import { isPublicRead, shelfKey } from './shelf-key.ts'
import { siteIndex } from './site-index.ts'
import { openStream } from './streaming.ts'
import { readUpload } from './upload.ts'
import { findUpload } from './uploads.ts'
import { wellKnown } from './well-known.ts'
import { WORDPRESS_NAMESPACE } from './wordpress-routes.ts'

/** A file and the form around it, in bytes. */
const FILE_LIMIT = MOST_BYTES + 65_536

/** What the door needs. */
export interface Gate {
  readonly services: Services
  readonly routing: Routing
  /** Routes of `wp/v2`. */
  readonly wordpress: Routing
  readonly signIns: SignIns
  /** Of the program. */
  readonly version: string
  /** Number of this process where several share a port. */
  readonly worker: number | undefined
  /** Address of the site, without a slash at its end; known once the service listens. */
  readonly home: () => string
  readonly withWordpress: boolean
  readonly corsOrigins: readonly string[]
  /** Of RFC 9116; empty where none is set. */
  readonly securityContact: string
  readonly shelf: Shelf
  /** How long shared caches may keep what anybody may read. */
  readonly cdnSeconds: number
  /** The public calendar. */
  readonly pages: Pages
  /** Files of pages. */
  readonly assets: Assets
  readonly docsPage: DocsPage
}

export interface Seen {
  readonly gate: Gate
  readonly request: FastifyRequest
  readonly path: string
  readonly spoken: Spoken
  readonly voice: Voice
  readonly query: Readonly<Record<string, unknown>>
  readonly method: string
}

/** Answers a request; `failure` is what went wrong before it could be looked at, such as a body too large. */
export async function dispatch(gate: Gate, request: FastifyRequest, reply: FastifyReply, failure?: unknown) {
  const [path = '/', search = ''] = splitOnce(request.url)
  const query = parseForm(search)
  const { languages } = gate.services.site
  const spoken = spokenPath(path, languages)
  const voice = voiceOf(spoken, request.headers['accept-language'], languages)
  const method = overridden(request, query)
  const seen: Seen = { gate, request, path, spoken, voice, query, method }
  if (failure === undefined && isMcp(spoken)) {
    const answer = await mcpAnswer(seen)
    return reply.code(answer.status).headers(answer.headers).send(answer.text)
  }
  const destination = findDestination(spoken, query['rest_route'], gate.withWordpress)
  if (!destination && failure === undefined && isRead(seen)) {
    const other = await besideApi(seen)
    if (other) return reply.code(other.status).headers(other.headers).send(other.body)
  }
  const beside = destination || failure !== undefined ? undefined : await documentOrPage(seen)
  const prepared = beside ?? (await answerOf(seen, destination, failure))
  const { status, headers, bytes, stream } = await delivered(prepared, request.headers)
  const body = stream && method !== 'HEAD' ? await openStream(stream) : bytes
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
  return reply
    .code(status)
    .headers(corsHeaders(gate.corsOrigins, request.headers.origin) ?? {})
    .send(body)
}

/** The address says it, else the caller's header. */
const voiceOf = ({ language }: Spoken, wish: string | undefined, offered: readonly Language[]): Voice => ({
  language: language ?? wishedLanguage(wish, offered),
  isNegotiated: language === undefined,
})

const isRead = ({ method }: Seen): boolean => method === 'GET' || method === 'HEAD'

async function delivered(prepared: Prepared, asked: IncomingHttpHeaders): Promise<Delivery> {
  const ready = deliver(prepared, asked)
  if (ready) return ready
  await encodeFor(prepared, asked)
  return deliver(prepared, asked) ?? prepared.plain
}

/** What programs look for at addresses they know, else a page of the calendar; undefined for neither. */
async function documentOrPage(seen: Seen): Promise<Prepared | undefined> {
  const { gate, path } = seen
  const where = { urls: urlsOf(calledOf(gate, MOUNTS.api, undefined)), securityContact: gate.securityContact }
  const wanted = { path, address: seen.request.url, language: seen.voice.language }
  const document = isRead(seen) ? (docs(gate, seen) ?? (await wellKnown(gate, wanted, where))) : undefined
  return document ?? (await authorization(seen)) ?? pageAnswer(seen)
}

/** Files and pages; undefined for an address that is neither. */
async function besideApi(seen: Seen) {
  const { gate, path, spoken, request } = seen
  const upload = await findUpload(gate, path, request)
  if (upload) return upload
  const file = await gate.assets.find(path, request)
  if (file) return file
  const onFailure = (error: unknown) => request.log.error({ err: error }, 'not ready')
  const found = await page({ path: spoken.path, version: gate.version, worker: gate.worker, onFailure }, gate.services)
  if (!found) return undefined
  const home = homeOf({ site: gate.home(), language: spoken.language })
  const link = linkHeader({ home, hasWordpress: gate.withWordpress }, undefined)
  return { status: found.status, headers: { ...found.headers, link }, body: found.text }
}

/** What anybody may read is taken from the shelf, or put there. */
async function answerOf(seen: Seen, destination: Destination | undefined, failure: unknown): Promise<Prepared> {
  const place = failure === undefined && destination ? placeOf(seen, destination) : undefined
  if (!place) return made(seen, await attempt(seen, destination, failure), undefined).prepared
  return seen.gate.shelf.share(place, async () => {
    // Asked first: what is written meanwhile must not date an answer that does not show it.
    const write = await lastWrite(seen.gate.services.database)
    return made(seen, await attempt(seen, destination, failure), { ...place, write })
  })
}

/** Of what may lie on the shelf. */
interface ShelfPlace extends Question {
  /** Whether it is put together again at once, by `createReady`, so that the whole need not be kept. */
  readonly isReady: boolean
}

/** Where an answer lies on the shelf; undefined for what may not lie there. */
function placeOf(seen: Seen, destination: Destination): ShelfPlace | undefined {
  const { gate, request, query } = seen
  // A POST that stands for a HEAD has no body to share.
  if (!isPublicRead(request.method, request.headers)) return undefined
  const { mount, path, language } = destination
  const place = (args: Fields, isLocalized: boolean, isReady: boolean): ShelfPlace | undefined => {
    // An address that does not name the language means as many answers as there are languages.
    const isOfCaller = isLocalized && language === undefined
    const wished = isOfCaller ? seen.voice.language : undefined
    const key = shelfKey({ language, wished, mount: mount.name, path, query, args })
    const address = wished ? `${wished} ${request.url}` : request.url
    return key === undefined ? undefined : { address, key, language: seen.voice.language, isReady }
  }
  for (const { name, routing } of namespacesOf(gate, mount)) {
    const inside = pathInNamespace(destination, name)
    const found = inside === undefined ? undefined : routing.find(inside)
    const endpoint = found && endpointOf(found.route, 'GET')
    if (!endpoint) continue
    const isReady = found?.route.ready !== undefined && !request.url.includes('?')
    return place(endpoint.args, endpoint.isLocalized ?? false, isReady)
  }
  return path === '' ? place({}, true, false) : undefined
}

const splitOnce = (url: string): [string, string] => {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

/** Only POST can stand for another verb: a GET never writes (decisions, Override). */
function overridden({ method, headers }: FastifyRequest, query: Readonly<Record<string, unknown>>): string {
  if (method !== 'POST') return method
  const asked = query['_method'] ?? headers['x-http-method-override']
  return typeof asked === 'string' && asked !== '' ? asked.toUpperCase() : method
}

interface Attempt extends Outcome {
  readonly viewer: Viewer
  readonly wrapping: Wrapping
}

/** Credentials count before anything else, unknown routes included (contract 5). */
async function attempt(seen: Seen, destination: Destination | undefined, failure: unknown): Promise<Attempt> {
  const { gate, request, query } = seen
  let viewer = ANONYMOUS
  let wrapping = PLAIN
  try {
    if (failure !== undefined) throw failure
    wrapping = readWrapping(query)
    const nonce = request.headers['x-wp-nonce'] ?? query['_wpnonce']
    const { authorization } = request.headers
    const evidence = { authorization, nonce, address: request.ip }
    viewer = await authenticate(gate.signIns.application, evidence)
    const outcome = destination ? await outcomeOf(seen, destination, viewer) : NOWHERE
    if (isOurs(outcome.reply)) request.log.error({ err: outcome.reply }, 'failed')
    return { ...outcome, viewer, wrapping }
  } catch (error) {
    const reply = asProblem(error, request.id)
    if (isOurs(reply)) request.log.error({ err: error }, 'failed')
    return { reply, allow: undefined, viewer, wrapping }
  }
}

/** Whether those who run the service should hear of it; its `cause` says more than the caller is told. */
const isOurs = (reply: Outcome['reply']): boolean =>
  reply instanceof Problem && (reply.code === 'internal_server_error' || reply.code === 'overloaded')

const NOWHERE: Outcome = { reply: problem('rest_no_route'), allow: undefined }

/** What is served under one name: routes, and how addresses and documents call them. */
interface Namespace {
  readonly name: string
  readonly routing: Routing
}

/** Namespaces of a mount; the first is the calendar's own. */
const namespacesOf = ({ routing, wordpress }: Gate, mount: Mount): readonly Namespace[] => [
  { name: mount.namespace, routing },
  ...(mount.name === 'wordpress' ? [{ name: WORDPRESS_NAMESPACE, routing: wordpress }] : []),
]

async function outcomeOf(seen: Seen, destination: Destination, viewer: Viewer): Promise<Outcome> {
  const { gate, method, request } = seen
  const { mount, language } = destination
  const called = calledOf(gate, mount, language)
  const namespaces = namespacesOf(gate, mount)
  for (const { name, routing } of namespaces) {
    const path = pathInNamespace(destination, name)
    if (path === undefined) continue
    const urls = urlsOf(called, name)
    const header = request.headers['x-event-password']
    const wire: WireRequest = {
      method,
      path,
      viewer,
      urls,
      index: indexContext(seen, called, name),
      passwordHeader: typeof header === 'string' && header !== '' ? header : undefined,
      atRevisions: revisionsIn(request.headers['if-match']),
      input: onlyOnce((takesFile) => (takesFile ? readFileInput(seen) : readInput(seen))),
    }
    // Whoever signs in may write, and writes follow from what was read.
    if (!isRead(seen) || viewer !== ANONYMOUS) return run(gate.services, routing, wire)
    return readAnywhere(gate.services, (services) => run(services, routing, wire))
  }
  if (destination.path !== '' || !isRead(seen)) return NOWHERE
  const described = namespaces.map(({ name, routing: { routes } }) => ({
    index: indexContext(seen, called, name),
    routes,
  }))
  return { reply: siteIndex(gate.services, homeOf(called), described), allow: undefined }
}

/** A body can be read but once, and a request may be run again. */
function onlyOnce(read: WireRequest['input']): WireRequest['input'] {
  let input: Promise<Input> | undefined
  return (takesFile) => {
    input ??= read(takesFile)
    return input
  }
}

const calledOf = (gate: Gate, mount: Mount, language: Language | undefined): Called => ({
  mount,
  language,
  site: gate.home(),
})

function indexContext({ gate: { services }, voice }: Seen, called: Called, namespace: string): IndexContext {
  const { home, base } = urlsOf(called, namespace)
  const queryDefaults = () => ({ per_page: services.site.perPage, ...defaultWindow(clockOf(services)) })
  return { namespace, base, root: `${home}${called.mount.root}/`, say: sayIn(voice.language), queryDefaults }
}

async function readInput({ request, query }: Seen): Promise<Input> {
  const bytes = await readBody(request.raw, BODY_LIMIT)
  const { method, headers } = request
  const said = await parseBody({ method, contentType: headers['content-type'] ?? '', bytes })
  return { given: { ...query, ...said }, file: undefined }
}

async function readFileInput({ request, query }: Seen): Promise<Input> {
  const { headers } = request
  const bytes = await readBody(request.raw, FILE_LIMIT)
  const contentType = headers['content-type'] ?? ''
  const { fields, file } = await readUpload({ contentType, disposition: headers['content-disposition'], bytes })
  return { given: { ...query, ...fields }, file }
}

interface Shared extends ShelfPlace {
  /** The newest that the answer shows in any case. */
  readonly write: Write | undefined
}

/** `shared` is there where the answer may be anybody's. */
function made(seen: Seen, { viewer, ...outcome }: Attempt, shared: Shared | undefined): Made {
  const { gate } = seen
  const { reply } = outcome
  const isPersonal = viewer.id !== 0 || isOpened(seen)
  const isFailure = reply instanceof Problem
  const lasting = shared && !isFailure ? lastingOf(clockOf(gate.services), shared.write, reply.until) : undefined
  const prepared = answerInBytes({
    ...outcome,
    place: { home: homeOf({ site: gate.home(), language: seen.spoken.language }), hasWordpress: gate.withWordpress },
    voice: seen.voice,
    isPersonal,
    isRead: isRead(seen),
    isBodiless: isHeadByOverride(seen),
    lasting,
    cdnSeconds: gate.cdnSeconds,
  })
  // What is streamed is not kept: it may be longer than all memory.
  return { prepared, until: shared?.isReady || prepared.plain.stream ? undefined : lasting?.until }
}

const isOpened = ({ request, query }: Seen): boolean =>
  request.headers['x-event-password'] !== undefined || query['password'] !== undefined

/** Node leaves out the body of a HEAD itself, but not of a POST that stands for one. */
const isHeadByOverride = ({ method, request }: Seen): boolean => method === 'HEAD' && request.method !== 'HEAD'
