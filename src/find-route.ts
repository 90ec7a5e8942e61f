/** The stage `route`: finds the route of a request among everything that the service serves. */

import { findHealthRoute } from './api/health.ts'
import { findAccountRoute } from './features/accounts/pages/serve-account-pages.ts'
import { findAuthorizationRoute } from './features/accounts/pages/serve-authorization.ts'
import { findOidcRoute } from './features/accounts/pages/serve-oidc.ts'
import { type AdminPage, createAdminRouteFinder } from './features/admin/admin-app.ts'
import { createDigestRouteFinder, type Digests } from './features/digests/serve-pages.ts'
import { findDocsRoute } from './features/docs/serve-docs.ts'
import { createMcpRouteFinder } from './features/mcp/serve-mcp.ts'
import { findMediaRoute } from './features/media/serve-files.ts'
import { createMetricsRouteFinder, type MetricsEndpoint } from './features/monitoring/serve-metrics.ts'
import { findPageFeedRoute } from './features/site/serve-feeds.ts'
import { findPageRoute, findPreviewRoute } from './features/site/serve-pages.ts'
import { findSubmissionRoute } from './features/submissions/serve-pages.ts'
import { findOembedRoute } from './features/wordpress/serve-oembed.ts'
import { createProblemRoute, findApiRoute } from './http/api-route.ts'
import type { RequestContext } from './http/request-context.ts'
import type { RouteFinder, ServedRoute } from './http/served-route.ts'
import { findAssetRoute } from './pages/static-assets.ts'
import { findWellKnownRoute } from './pages/well-known.ts'

export interface RouteOptions {
  /** Undefined if no digests are sent. */
  readonly digests: Digests | undefined
  /** Undefined when metrics are not served on this port. */
  readonly metricsEndpoint: MetricsEndpoint | undefined
  /** Undefined if the admin is not built. */
  readonly admin: AdminPage | undefined
  /** True if visitors can submit events. */
  readonly acceptsSubmissions: boolean
}

/** Tried in this order. The API precedes everything else at its mounts, and pages accept any remaining path. */
const listRouteFinders = ({ digests, metricsEndpoint, admin, acceptsSubmissions }: RouteOptions): RouteFinder[] => [
  createMcpRouteFinder(),
  findApiRoute,
  findMediaRoute,
  findAssetRoute,
  findHealthRoute,
  createMetricsRouteFinder(metricsEndpoint),
  findDocsRoute,
  findWellKnownRoute,
  findAuthorizationRoute,
  findAccountRoute,
  createAdminRouteFinder(admin),
  findOidcRoute,
  findPreviewRoute,
  createDigestRouteFinder(digests),
  ...(acceptsSubmissions ? [findSubmissionRoute] : []),
  findOembedRoute,
  findPageFeedRoute,
  findPageRoute,
]

/** The function finds the route of a request, or the 404 of the API. */
export function createRouteFinder(options: RouteOptions): (context: RequestContext) => Promise<ServedRoute> {
  const finders = listRouteFinders(options)
  return async (context) => {
    for (const find of finders) {
      const route = await find(context)
      if (route) return route
    }
    return createProblemRoute(context)
  }
}
