/** The way of a request through the namespace: contract 5, steps 2 to 8. */
import { setImmediate } from 'node:timers/promises'
import { describeRoute, type IndexContext } from '../../apidoc/namespace-index.ts'
import { mayUpload } from '../../domain/access/media-access.ts'
import type { ApplicationPassword } from '../../domain/fields/application-password.ts'
import { type Fields, isTrueWord } from '../../domain/fields/field.ts'
import { withHints } from '../../domain/fields/hints.ts'
import { checkLimits, withoutMarkup } from '../../domain/fields/input-limits.ts'
import type { UploadedFile } from '../../domain/fields/uploaded-file.ts'
import { parseFields, type RawInput } from '../../domain/fields/validate-input.ts'
import { ANONYMOUS, forbidden, type Viewer } from '../../domain/model/user.ts'
import { Problem, problem } from '../../domain/problem.ts'
import type { Urls } from '../../presenters/urls.ts'
import type { ExpectedRevisions, Precondition } from '../../usecases/optimistic-lock.ts'
import { resolveReferences } from '../../usecases/read/resolve-references.ts'
import type { Services } from '../../usecases/services.ts'
import type { AnyRoute, Endpoint, EndpointRequest, EndpointResponse } from './endpoint.ts'
import { findEndpoint, type RouteMatch, type Router } from './router.ts'

export interface ApiRequest {
  readonly method: string
  /** What follows the namespace in the path, without a slash at its end. */
  readonly path: string
  readonly viewer: Viewer
  readonly applicationPassword: ApplicationPassword | undefined
  readonly urls: Urls
  readonly indexContext: IndexContext
  readonly createPasswordAttempt: EndpointRequest<unknown, unknown>['createPasswordAttempt']
  /** By `If-Match`. */
  readonly expectedRevisions: ExpectedRevisions | undefined
  /** Whether the body is a form that is too large without a file. */
  readonly hasLargeForm: boolean
  /** By `Prefer: handling=strict`; the query parameter `strict` means the same. */
  readonly isStrict: boolean
  /** Read only once a route is found, since a bad body counts after an unknown route. */
  readonly readInput: (rule: FilePolicy) => Promise<RequestInput>
}

/**
 * Which files of a request are read: one in its body; those of fields named `image`; those too, but without their content,
 * as their sender may not upload; or none.
 */
export type FilePolicy = 'body' | 'images' | 'image-names' | 'none'

export interface RequestInput {
  /** Query, form and JSON in one. */
  readonly values: RawInput
  readonly file: UploadedFile | undefined
}

/** An answer or a problem, with the verbs open to the caller once a route was found. */
export interface EndpointResult {
  readonly response: EndpointResponse | Problem
  readonly allowedMethods: readonly string[] | undefined
}

export async function executeEndpoint(
  services: Services,
  router: Router,
  request: ApiRequest,
): Promise<EndpointResult> {
  const match = router.find(request.path)
  if (request.method === 'OPTIONS') return handleOptions(services, match, request)
  const endpoint = match && findEndpoint(match.route, request.method)
  if (!match || !endpoint) return { response: problem('rest_no_route'), allowedMethods: undefined }
  const target = await match.route.findTarget?.(services, match.params)
  const allowedMethods = await findAllowedMethodsOf(services, match, request.viewer, target)
  try {
    const response = await callHandler(services, endpoint, {
      ...request,
      params: match.params,
      target,
      precondition: createPrecondition(match.route, target, request.expectedRevisions),
      allowedMethods,
    })
    return { response: endpoint.isLocalized ? { ...response, isLocalized: true } : response, allowedMethods }
  } catch (error) {
    if (error instanceof Problem) return { response: error, allowedMethods }
    throw error
  }
}

/** Reads ignore `If-Match`; routes without a `kind` find their record themselves and create their own precondition. */
function createPrecondition(
  { kind }: AnyRoute,
  target: unknown,
  expectedRevisions: ExpectedRevisions | undefined,
): Precondition | undefined {
  if (expectedRevisions === undefined || !kind || !hasId(target)) return undefined
  return { kind, findId: async () => target.id, expectedRevisions }
}

const hasId = (target: unknown): target is { readonly id: number } =>
  typeof target === 'object' && target !== null && 'id' in target && typeof target.id === 'number'

interface MatchedRequest extends ApiRequest {
  readonly params: Readonly<Record<string, string>>
  readonly target: unknown
  readonly precondition: Precondition | undefined
  readonly allowedMethods: readonly string[]
}

async function callHandler(
  services: Services,
  endpoint: Endpoint<unknown>,
  request: MatchedRequest,
): Promise<EndpointResponse> {
  const { viewer, target, params } = request
  // Nothing as large as a file is read from clients that may not send one.
  const needsRight = endpoint.takesFile || (request.hasLargeForm && Object.hasOwn(endpoint.args, 'image'))
  if (needsRight) assertAllowed(endpoint, request)
  const { values, file } = await request.readInput(chooseFilePolicy(endpoint, viewer, target))
  const pathArguments = Object.fromEntries(Object.keys(endpoint.path).flatMap((name) => createPathEntry(name, params)))
  const rawInput = { ...values, ...pathArguments }
  const fields = { ...endpoint.path, ...endpoint.args }
  try {
    return await handleInput(services, endpoint, request, { fields, rawInput, pathArguments, file })
  } catch (error) {
    throw withHints(error, fields, rawInput)
  }
}

function assertAllowed(
  { access, forbiddenCode, forbiddenMessage }: Endpoint<unknown>,
  { viewer, target }: MatchedRequest,
): void {
  if (access(viewer, target)) return
  throw forbidden(viewer, typeof forbiddenCode === 'function' ? forbiddenCode(viewer) : forbiddenCode, forbiddenMessage)
}

interface ReadInput {
  readonly fields: Fields
  readonly rawInput: RawInput
  /** Of these, what the path says. */
  readonly pathArguments: RawInput
  readonly file: UploadedFile | undefined
}

async function handleInput(
  services: Services,
  endpoint: Endpoint<unknown>,
  request: MatchedRequest,
  { fields, rawInput, pathArguments, file }: ReadInput,
): Promise<EndpointResponse> {
  const {
    viewer,
    target,
    params,
    urls,
    indexContext,
    allowedMethods,
    applicationPassword,
    createPasswordAttempt,
    expectedRevisions,
    precondition,
  } = request
  const { isLong } = checkLimits(fields, rawInput)
  const permittedInput = endpoint.access(viewer, target) ? rawInput : withoutMarkup(rawInput)
  const isStrict = request.isStrict || isTrueWord(rawInput['strict'])
  const parsed = parseFields(fields, permittedInput, { viewer, withDefaults: endpoint.isQuery, isStrict })
  const missingArguments =
    endpoint.missingTargetArgument !== undefined && target === undefined ? [endpoint.missingTargetArgument] : []
  // Other requests are served between cleaning long texts and storing and displaying them.
  if (isLong) await setImmediate()
  const access = { viewer, attempt: createPasswordAttempt(findPassword(parsed.values)) }
  const { args, found } = await resolveReferences(services.database.read, access, parsed, missingArguments)
  assertAllowed(endpoint, request)
  const call: EndpointRequest<unknown, unknown> = {
    services,
    viewer,
    applicationPassword,
    args: omitKeys(args, Object.keys(pathArguments)),
    rawInput,
    foundIds: found,
    target,
    params,
    urls,
    indexContext,
    allowedMethods,
    createPasswordAttempt,
    expectedRevisions,
    precondition,
    file,
  }
  return endpoint.handle(call as EndpointRequest<unknown, never>)
}

function chooseFilePolicy(endpoint: Endpoint<unknown>, viewer: Viewer, target: unknown): FilePolicy {
  if (endpoint.takesFile) return 'body'
  if (!Object.hasOwn(endpoint.args, 'image')) return 'none'
  return mayUpload(viewer) && endpoint.access(viewer, target) ? 'images' : 'image-names'
}

/** The password that opens records, where the endpoint takes one. */
function findPassword(values: object): string | undefined {
  return 'password' in values && typeof values.password === 'string' ? values.password : undefined
}

/** The path says which record is meant, whatever body and query say (Q2). */
function createPathEntry(name: string, params: Readonly<Record<string, string>>): [string, string][] {
  const value = params[name]
  return value === undefined ? [] : [[name, value]]
}

/** The path names a record and is no field of it: a handler must not write it back. */
function omitKeys(args: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
}

/** What `Allow` says. */
async function findAllowedMethodsOf(
  services: Services,
  { route, params }: RouteMatch,
  viewer: Viewer,
  target: unknown,
): Promise<readonly string[]> {
  const verbs = findAllowedMethods(route, viewer, target)
  if (target !== undefined || viewer === ANONYMOUS || !route.mayWriteUnknown) return verbs
  return (await route.mayWriteUnknown(services, params, viewer)) ? verbs : findAllowedMethods(route, ANONYMOUS, target)
}

/** Verbs of a route that are open to somebody. */
export function findAllowedMethods(route: AnyRoute, viewer: Viewer, target: unknown): readonly string[] {
  return route.endpoints.filter(({ access }) => access(viewer, target)).flatMap(({ methods }) => methods)
}

/** The route describes itself to any caller; an unknown one is an empty list (contract 17). */
async function handleOptions(
  services: Services,
  found: RouteMatch | undefined,
  { viewer, indexContext }: ApiRequest,
): Promise<EndpointResult> {
  if (!found) return { response: { status: 200, body: [] }, allowedMethods: undefined }
  const target = await found.route.findTarget?.(services, found.params)
  return {
    response: { status: 200, body: describeRoute(found.route, indexContext), isLocalized: true },
    allowedMethods: await findAllowedMethodsOf(services, found, viewer, target),
  }
}
