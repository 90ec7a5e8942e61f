/** The way of a request through the namespace: contract 5, steps 2 to 8. */
import { settleArgs } from '../actions/mentions.ts'
import { type AtRevisions, onlyAt } from '../actions/precondition.ts'
import type { Services } from '../actions/services.ts'
import { describeRoute, type IndexContext } from '../apidoc/namespace-index.ts'
import { type Fields, isTrueWord } from '../calendar/field.ts'
import { withHints } from '../calendar/hint.ts'
import { type RawInput, readFields } from '../calendar/parse.ts'
import { Problem, problem } from '../calendar/problem.ts'
import { forbidden, type Viewer } from '../calendar/user.ts'
import type { Urls } from '../present/urls.ts'
import type { AnyRoute, Call, Endpoint, Reply } from './route.ts'
import { endpointOf, type Routing } from './routes.ts'
import type { UploadedFile } from './upload.ts'

export interface WireRequest {
  readonly method: string
  /** What follows the namespace in the path, without a slash at its end. */
  readonly path: string
  readonly viewer: Viewer
  readonly urls: Urls
  readonly index: IndexContext
  readonly passwordHeader: string | undefined
  /** By `If-Match`. */
  readonly atRevisions: AtRevisions | undefined
  /** By `Prefer: handling=strict`; the query parameter `strict` means the same. */
  readonly isStrict: boolean
  /** Read only once a route is found, since a bad body counts after an unknown route. */
  readonly input: (takesFile: boolean) => Promise<Input>
}

export interface Input {
  /** Query, form and JSON in one. */
  readonly given: RawInput
  readonly file: UploadedFile | undefined
}

/** An answer or a problem, with the verbs open to the caller once a route was found. */
export interface Outcome {
  readonly reply: Reply | Problem
  readonly allow: readonly string[] | undefined
}

export async function run(services: Services, routing: Routing, request: WireRequest): Promise<Outcome> {
  const found = routing.find(request.path)
  if (request.method === 'OPTIONS') return options(services, found?.route, found?.params ?? {}, request)
  const endpoint = found && endpointOf(found.route, request.method)
  if (!found || !endpoint) return { reply: problem('rest_no_route'), allow: undefined }
  const target = await found.route.find?.(services, found.params)
  const allow = openVerbs(found.route, request.viewer, target)
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
  // Nothing as large as a file is read from somebody who may not give one.
  if (endpoint.takesFile) assertAllowed(endpoint, request)
  const { given, file } = await request.input(endpoint.takesFile ?? false)
  const named = Object.fromEntries(Object.keys(endpoint.path).flatMap((name) => pathEntry(name, request.params)))
  const raw = { ...given, ...named }
  const fields = { ...endpoint.path, ...endpoint.args }
  try {
    return await answerInput(services, endpoint, request, { fields, raw, named, file })
  } catch (error) {
    throw withHints(error, fields, raw)
  }
}

function assertAllowed({ access, refusal }: Endpoint<unknown>, { viewer, target }: Matched): void {
  if (!access(viewer, target)) throw forbidden(viewer, refusal)
}

interface ReadInput {
  readonly fields: Fields
  readonly raw: RawInput
  /** Of these, what the path says. */
  readonly named: RawInput
  readonly file: UploadedFile | undefined
}

async function answerInput(
  services: Services,
  endpoint: Endpoint<unknown>,
  request: Matched,
  { fields, raw, named, file }: ReadInput,
): Promise<Reply> {
  const { viewer, target, params, urls, index, allow, passwordHeader, atRevisions } = request
  const isStrict = request.isStrict || isTrueWord(raw['strict'])
  const draft = readFields(fields, raw, { viewer, withDefaults: endpoint.isQuery, isStrict })
  const unknown = endpoint.refuses !== undefined && target === undefined ? [endpoint.refuses] : []
  const sight = { viewer, password: passwordIn(draft.values) ?? passwordHeader }
  const { args, found } = await settleArgs(services.database.read, sight, draft, unknown)
  assertAllowed(endpoint, request)
  const call: Call<unknown, unknown> = {
    services,
    viewer,
    args: without(args, Object.keys(named)),
    raw,
    found,
    target,
    params,
    urls,
    index,
    allow,
    passwordHeader,
    atRevisions,
    file,
  }
  return endpoint.handle(call as Call<unknown, never>)
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

/** Verbs of a route that are open to somebody. */
export function openVerbs(route: AnyRoute, viewer: Viewer, target: unknown): readonly string[] {
  return route.endpoints.filter(({ access }) => access(viewer, target)).flatMap(({ methods }) => methods)
}

/** The route describes itself to any caller; an unknown one is an empty list (contract 17). */
async function options(
  services: Services,
  route: AnyRoute | undefined,
  params: Readonly<Record<string, string>>,
  { viewer, index }: WireRequest,
): Promise<Outcome> {
  if (!route) return { reply: { status: 200, body: [] }, allow: undefined }
  const target = await route.find?.(services, params)
  return {
    reply: { status: 200, body: describeRoute(route, index), isLocalized: true },
    allow: openVerbs(route, viewer, target),
  }
}
