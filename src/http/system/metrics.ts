/** `/metrics` on the port of the service, for clients with the token. Without METRICS_TOKEN it does not exist. */
import { hasBearerToken } from '../../observability/metrics/bearer-token.ts'
import { isReadRequest } from '../request-context.ts'
import { createPlainResponse } from '../response/http-response.ts'
import type { RouteFinder } from '../served-route.ts'

export const findMetricsRoute: RouteFinder = (context) => {
  const { metricsEndpoint } = context.app
  if (!metricsEndpoint || context.path !== '/metrics' || !isReadRequest(context)) return undefined
  return {
    kind: 'system',
    name: 'metrics',
    setsOwnCors: true,
    handle: async ({ request }) => {
      if (!hasBearerToken(request.headers.authorization, metricsEndpoint.token))
        return createPlainResponse(401, { ...NO_STORE, 'www-authenticate': 'Bearer' }, undefined)
      const { contentType, text } = await metricsEndpoint.format()
      return createPlainResponse(200, { ...NO_STORE, 'content-type': contentType }, Buffer.from(text))
    },
  }
}

const NO_STORE = { 'cache-control': 'no-store' } as const
