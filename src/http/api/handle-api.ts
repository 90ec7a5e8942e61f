/** What the interface answers to a request: from the shelf, or worked out by whoever asks. */

import type { IndexContext } from '../../apidoc/namespace-index.ts'
import type { Fields } from '../../domain/fields/field.ts'
import { ANONYMOUS, type Viewer } from '../../domain/model/user.ts'
import { Problem, problem } from '../../domain/problem.ts'
import { resolveDefaultDateRange } from '../../domain/query/date-bounds.ts'
import { createTranslator } from '../../i18n/translate.ts'
import type { PasswordAttempt } from '../../usecases/auth/post-passwords.ts'
import { computeFreshness, findLastWrite, type LastWrite } from '../../usecases/read/freshness.ts'
import { createTimeContext, readFromReplicaIfPossible } from '../../usecases/services.ts'
import { createCacheKey, isPublicRead } from '../cache/cache-key.ts'
import type { CacheableResponse, CacheRequest } from '../cache/response-cache.ts'
import { type Authenticated, authenticate } from '../request/authenticate.ts'
import { isMultipart } from '../request/multipart.ts'
import { readBodyFields } from '../request/parse-input.ts'
import { createRequestFiles, type RequestFiles, readImageForm, readUpload } from '../request/parse-upload.ts'
import { prefersStrictHandling } from '../request/prefer-header.ts'
import { BODY_LIMIT } from '../request/read-body.ts'
import {
  type ApiTarget,
  type BaseUrl,
  buildUrls,
  type Mount,
  siteUrl,
  stripNamespace,
} from '../request/resolve-mount.ts'
import { buildResponse } from '../response/build-response.ts'
import { parseIfMatch } from '../response/conditional.ts'
import { DEFAULT_ENVELOPE, type EnvelopeOptions, parseEnvelopeOptions } from '../response/envelope.ts'
import type { HttpResponse } from '../response/http-response.ts'
import { toProblem } from '../response/problem-response.ts'
import { OEMBED_NAMESPACE } from '../routes/oembed.ts'
import { buildSiteIndex } from '../routes/site-index.ts'
import { WORDPRESS_NAMESPACE } from '../routes/wordpress.ts'
import {
  type ApiRequest,
  type EndpointResult,
  executeEndpoint,
  type FilePolicy,
  type RequestInput,
} from './execute-endpoint.ts'
import { type AppContext, baseUrlFor, isReadRequest, type RequestContext } from './request-context.ts'
import { findEndpoint, type Router } from './router.ts'

/**
 * What anybody may read is taken from the shelf, or put there. `failure` is what went wrong before the request could be
 * looked at; without a `destination` there is nothing of the interface at its address.
 */
export async function handleApi(
  context: RequestContext,
  apiTarget: ApiTarget | undefined,
  failure: unknown,
): Promise<HttpResponse> {
  const slot = failure === undefined && apiTarget ? cacheSlotFor(context, apiTarget) : undefined
  const { database } = context.app.services
  // Asked first: what begins or is written meanwhile must not date an answer that does not show it.
  const { epoch } = database.bus.current()
  if (!slot) return renderResponse(context, await handleRequest(context, apiTarget, failure, epoch), undefined).response
  return context.app.responseCache.getOrCompute(slot, async () => {
    const newestWrite = await findLastWrite(database)
    return renderResponse(context, await handleRequest(context, apiTarget, failure, epoch), {
      ...slot,
      write: newestWrite,
    })
  })
}

/** Of what may lie on the shelf. */
interface CacheSlot extends CacheRequest {
  /** Whether it is put together again at once, by `createReady`, so that the whole need not be kept. */
  readonly isServedFromFragments: boolean
}

/** Where an answer lies on the shelf; undefined for what may not lie there. */
function cacheSlotFor(context: RequestContext, apiTarget: ApiTarget): CacheSlot | undefined {
  const { app, request, query } = context
  // A POST that stands for a HEAD has no body to share.
  if (!isPublicRead(request.method, request.headers)) return undefined
  const { mount, path, language } = apiTarget
  const createSlot = (args: Fields, isLocalized: boolean, isServedFromFragments: boolean): CacheSlot | undefined => {
    // An address that does not name the language means as many answers as there are languages.
    const isNegotiated = isLocalized && language === undefined
    const negotiatedLanguage = isNegotiated ? context.contentLanguage.language : undefined
    const key = createCacheKey({ language, negotiatedLanguage, mount: mount.name, path, query, args })
    const url = negotiatedLanguage ? `${negotiatedLanguage} ${request.url}` : request.url
    return key === undefined
      ? undefined
      : { url, key, language: context.contentLanguage.language, isServedFromFragments }
  }
  for (const { name, router } of listNamespaces(app, mount)) {
    const innerPath = stripNamespace(apiTarget, name)
    const match = innerPath === undefined ? undefined : router.find(innerPath)
    const endpoint = match && findEndpoint(match.route, 'GET')
    if (!endpoint) continue
    const isServedFromFragments = match?.route.readFromCache !== undefined && !request.url.includes('?')
    return createSlot(endpoint.args, endpoint.isLocalized ?? false, isServedFromFragments)
  }
  return path === '' ? createSlot({}, true, false) : undefined
}

interface HandlerResult extends EndpointResult {
  readonly viewer: Viewer
  readonly envelope: EnvelopeOptions
  /** Of the database, before anything was read of it. */
  readonly epoch: string
}

/** Credentials count before anything else, unknown routes included (contract 5). */
async function handleRequest(
  context: RequestContext,
  apiTarget: ApiTarget | undefined,
  failure: unknown,
  epoch: string,
): Promise<HandlerResult> {
  const { app, request, query } = context
  let viewer = ANONYMOUS
  let envelope = DEFAULT_ENVELOPE
  try {
    if (failure !== undefined) throw failure
    envelope = parseEnvelopeOptions(query)
    const nonce = request.headers['x-wp-nonce'] ?? query['_wpnonce']
    const { authorization } = request.headers
    const authInput = { authorization, nonce, ip: request.ip }
    const authenticated = await authenticate(app.signIns, authInput)
    viewer = authenticated.viewer
    const result = apiTarget ? await executeWithFiles(context, apiTarget, authenticated) : NO_ROUTE
    const response = result.response instanceof Problem ? toProblem(result.response, request.id) : result.response
    if (isServerError(response)) request.log.error({ err: response }, 'failed')
    return { ...result, response, viewer, envelope, epoch }
  } catch (error) {
    const response = toProblem(error, request.id)
    if (isServerError(response)) request.log.error({ err: error }, 'failed')
    return { response, allowedMethods: undefined, viewer, envelope, epoch }
  }
}

/** Whether those who run the service should hear of it; its `cause` says more than the caller is told. */
const isServerError = (response: EndpointResult['response']): boolean =>
  response instanceof Problem && [500, 503].includes(response.status)

const NO_ROUTE: EndpointResult = { response: problem('rest_no_route'), allowedMethods: undefined }

/** What is served under one name: routes, and how addresses and documents call them. */
interface MountedNamespace {
  readonly name: string
  readonly router: Router
}

/** Namespaces of a mount; the first is the calendar's own. */
const listNamespaces = (
  { router, wordpressRouter, oembedRouter }: AppContext,
  mount: Mount,
): readonly MountedNamespace[] => [
  { name: mount.namespace, router },
  ...(mount.name === 'wordpress'
    ? [
        { name: WORDPRESS_NAMESPACE, router: wordpressRouter },
        { name: OEMBED_NAMESPACE, router: oembedRouter },
      ]
    : []),
]

/** Files of the request live no longer than this. */
async function executeWithFiles(
  context: RequestContext,
  apiTarget: ApiTarget,
  signedIn: Authenticated,
): Promise<EndpointResult> {
  const files = createRequestFiles(context.app.services)
  try {
    return await executeInNamespace(context, apiTarget, { ...signedIn, files })
  } finally {
    await files.removeAll()
  }
}

interface CallerContext extends Authenticated {
  readonly files: RequestFiles
}

async function executeInNamespace(
  context: RequestContext,
  apiTarget: ApiTarget,
  caller: CallerContext,
): Promise<EndpointResult> {
  const { app, method, request } = context
  const { viewer, password, files } = caller
  const { mount, language } = apiTarget
  const baseUrl = baseUrlFor(app, mount, language)
  const namespaces = listNamespaces(app, mount)
  for (const own of namespaces) {
    const path = stripNamespace(apiTarget, own.name)
    if (path === undefined) continue
    const { name, router } = (path === '' && findRequestedNamespace(context, namespaces)) || own
    const urls = buildUrls(baseUrl, name)
    const apiRequest: ApiRequest = {
      method,
      path,
      viewer,
      applicationPassword: password,
      urls,
      indexContext: createIndexContext(context, baseUrl, name),
      createPasswordAttempt: createPasswordAttempts(context),
      expectedRevisions: parseIfMatch(request.headers['if-match']),
      hasLargeForm:
        isMultipart(request.headers['content-type']) && Number(request.headers['content-length']) > BODY_LIMIT,
      isStrict: prefersStrictHandling(request.headers),
      readInput: memoizeInput((rule) => readInput(context, files, rule)),
    }
    // Whoever signs in may write, and writes follow from what was read.
    if (!isReadRequest(context) || viewer !== ANONYMOUS) return executeEndpoint(app.services, router, apiRequest)
    return readFromReplicaIfPossible(app.services, (services) => executeEndpoint(services, router, apiRequest))
  }
  if (apiTarget.path !== '' || !isReadRequest(context)) return NO_ROUTE
  const descriptions = namespaces.map(({ name, router: { routes } }) => ({
    index: createIndexContext(context, baseUrl, name),
    routes,
  }))
  return { response: buildSiteIndex(app.services, siteUrl(baseUrl), descriptions), allowedMethods: undefined }
}

/** One password of a request is one attempt, however often it is used. */
function createPasswordAttempts({ app, request }: RequestContext): ApiRequest['createPasswordAttempt'] {
  const attempts = new Map<string, PasswordAttempt>()
  return (argument) => {
    const header = request.headers['x-event-password']
    const password = argument ?? (typeof header === 'string' && header !== '' ? header : undefined)
    if (password === undefined) return undefined
    const attempt = attempts.get(password) ?? app.recordPasswords.createAttempt(password, request.ip)
    attempts.set(password, attempt)
    return attempt
  }
}

/** The namespace that a query names, whose index the reference sends from the root of any of them. */
function findRequestedNamespace(
  context: RequestContext,
  namespaces: readonly MountedNamespace[],
): MountedNamespace | undefined {
  return isReadRequest(context) ? namespaces.find(({ name }) => name === context.query['namespace']) : undefined
}

/** A body can be read but once, and a request may be run again. */
function memoizeInput(readInput: ApiRequest['readInput']): ApiRequest['readInput'] {
  let input: Promise<RequestInput> | undefined
  return (rule) => {
    input ??= readInput(rule)
    return input
  }
}

function createIndexContext(
  { app: { services }, contentLanguage }: RequestContext,
  baseUrl: BaseUrl,
  namespace: string,
): IndexContext {
  const { home, base } = buildUrls(baseUrl, namespace)
  const queryDefaults = () => ({
    per_page: services.site.perPage,
    ...resolveDefaultDateRange(createTimeContext(services)),
  })
  return {
    namespace,
    base,
    root: `${home}${baseUrl.mount.root}/`,
    translate: createTranslator(contentLanguage.language),
    queryDefaults,
  }
}

async function readInput(
  { request, query }: RequestContext,
  files: RequestFiles,
  rule: FilePolicy,
): Promise<RequestInput> {
  if (rule === 'body') {
    const { fields, file } = await readUpload(request.raw, files)
    return { values: { ...query, ...fields }, file }
  }
  const mayHaveImages = rule !== 'none' && request.method === 'POST' && isMultipart(request.headers['content-type'])
  const fields = mayHaveImages
    ? await readImageForm(request.raw, rule === 'images' ? files.saveFile : undefined)
    : await readBodyFields(request)
  return { values: { ...query, ...fields }, file: undefined }
}

interface SharedSlot extends CacheSlot {
  /** The newest that the answer shows in any case. */
  readonly write: LastWrite | undefined
}

/** `shared` is there where the answer may be anybody's. */
function renderResponse(
  context: RequestContext,
  { viewer, ...result }: HandlerResult,
  slot: SharedSlot | undefined,
): CacheableResponse {
  const { app } = context
  const { response } = result
  const isPersonal = viewer.id !== 0 || hasPassword(context)
  const isFailure = response instanceof Problem
  const freshness =
    slot && !isFailure ? computeFreshness(createTimeContext(app.services), slot.write, response.until) : undefined
  const httpResponse = buildResponse({
    ...result,
    discoveryLink: {
      home: siteUrl({ site: app.getHomeUrl(), language: context.localizedPath.language }),
      hasWordpress: app.withWordpress,
    },
    contentLanguage: context.contentLanguage,
    isPersonal,
    isRead: isReadRequest(context),
    isBodiless: isHeadByOverride(context),
    freshness,
    cdnSeconds: app.cdnSeconds,
  })
  // What is streamed is not kept: it may be longer than all memory.
  return {
    response: httpResponse,
    until: slot?.isServedFromFragments || httpResponse.identity.stream ? undefined : freshness?.until,
  }
}

const hasPassword = ({ request, query }: RequestContext): boolean =>
  request.headers['x-event-password'] !== undefined || query['password'] !== undefined

/** Node leaves out the body of a HEAD itself, but not of a POST that stands for one. */
const isHeadByOverride = ({ method, request }: RequestContext): boolean =>
  method === 'HEAD' && request.method !== 'HEAD'
