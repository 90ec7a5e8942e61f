/** `/metrics` on the port of the service, for clients with the token. Without METRICS_TOKEN it does not exist. */

import { isReadRequest } from '../../http/request-context.ts'
import { createPlainResponse } from '../../http/response/http-response.ts'
import type { RouteFinder } from '../../http/served-route.ts'
import { hasBearerToken } from './bearer-token.ts'

export interface MetricsEndpoint {
  readonly token: string
  readonly format: () => Promise<{ readonly contentType: string; readonly text: string }>
}

/** Without an endpoint, metrics are not served on this port. */
export const createMetricsRouteFinder =
  (metricsEndpoint: MetricsEndpoint | undefined): RouteFinder =>
  (context) => {
    if (!metricsEndpoint || context.path !== '/metrics' || !isReadRequest(context)) return undefined
    return {
      kind: 'system',
      name: 'metrics',
      isUnlimited: true,
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
