/** Stages of an endpoint of the API, from its target to its handler. `http/pipeline.ts` runs them in order. */
import { setImmediate } from 'node:timers/promises'
import { isRecord } from '../base/is-record.ts'
import { interpretDates } from '../calendar/events/dates-in-words.ts'
import { replaceWithStoredTexts } from '../calendar/fragments/stored-texts.ts'
import { mayUpload } from '../calendar/images/media-access.ts'
import type { ExpectedRevisions, Precondition } from '../calendar/optimistic-lock.ts'
import { resolveReferences, type ValidatedInput } from '../calendar/posts/resolve-references.ts'
import type { Services } from '../calendar/services.ts'
import { type Fields, isTrueWord } from '../kernel/field.ts'
import { checkLimits, withoutMarkup } from '../kernel/input-limits.ts'
import type { FieldError } from '../kernel/problem.ts'
import type { UploadedFile } from '../kernel/uploaded-file.ts'
import { ANONYMOUS, forbidden, type Viewer } from '../kernel/user.ts'
import { type ParsedInput, parseFields, type RawInput } from '../kernel/validate-input.ts'
import type { ApiRequest } from './api-request.ts'
import type { AnyRoute, Endpoint, EndpointRequest } from './endpoint.ts'
import { describeRoute } from './namespace-index.ts'
import { ENVELOPE_PARAMETERS } from './response/envelope.ts'
import type { EndpointResponse, EndpointResult } from './response/reply.ts'
import type { RouteMatch } from './router.ts'

/** An API request whose route has an endpoint for the method. */
export interface EndpointContext {
  readonly services: Services
  readonly request: ApiRequest
  readonly endpoint: Endpoint<unknown>
  readonly match: RouteMatch
  readonly target: unknown
  /** Methods of the route that the viewer may use, for the `Allow` header. */
  readonly allowedMethods: readonly string[]
}

/** The stage `loadTarget`: the record that the path names, and what the viewer may do with it. */
export async function loadTarget(
  services: Services,
  request: ApiRequest,
  match: RouteMatch,
  endpoint: Endpoint<unknown>,
): Promise<EndpointContext> {
  const target = await match.route.findTarget?.(services, match.params)
  const allowedMethods = await findAllowedMethodsOf(services, match, request.viewer, target)
  return { services, request, endpoint, match, target, allowedMethods }
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

export interface EndpointInput {
  readonly fields: Fields
  /** Query, body and path parameters, before validation. */
  readonly rawInput: RawInput
  readonly pathArguments: RawInput
  readonly file: UploadedFile | undefined
  /** Whether the body of an update contains the `id` of the record, like the response to a read. */
  readonly isWriteBack: boolean
}

/** The stage `readInput`. */
export async function readEndpointInput(context: EndpointContext): Promise<EndpointInput> {
  const { endpoint, request, match, target } = context
  // Permission is checked before a large body is read: clients without it cannot upload files.
  const isLarge = endpoint.takesFile || (request.hasLargeForm && Object.hasOwn(endpoint.args, 'image'))
  if (isLarge) assertAllowed(context)
  const { values, file } = await request.readInput(
    chooseFilePolicy(endpoint, request.viewer, target),
    endpoint.upload?.limit,
  )
  const names = Object.keys(endpoint.path)
  const pathArguments = Object.fromEntries(names.flatMap((name) => createPathEntry(name, match.params)))
  const rawInput = { ...values, ...(request.isDryRun && { dry_run: true }), ...pathArguments }
  const isWriteBack = endpoint.methods.includes('PUT') && hasId(target) && values['id'] === target.id
  return { fields: { ...endpoint.path, ...endpoint.args }, rawInput, pathArguments, file, isWriteBack }
}

function chooseFilePolicy(endpoint: Endpoint<unknown>, viewer: Viewer, target: unknown) {
  if (endpoint.takesFile) return 'body'
  if (!Object.hasOwn(endpoint.args, 'image')) return 'none'
  return mayUpload(viewer) && endpoint.access(viewer, target) ? 'images' : 'image-names'
}

/** Path parameters take precedence over body and query (Q2). */
function createPathEntry(name: string, params: Readonly<Record<string, string>>): [string, string][] {
  const value = params[name]
  return value === undefined ? [] : [[name, value]]
}

/** The stage `validate`. Throws when a limit is exceeded; invalid fields are reported by the next stage. */
export async function validateEndpointInput(
  { services, endpoint, request, target }: EndpointContext,
  { fields, rawInput }: EndpointInput,
): Promise<ParsedInput<Fields>> {
  const { viewer } = request
  // The parts of a batch are requests with limits of their own.
  const { isLong } = endpoint.isBatch ? { isLong: false } : checkLimits(fields, rawInput)
  const permittedInput = endpoint.access(viewer, target) ? rawInput : withoutMarkup(rawInput)
  const isStrict = request.isStrict || isTrueWord(rawInput['strict'])
  const ignoresExtensions = request.isCompatible && !isStrict
  const words = { language: request.language, now: services.now(), zone: findTimeZone(target) ?? services.site.zone }
  const input = endpoint.isQuery ? permittedInput : interpretDates(fields, permittedInput, words)
  const parsed = parseFields(fields, input, {
    ...{ viewer, withDefaults: endpoint.isQuery, isStrict },
    ignoresExtensions,
    isCreation: !endpoint.isQuery && target === undefined,
    context: { customFields: services.site.customFields, ignoresInvalid: ignoresExtensions },
  })
  // Long texts take time to sanitize, to store and to present; other requests are served in between.
  if (isLong) await setImmediate()
  return isStrict ? withUnknownParameters(parsed) : parsed
}

/** Parameters of every endpoint. */
const COMMON_PARAMETERS: ReadonlySet<string> = new Set([
  ...ENVELOPE_PARAMETERS,
  ...['_method', '_wpnonce', '_locale', 'rest_route', 'namespace', 'strict', 'dry_run'],
])

const UNKNOWN_PARAMETER: FieldError = {
  kind: 'invalid',
  message: 'error.unknown_parameter',
  hint: { key: 'hint.unknown_parameter' },
}

function withUnknownParameters(parsed: ParsedInput<Fields>): ParsedInput<Fields> {
  const isKnown = (name: string) => COMMON_PARAMETERS.has(name) || Object.hasOwn(parsed.fields, name)
  const unknown = Object.keys(parsed.raw).filter((name) => !isKnown(name))
  return {
    ...parsed,
    errors: new Map([...parsed.errors, ...unknown.map((name) => [name, UNKNOWN_PARAMETER] as const)]),
  }
}

/** The time zone of an event that is updated. */
const findTimeZone = (target: unknown): string | undefined =>
  isRecord(target) && typeof target['timezone'] === 'string' ? target['timezone'] : undefined

/** The stage `resolveReferences`. Throws one 400 for all invalid fields and references, then checks permission. */
export async function resolveEndpointReferences(
  context: EndpointContext,
  parsed: ParsedInput<Fields>,
): Promise<ValidatedInput<Fields>> {
  const { services, endpoint, request, target } = context
  const { missingTargetArgument } = endpoint
  const missingArguments = missingTargetArgument !== undefined && target === undefined ? [missingTargetArgument] : []
  const access = { viewer: request.viewer, attempt: request.createPasswordAttempt(findPassword(parsed.values)) }
  const resolved = await resolveReferences(services.database.read, access, parsed, missingArguments)
  assertAllowed(context)
  return resolved
}

/** The record password, if the endpoint has this parameter. */
function findPassword(values: object): string | undefined {
  return 'password' in values && typeof values.password === 'string' ? values.password : undefined
}

function assertAllowed({ endpoint, request: { viewer }, target }: EndpointContext): void {
  const { access, forbiddenCode, forbiddenMessage } = endpoint
  if (access(viewer, target)) return
  throw forbidden(viewer, typeof forbiddenCode === 'function' ? forbiddenCode(viewer) : forbiddenCode, forbiddenMessage)
}

/** The stage `handle`: planning, execution and presentation are in the handler of the endpoint. */
export async function callEndpoint(
  { services, endpoint, request, match, target, allowedMethods }: EndpointContext,
  { rawInput, pathArguments, file }: EndpointInput,
  { args, found }: ValidatedInput<Fields>,
): Promise<EndpointResponse> {
  const call: EndpointRequest<unknown, unknown> = {
    ...request,
    services,
    args: omitKeys(args, Object.keys(pathArguments)),
    rawInput,
    foundIds: found,
    target,
    params: match.params,
    allowedMethods,
    precondition: createPrecondition(match.route, target, request.expectedRevisions),
    file,
  }
  const shown = await endpoint.handle(call as EndpointRequest<unknown, never>)
  const isRaw = 'text' in args && args.text === 'raw'
  const response = isRaw ? { ...shown, body: await replaceWithStoredTexts(services.database.read, shown.body) } : shown
  return endpoint.isLocalized ? { ...response, isLocalized: true } : response
}

/** Path parameters name the record and are not written to it. */
function omitKeys(args: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
}

async function findAllowedMethodsOf(
  services: Services,
  { route, params }: RouteMatch,
  viewer: Viewer,
  target: unknown,
): Promise<readonly string[]> {
  const methods = findAllowedMethods(route, viewer, target)
  if (target !== undefined || viewer === ANONYMOUS || !route.mayWriteUnknown) return methods
  const mayWrite = await route.mayWriteUnknown(services, params, viewer)
  return mayWrite ? methods : findAllowedMethods(route, ANONYMOUS, target)
}

/** Methods of a route that the viewer may use. */
export function findAllowedMethods(route: AnyRoute, viewer: Viewer, target: unknown): readonly string[] {
  return route.endpoints.filter(({ access }) => access(viewer, target)).flatMap(({ methods }) => methods)
}

/** The response to OPTIONS: a description of the route, or an empty list for an unknown one (wire-contract §17). */
export async function describeEndpoints(
  services: Services,
  { viewer, indexContext }: ApiRequest,
  match: RouteMatch | undefined,
): Promise<EndpointResult> {
  if (!match) return { response: { status: 200, body: [] }, allowedMethods: undefined }
  const target = await match.route.findTarget?.(services, match.params)
  return {
    response: { status: 200, body: describeRoute(match.route, indexContext), isLocalized: true },
    allowedMethods: await findAllowedMethodsOf(services, match, viewer, target),
  }
}
