/** The way of a request through the namespace: contract 5, steps 2 to 8. */
import { setImmediate } from 'node:timers/promises'
import { settleArgs } from '../actions/mentions.ts'
import { type AtRevisions, onlyAt } from '../actions/precondition.ts'
import type { Services } from '../actions/services.ts'
import { describeRoute, type IndexContext } from '../apidoc/namespace-index.ts'
import type { ApplicationPassword } from '../calendar/application-password.ts'
import { type Fields, isTrueWord } from '../calendar/field.ts'
import { withHints } from '../calendar/hint.ts'
import { checkLimits, withoutMarkup } from '../calendar/input-limits.ts'
import { mayUpload } from '../calendar/media.ts'
import { type RawInput, readFields } from '../calendar/parse.ts'
import { Problem, problem } from '../calendar/problem.ts'
import type { SentFile } from '../calendar/sent-file.ts'
import { ANONYMOUS, forbidden, type Viewer } from '../calendar/user.ts'
import type { Urls } from '../present/urls.ts'
import type { AnyRoute, Call, Endpoint, Reply } from './route.ts'
import { endpointOf, type Found, type Routing } from './routes.ts'

export interface WireRequest {
  readonly method: string
  /** What follows the namespace in the path, without a slash at its end. */
  readonly path: string
  readonly viewer: Viewer
  readonly applicationPassword: ApplicationPassword | undefined
  readonly urls: Urls
  readonly index: IndexContext
  readonly passwordAttempt: Call<unknown, unknown>['passwordAttempt']
  /** By `If-Match`. */
  readonly atRevisions: AtRevisions | undefined
  /** Whether the body is a form that is too large without a file. */
  readonly hasLargeForm: boolean
  /** By `Prefer: handling=strict`; the query parameter `strict` means the same. */
  readonly isStrict: boolean
  /** Read only once a route is found, since a bad body counts after an unknown route. */
  readonly input: (rule: FileRule) => Promise<Input>
}

/**
 * Which files of a request are read: one in its body; those of fields named `image`; those too, but without their content,
 * as their sender may not upload; or none.
 */
export type FileRule = 'body' | 'images' | 'image-names' | 'none'

export interface Input {
  /** Query, form and JSON in one. */
  readonly given: RawInput
  readonly file: SentFile | undefined
}

/** An answer or a problem, with the verbs open to the caller once a route was found. */
export interface Outcome {
  readonly reply: Reply | Problem
  readonly allow: readonly string[] | undefined
}

export async function run(services: Services, routing: Routing, request: WireRequest): Promise<Outcome> {
  const found = routing.find(request.path)
  if (request.method === 'OPTIONS') return options(services, found, request)
  const endpoint = found && endpointOf(found.route, request.method)
  if (!found || !endpoint) return { reply: problem('rest_no_route'), allow: undefined }
  const target = await found.route.find?.(services, found.params)
  const allow = await allowedVerbs(services, found, request.viewer, target)
  const held = holdToRevisions(services, found.route, target, request)
  try {
    const reply = await answer(held, endpoint, { ...request, params: found.params, target, allow })
    return { reply: endpoint.isLocalized ? { ...reply, isLocalized: true } : reply, allow }
  } catch (error) {
    if (error instanceof Problem) return { reply: error, allow }
    throw error
  }
}

/** A read takes no notice of `If-Match`; routes that look their record up themselves see to it themselves. */
function holdToRevisions(
  services: Services,
  { kind }: AnyRoute,
  target: unknown,
  { method, atRevisions }: WireRequest,
): Services {
  if (atRevisions === undefined || !kind || !hasId(target) || method === 'GET' || method === 'HEAD') return services
  return onlyAt(services, atRevisions, { kind, id: async () => target.id })
}

const hasId = (target: unknown): target is { readonly id: number } =>
  typeof target === 'object' && target !== null && 'id' in target && typeof target.id === 'number'

interface Matched extends WireRequest {
  readonly params: Readonly<Record<string, string>>
  readonly target: unknown
  readonly allow: readonly string[]
}

async function answer(services: Services, endpoint: Endpoint<unknown>, request: Matched): Promise<Reply> {
  const { viewer, target, params } = request
  // Nothing as large as a file is read from clients that may not send one.
  const needsRight = endpoint.takesFile || (request.hasLargeForm && Object.hasOwn(endpoint.args, 'image'))
  if (needsRight) assertAllowed(endpoint, request)
  const { given, file } = await request.input(fileRule(endpoint, viewer, target))
  const named = Object.fromEntries(Object.keys(endpoint.path).flatMap((name) => pathEntry(name, params)))
  const raw = { ...given, ...named }
  const fields = { ...endpoint.path, ...endpoint.args }
  try {
    return await answerInput(services, endpoint, request, { fields, raw, named, file })
  } catch (error) {
    throw withHints(error, fields, raw)
  }
}

function assertAllowed({ access, refusal, refusalMessage }: Endpoint<unknown>, { viewer, target }: Matched): void {
  if (access(viewer, target)) return
  throw forbidden(viewer, typeof refusal === 'function' ? refusal(viewer) : refusal, refusalMessage)
}

interface ReadInput {
  readonly fields: Fields
  readonly raw: RawInput
  /** Of these, what the path says. */
  readonly named: RawInput
  readonly file: SentFile | undefined
}

async function answerInput(
  services: Services,
  endpoint: Endpoint<unknown>,
  request: Matched,
  { fields, raw, named, file }: ReadInput,
): Promise<Reply> {
  const { viewer, target, params, urls, index, allow, applicationPassword, passwordAttempt, atRevisions } = request
  const { isLong } = checkLimits(fields, raw)
  const read = endpoint.access(viewer, target) ? raw : withoutMarkup(raw)
  const isStrict = request.isStrict || isTrueWord(raw['strict'])
  const draft = readFields(fields, read, { viewer, withDefaults: endpoint.isQuery, isStrict })
  const unknown = endpoint.refuses !== undefined && target === undefined ? [endpoint.refuses] : []
  // Other requests are served between cleaning long texts and storing and displaying them.
  if (isLong) await setImmediate()
  const sight = { viewer, attempt: passwordAttempt(passwordIn(draft.values)) }
  const { args, found } = await settleArgs(services.database.read, sight, draft, unknown)
  assertAllowed(endpoint, request)
  const call: Call<unknown, unknown> = {
    services,
    viewer,
    applicationPassword,
    args: without(args, Object.keys(named)),
    raw,
    found,
    target,
    params,
    urls,
    index,
    allow,
    passwordAttempt,
    atRevisions,
    file,
  }
  return endpoint.handle(call as Call<unknown, never>)
}

function fileRule(endpoint: Endpoint<unknown>, viewer: Viewer, target: unknown): FileRule {
  if (endpoint.takesFile) return 'body'
  if (!Object.hasOwn(endpoint.args, 'image')) return 'none'
  return mayUpload(viewer) && endpoint.access(viewer, target) ? 'images' : 'image-names'
}

/** The password that opens records, where the endpoint takes one. */
function passwordIn(values: object): string | undefined {
  return 'password' in values && typeof values.password === 'string' ? values.password : undefined
}

/** The path says which record is meant, whatever body and query say (Q2). */
function pathEntry(name: string, params: Readonly<Record<string, string>>): [string, string][] {
  const value = params[name]
  return value === undefined ? [] : [[name, value]]
}

/** The path names a record and is no field of it: a handler must not write it back. */
function without(args: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
}

/** What `Allow` says. */
async function allowedVerbs(
  services: Services,
  { route, params }: Found,
  viewer: Viewer,
  target: unknown,
): Promise<readonly string[]> {
  const verbs = openVerbs(route, viewer, target)
  if (target !== undefined || viewer === ANONYMOUS || !route.mayWriteUnknown) return verbs
  return (await route.mayWriteUnknown(services, params, viewer)) ? verbs : openVerbs(route, ANONYMOUS, target)
}

/** Verbs of a route that are open to somebody. */
export function openVerbs(route: AnyRoute, viewer: Viewer, target: unknown): readonly string[] {
  return route.endpoints.filter(({ access }) => access(viewer, target)).flatMap(({ methods }) => methods)
}

/** The route describes itself to any caller; an unknown one is an empty list (contract 17). */
async function options(services: Services, found: Found | undefined, { viewer, index }: WireRequest): Promise<Outcome> {
  if (!found) return { reply: { status: 200, body: [] }, allow: undefined }
  const target = await found.route.find?.(services, found.params)
  return {
    reply: { status: 200, body: describeRoute(found.route, index), isLocalized: true },
    allow: await allowedVerbs(services, found, viewer, target),
  }
}
