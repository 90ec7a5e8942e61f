/** What the interface answers to a request: from the shelf, or worked out by whoever asks. */
import { lastingOf, lastWrite, type Write } from '../actions/lasting.ts'
import type { PasswordAttempt } from '../actions/record-passwords.ts'
import { clockOf, readAnywhere } from '../actions/services.ts'
import type { IndexContext } from '../apidoc/namespace-index.ts'
import { defaultWindow } from '../calendar/event-window.ts'
import type { Fields } from '../calendar/field.ts'
import { Problem, problem } from '../calendar/problem.ts'
import { ANONYMOUS, type Viewer } from '../calendar/user.ts'
import { sayIn } from '../text/say.ts'
import { answerInBytes } from './answer.ts'
import { type Authenticated, authenticate } from './auth.ts'
import { BODY_LIMIT } from './body.ts'
import { revisionsIn } from './conditional.ts'
import { asProblem } from './failure.ts'
import { calledOf, type Gate, isRead, type Seen } from './gate.ts'
import { readGiven } from './input.ts'
import { type Called, type Destination, homeOf, type Mount, pathInNamespace, urlsOf } from './mount.ts'
import { isMultipart } from './multipart.ts'
import { OEMBED_NAMESPACE } from './oembed-routes.ts'
import { PLAIN, readWrapping, type Wrapping } from './output.ts'
import { prefersStrictHandling } from './prefer.ts'
import type { Prepared } from './prepared.ts'
import { endpointOf, type Routing } from './routes.ts'
import { type FileRule, type Input, type Outcome, run, type WireRequest } from './run.ts'
import type { Made, Question } from './shelf.ts'
import { isPublicRead, shelfKey } from './shelf-key.ts'
import { siteIndex } from './site-index.ts'
import { createRequestFiles, type RequestFiles, readImageForm, readUpload } from './upload.ts'
import { WORDPRESS_NAMESPACE } from './wordpress-routes.ts'

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
  const { database } = seen.gate.services
  // Asked first: what begins or is written meanwhile must not date an answer that does not show it.
  const { epoch } = database.bus.current()
  if (!place) return made(seen, await attempt(seen, destination, failure, epoch), undefined).prepared
  return seen.gate.shelf.share(place, async () => {
    const write = await lastWrite(database)
    return made(seen, await attempt(seen, destination, failure, epoch), { ...place, write })
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
  /** Of the database, before anything was read of it. */
  readonly epoch: string
}

/** Credentials count before anything else, unknown routes included (contract 5). */
async function attempt(
  seen: Seen,
  destination: Destination | undefined,
  failure: unknown,
  epoch: string,
): Promise<Attempt> {
  const { gate, request, query } = seen
  let viewer = ANONYMOUS
  let wrapping = PLAIN
  try {
    if (failure !== undefined) throw failure
    wrapping = readWrapping(query)
    const nonce = request.headers['x-wp-nonce'] ?? query['_wpnonce']
    const { authorization } = request.headers
    const evidence = { authorization, nonce, address: request.ip }
    const authenticated = await authenticate(gate.signIns, evidence)
    viewer = authenticated.viewer
    const outcome = destination ? await outcomeWithFiles(seen, destination, authenticated) : NOWHERE
    const reply = outcome.reply instanceof Problem ? asProblem(outcome.reply, request.id) : outcome.reply
    if (isOurs(reply)) request.log.error({ err: reply }, 'failed')
    return { ...outcome, reply, viewer, wrapping, epoch }
  } catch (error) {
    const reply = asProblem(error, request.id)
    if (isOurs(reply)) request.log.error({ err: error }, 'failed')
    return { reply, allow: undefined, viewer, wrapping, epoch }
  }
}

/** Whether those who run the service should hear of it; its `cause` says more than the caller is told. */
const isOurs = (reply: Outcome['reply']): boolean => reply instanceof Problem && [500, 503].includes(reply.status)

const NOWHERE: Outcome = { reply: problem('rest_no_route'), allow: undefined }

/** What is served under one name: routes, and how addresses and documents call them. */
interface Namespace {
  readonly name: string
  readonly routing: Routing
}

/** Namespaces of a mount; the first is the calendar's own. */
const namespacesOf = ({ routing, wordpress, oembed }: Gate, mount: Mount): readonly Namespace[] => [
  { name: mount.namespace, routing },
  ...(mount.name === 'wordpress'
    ? [
        { name: WORDPRESS_NAMESPACE, routing: wordpress },
        { name: OEMBED_NAMESPACE, routing: oembed },
      ]
    : []),
]

/** Files of the request live no longer than this. */
async function outcomeWithFiles(seen: Seen, destination: Destination, signedIn: Authenticated): Promise<Outcome> {
  const files = createRequestFiles(seen.gate.services)
  try {
    return await outcomeOf(seen, destination, { ...signedIn, files })
  } finally {
    await files.removeAll()
  }
}

interface Caller extends Authenticated {
  readonly files: RequestFiles
}

async function outcomeOf(seen: Seen, destination: Destination, caller: Caller): Promise<Outcome> {
  const { gate, method, request } = seen
  const { viewer, password, files } = caller
  const { mount, language } = destination
  const called = calledOf(gate, mount, language)
  const namespaces = namespacesOf(gate, mount)
  for (const own of namespaces) {
    const path = pathInNamespace(destination, own.name)
    if (path === undefined) continue
    const { name, routing } = (path === '' && namedIn(seen, namespaces)) || own
    const urls = urlsOf(called, name)
    const wire: WireRequest = {
      method,
      path,
      viewer,
      applicationPassword: password,
      urls,
      index: indexContext(seen, called, name),
      passwordAttempt: createAttempts(seen),
      atRevisions: revisionsIn(request.headers['if-match']),
      hasLargeForm:
        isMultipart(request.headers['content-type']) && Number(request.headers['content-length']) > BODY_LIMIT,
      isStrict: prefersStrictHandling(request.headers),
      input: onlyOnce((rule) => readInput(seen, files, rule)),
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

/** One password of a request is one attempt, however often it is used. */
function createAttempts({ gate, request }: Seen): WireRequest['passwordAttempt'] {
  const attempts = new Map<string, PasswordAttempt>()
  return (argument) => {
    const header = request.headers['x-event-password']
    const password = argument ?? (typeof header === 'string' && header !== '' ? header : undefined)
    if (password === undefined) return undefined
    const attempt = attempts.get(password) ?? gate.recordPasswords.attempt(password, request.ip)
    attempts.set(password, attempt)
    return attempt
  }
}

/** The namespace that a query names, whose index the reference sends from the root of any of them. */
function namedIn(seen: Seen, namespaces: readonly Namespace[]): Namespace | undefined {
  return isRead(seen) ? namespaces.find(({ name }) => name === seen.query['namespace']) : undefined
}

/** A body can be read but once, and a request may be run again. */
function onlyOnce(read: WireRequest['input']): WireRequest['input'] {
  let input: Promise<Input> | undefined
  return (rule) => {
    input ??= read(rule)
    return input
  }
}

function indexContext({ gate: { services }, voice }: Seen, called: Called, namespace: string): IndexContext {
  const { home, base } = urlsOf(called, namespace)
  const queryDefaults = () => ({ per_page: services.site.perPage, ...defaultWindow(clockOf(services)) })
  return { namespace, base, root: `${home}${called.mount.root}/`, say: sayIn(voice.language), queryDefaults }
}

async function readInput({ request, query }: Seen, files: RequestFiles, rule: FileRule): Promise<Input> {
  if (rule === 'body') {
    const { fields, file } = await readUpload(request.raw, files)
    return { given: { ...query, ...fields }, file }
  }
  const mayHaveImages = rule !== 'none' && request.method === 'POST' && isMultipart(request.headers['content-type'])
  const fields = mayHaveImages
    ? await readImageForm(request.raw, rule === 'images' ? files.keep : undefined)
    : await readGiven(request)
  return { given: { ...query, ...fields }, file: undefined }
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
