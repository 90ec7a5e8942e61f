/** Responses of the API, from the result of an endpoint. */

import { computeFreshness, type LastWrite } from '../calendar/posts/freshness.ts'
import { createTimeContext } from '../calendar/services.ts'
import { Problem } from '../kernel/problem.ts'
import type { Viewer } from '../kernel/user.ts'
import { prefersStrictHandling } from './request/prefer-header.ts'
import { siteUrl } from './request/resolve-mount.ts'
import { isReadRequest, type RequestContext, type ServedRequest } from './request-context.ts'
import { buildResponse } from './response/build-response.ts'
import type { EnvelopeOptions } from './response/envelope.ts'
import type { HttpResponse } from './response/http-response.ts'
import { toProblem } from './response/problem-response.ts'
import type { EndpointResult } from './response/reply.ts'

/** Converts an error to the problem that the client gets, and logs it if the operator has to act on it. */
export function reportProblem({ request }: RequestContext, error: unknown): Problem {
  const failure = toProblem(error, request.id)
  // The log contains the cause, which the client does not receive.
  if (failure.status === 500 || failure.status === 503) request.log.error({ err: error }, 'failed')
  return failure
}

interface ApiResponseInput extends EndpointResult {
  readonly viewer: Viewer
  readonly envelope: EnvelopeOptions
  /** Epoch of the database before anything was read. */
  readonly epoch: string
  readonly isCacheable: boolean
  /** Name of the route, such as `/events`. */
  readonly route: string | undefined
  /** Newest change before anything was read. */
  readonly lastWrite: LastWrite | undefined
}

export function buildApiResponse(
  context: ServedRequest,
  { viewer, isCacheable, lastWrite, route, ...result }: ApiResponseInput,
): HttpResponse {
  const { app } = context
  const { response } = result
  const setsCookies = !(response instanceof Problem) && response.cookies !== undefined
  const isPersonal = viewer.id !== 0 || setsCookies || hasPassword(context)
  const freshness =
    isCacheable && !(response instanceof Problem)
      ? computeFreshness(createTimeContext(context.services), lastWrite, response.until)
      : undefined
  const isStrict = prefersStrictHandling(context.request.headers)
  return buildResponse({
    ...result,
    headers: { ...result.headers, ...(isStrict && { 'preference-applied': 'handling=strict' }) },
    discoveryLink: {
      home: siteUrl({ site: app.getHomeUrl(), language: context.localizedPath.language }),
      hasWordpress: app.withWordpress,
    },
    contentLanguage: context.contentLanguage,
    isPersonal,
    isRead: isReadRequest(context),
    isBodiless: isHeadByOverride(context),
    freshness,
    sharedCaching: app.sharedCaching,
    route,
  })
}

const hasPassword = ({ request, query }: RequestContext): boolean =>
  request.headers['x-event-password'] !== undefined || query['password'] !== undefined

/** Node omits the body of a HEAD, but not of a POST that is overridden to HEAD. */
const isHeadByOverride = ({ method, request }: RequestContext): boolean =>
  method === 'HEAD' && request.method !== 'HEAD'
