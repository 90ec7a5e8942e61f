/** What the interface answers to a request: from the shelf, or worked out by whoever asks. */
import { lastingOf, lastWrite, type Write } from '../actions/lasting.ts'
import { MOST_BYTES } from '../actions/picture-files.ts'
import { clockOf, readAnywhere } from '../actions/services.ts'
import type { IndexContext } from '../apidoc/namespace-index.ts'
import { defaultWindow } from '../calendar/event-window.ts'
import type { Fields } from '../calendar/field.ts'
import { Problem, problem } from '../calendar/problem.ts'
import { ANONYMOUS, type Viewer } from '../calendar/user.ts'
import { sayIn } from '../text/say.ts'
import { answerInBytes } from './answer.ts'
import { authenticate } from './auth.ts'
import { readBody } from './body.ts'
import { revisionsIn } from './conditional.ts'
import { asProblem } from './failure.ts'
import { calledOf, type Gate, isRead, type Seen } from './gate.ts'
import { readGiven } from './input.ts'
import { type Called, type Destination, homeOf, type Mount, pathInNamespace, urlsOf } from './mount.ts'
import { PLAIN, readWrapping, type Wrapping } from './output.ts'
import { prefersStrictHandling } from './prefer.ts'
import type { Prepared } from './prepared.ts'
import { endpointOf, type Routing } from './routes.ts'
import { type Input, type Outcome, run, type WireRequest } from './run.ts'
import type { Made, Question } from './shelf.ts'
import { isPublicRead, shelfKey } from './shelf-key.ts'
import { siteIndex } from './site-index.ts'
import { readUpload } from './upload.ts'
import { WORDPRESS_NAMESPACE } from './wordpress-routes.ts'

/** A file and the form around it, in bytes. */
const FILE_LIMIT = MOST_BYTES + 65_536

/**
 * What anybody may read is taken from the shelf, or put there. `failure` is what went wrong before the request could be
 * looked at; without a `destination` there is nothing of the interface at its address.
 */
export async function interfaceAnswer(
  seen: Seen,
  destination: Destination | undefined,
  failure: unknown,
): Promise<Prepared> {
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
      isStrict: prefersStrictHandling(request.headers),
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

function indexContext({ gate: { services }, voice }: Seen, called: Called, namespace: string): IndexContext {
  const { home, base } = urlsOf(called, namespace)
  const queryDefaults = () => ({ per_page: services.site.perPage, ...defaultWindow(clockOf(services)) })
  return { namespace, base, root: `${home}${called.mount.root}/`, say: sayIn(voice.language), queryDefaults }
}

async function readInput({ request, query }: Seen): Promise<Input> {
  return { given: { ...query, ...(await readGiven(request)) }, file: undefined }
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
