/**
 * The path of a request. Its stages run in this order, each measured, for metrics and `Server-Timing`:
 *
 *   parse -> route -> cacheLookup
 *     API:     authenticate -> loadTarget -> readInput -> validate -> resolveReferences -> handle
 *     others:  handle
 *   -> respond
 *
 * `handle` plans, executes and presents. The cache lookup also runs before Fastify (see `http/cache/fast-path.ts`), and again
 * after `authenticate` for signed-in viewers.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findLastWrite } from '../calendar/posts/freshness.ts'
import { catchUp, readFromReplicaIfPossible, type Services, withOrigin } from '../calendar/services.ts'
import { withHints } from '../kernel/hints.ts'
import { Problem, problem } from '../kernel/problem.ts'
import { ANONYMOUS } from '../kernel/user.ts'
import { type ApiRequest, authenticateRequest, createApiRequest, createOrigin, describeMount } from './api-request.ts'
import { buildApiResponse, reportProblem } from './api-response.ts'
import { createProblemRoute } from './api-route.ts'
import type { AppContext } from './app-context.ts'
import { createBatchRunner } from './batch-runner.ts'
import type { CacheLookup } from './cache/cache-lookup.ts'
import type { CacheSlot } from './cache/response-cache.ts'
import {
  callEndpoint,
  describeEndpoints,
  type EndpointContext,
  type EndpointInput,
  loadTarget,
  readEndpointInput,
  resolveEndpointReferences,
  validateEndpointInput,
} from './endpoint-stages.ts'
import { type Authenticated, UNAUTHENTICATED } from './request/authenticate.ts'
import { withRequestFiles } from './request/parse-upload.ts'
import {
  createRequestContext,
  isReadRequest,
  type RequestContext,
  type ServedRequest,
  startResponse,
} from './request-context.ts'
import type { HandledRequest } from './request-observer.ts'
import { DEFAULT_ENVELOPE, type EnvelopeOptions, parseEnvelopeOptions } from './response/envelope.ts'
import type { HttpResponse } from './response/http-response.ts'
import { type EndpointResponse, type EndpointResult, okResponse } from './response/reply.ts'
import { createServerTiming, type ServerTiming } from './response/server-timing.ts'
import { type ApiRoute, getRouteLabel, type ServedRoute } from './served-route.ts'
import { sendResponse } from './server/send-response.ts'
import type { ServerOptions } from './server/transport.ts'
import { omitUnchangedMembers } from './write-back.ts'
import { openWriteSession, type WriteSession } from './write-session.ts'

/** `failure` is an error that occurred before or during an earlier run for the request. */
export type Pipeline = (request: FastifyRequest, reply: FastifyReply, failure?: unknown) => Promise<FastifyReply>

interface PipelineOptions extends Pick<ServerOptions, 'findRoute'> {
  readonly cacheLookup: CacheLookup
}

export const createPipeline =
  (app: AppContext, { cacheLookup, findRoute }: PipelineOptions): Pipeline =>
  async (request, reply, failure) => {
    reply.headers(app.responseHeaders)
    await app.observer.observe(async () => {
      const timing = createServerTiming()
      if (app.showsServerTiming) timing.publish()
      const context = timing.measureSync('parse', () => createRequestContext(app, request))
      const route = await timing.measure('route', async () =>
        failure === undefined ? findRoute(context) : createProblemRoute(context, failure),
      )
      const isUnlimited = route.kind === 'system' && route.isUnlimited
      const admission = isUnlimited ? undefined : app.limits.admit(request.raw)
      try {
        const admitted = admission?.problem ? createProblemRoute(context, admission.problem) : route
        const response = await respond(admitted, context, { timing, cacheLookup })
        const withCors = admitted.kind === 'api' || !admitted.setsOwnCors
        await sendResponse(context, reply, { response, timing, withCors })
      } finally {
        admission?.release()
      }
      return describeRequest(context, route, { status: reply.statusCode, stages: timing.stages() })
    })
    return reply
  }

function describeRequest(
  { request, path }: RequestContext,
  route: ServedRoute,
  outcome: Pick<HandledRequest, 'status' | 'stages'>,
): HandledRequest {
  const { id, method, headers } = request
  const { traceparent } = headers
  const traceParent = typeof traceparent === 'string' ? traceparent : undefined
  const isLive = route.kind === 'api' && route.endpoint?.isLive === true
  return { id, route: getRouteLabel(route), method, path, traceParent, isLive, ...outcome }
}

async function respond(route: ServedRoute, context: RequestContext, stages: Stages): Promise<HttpResponse> {
  const response = await findOrCompute(stages, route, () =>
    route.kind === 'api'
      ? runApiRoute(route, stages)
      : stages.timing.measure('handle', () => route.handle(startResponse(context))),
  )
  const isReplaced = route.kind === 'system' && route.isReplacedByProblem?.(response)
  return isReplaced ? runApiRoute(createProblemRoute(context), stages) : response
}

interface Stages {
  readonly timing: ServerTiming
  readonly cacheLookup: CacheLookup
}

async function findOrCompute(
  { timing, cacheLookup }: Stages,
  route: ServedRoute,
  compute: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { cacheSlot } = route
  // Concurrent requests would share a response that was begun before a write.
  if (!cacheSlot || isStreamed(route)) return compute()
  let isHit = true
  const endLookup = timing.start('cacheLookup')
  const response = await cacheLookup.findOrCompute(cacheSlot, async () => {
    isHit = false
    endLookup()
    return { ...(await compute()), route: getRouteLabel(route) }
  })
  if (isHit) {
    endLookup()
    timing.describe('cacheLookup', 'hit')
  }
  return response
}

const isStreamed = (route: ServedRoute): boolean => route.kind === 'api' && route.endpoint?.isStreamed === true

interface ApiRequestInput {
  readonly authenticated: Authenticated
  readonly envelope: EnvelopeOptions
  /** Undefined when the response must not be cached. */
  readonly cacheSlot: CacheSlot | undefined
  /** Error of an earlier stage. */
  readonly failure?: unknown
}

async function runApiRoute(route: ApiRoute, stages: Stages): Promise<HttpResponse> {
  const { context, cacheSlot } = route
  let envelope = DEFAULT_ENVELOPE
  let authenticated: Authenticated
  try {
    if (route.failure !== undefined) throw route.failure
    envelope = parseEnvelopeOptions(context.query)
    // Credentials are checked before everything else, even for unknown routes (wire-contract §5).
    authenticated = await stages.timing.measure('authenticate', () => authenticateRequest(context, route.endpoint))
  } catch (failure) {
    return respondToApi(route, { authenticated: UNAUTHENTICATED, envelope, cacheSlot, failure }, stages.timing)
  }
  const { viewer } = authenticated
  if (viewer.role === 'administrator') stages.timing.publish()
  const viewerSlot = viewer === ANONYMOUS ? undefined : route.createViewerSlot?.(viewer)
  const input = { authenticated, envelope, cacheSlot: viewerSlot ?? cacheSlot }
  return findOrCompute(stages, { ...route, cacheSlot: viewerSlot }, () => respondToApi(route, input, stages.timing))
}

async function respondToApi(
  route: ApiRoute,
  { authenticated, envelope, cacheSlot, failure }: ApiRequestInput,
  timing: ServerTiming,
): Promise<HttpResponse> {
  const { context } = route
  const { services } = context.app
  const { viewer } = authenticated
  if (isStreamed(route) && !context.batch?.services) await catchUp(services)
  // Read first: the response must not be dated by a write that happens while it is computed, as it may not show it.
  const { epoch } = services.database.bus.current()
  const lastWrite = cacheSlot && viewer === ANONYMOUS ? await findLastWrite(services.database) : undefined
  const request = startResponse(context)
  let result: WriteResult
  try {
    if (failure !== undefined) throw failure
    const { response, ...others } = await runNamespace(request, route, authenticated, timing)
    result = { response: response instanceof Problem ? reportProblem(context, response) : response, ...others }
  } catch (error) {
    result = { response: reportProblem(context, error), allowedMethods: undefined }
  }
  const isCacheable = cacheSlot !== undefined
  const build = (built: EndpointResult) =>
    buildApiResponse(request, {
      ...built,
      viewer,
      envelope,
      epoch,
      isCacheable,
      lastWrite,
      route: route.match?.name,
    })
  const { session } = result
  if (!session) return timing.measureSync('respond', () => build(result))
  try {
    const response = timing.measureSync('respond', () => build(result))
    return await session.finish(response, result.response.status)
  } catch (error) {
    await session.abort()
    return build({ response: reportProblem(context, error), allowedMethods: result.allowedMethods })
  }
}

/** The session of a write is finished once its response was built. */
interface WriteResult extends EndpointResult {
  readonly session?: WriteSession | undefined
}

const NO_ROUTE: EndpointResult = { response: problem('rest_no_route'), allowedMethods: undefined }

async function runNamespace(
  context: ServedRequest,
  { target, namespace, match, endpoint }: ApiRoute,
  authenticated: Authenticated,
  timing: ServerTiming,
): Promise<WriteResult> {
  const { app, batch, services } = context
  if (!target) return NO_ROUTE
  if (!namespace) {
    const isIndex = target.path === '' && isReadRequest(context)
    return isIndex ? { response: describeMount(context, target), allowedMethods: undefined } : NO_ROUTE
  }
  // A batch would wait as long as its request does.
  if (batch && endpoint?.isLive) return { response: problem('batch_nested'), allowedMethods: undefined }
  if (endpoint?.returnsCredentials) batch?.markCredentials()
  return withRequestFiles(services, app.limits, async (files) => {
    const runner = endpoint?.isBatch && !batch ? createBatchRunner(context, target, namespace.name) : undefined
    const request = createApiRequest(context, target, namespace.name, { ...authenticated, files, batch: runner })
    const run = (services: Services) => runEndpoint(services, request, { match, endpoint }, timing)
    // Signed-in viewers expect to read what they have just written, so they do not read from the replica.
    const mayUseReplica = isReadRequest(context) && authenticated.viewer === ANONYMOUS && !endpoint?.isLive
    if (batch?.services) return run(batch.services)
    if (mayUseReplica) return readFromReplicaIfPossible(services, run)
    return run(isReadRequest(context) ? services : withOrigin(services, createOrigin(context, authenticated)))
  })
}

async function runEndpoint(
  services: Services,
  request: ApiRequest,
  { match, endpoint }: Pick<ApiRoute, 'match' | 'endpoint'>,
  timing: ServerTiming,
): Promise<WriteResult> {
  if (request.method === 'OPTIONS') return timing.measure('handle', () => describeEndpoints(services, request, match))
  if (!match || !endpoint) return NO_ROUTE
  const context = await timing.measure('loadTarget', () => loadTarget(services, request, match, endpoint))
  const { allowedMethods } = context
  let input: EndpointInput | undefined
  let session: WriteSession | undefined
  try {
    const read = await timing.measure('readInput', () => readEndpointInput(context))
    input = read
    session = await openWriteSession(context, read)
    const response = await executeEndpoint(session ? { ...context, services: session.services } : context, read, {
      timing,
      session,
    })
    return { response, allowedMethods, headers: session?.headers, session }
  } catch (error) {
    const failure = input ? withHints(error, input.fields, input.rawInput) : error
    if (failure instanceof Problem) return { response: failure, allowedMethods, headers: session?.headers, session }
    await session?.abort()
    throw failure
  }
}

interface Execution {
  readonly timing: ServerTiming
  readonly session: WriteSession | undefined
}

async function executeEndpoint(
  context: EndpointContext,
  input: EndpointInput,
  { timing, session }: Execution,
): Promise<EndpointResponse> {
  // The session replaces the response.
  if (session?.isReplay) return okResponse(null)
  const changed = await timing.measure('readInput', () => omitUnchangedMembers(context, input))
  const parsed = await timing.measure('validate', () => validateEndpointInput(context, changed))
  const resolved = await timing.measure('resolveReferences', () => resolveEndpointReferences(context, parsed))
  return timing.measure('handle', () => callEndpoint(context, changed, resolved))
}
