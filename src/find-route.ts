/** The stage `route`: finds the route of a request among everything that the service serves. */

import { findHealthRoute } from './api/health.ts'
import { findAccountRoute } from './features/accounts/pages/serve-account-pages.ts'
import { findAuthorizationRoute } from './features/accounts/pages/serve-authorization.ts'
import { findOidcRoute } from './features/accounts/pages/serve-oidc.ts'
import { findAdminRoute } from './features/admin/admin-app.ts'
import { findDigestRoute } from './features/digests/serve-pages.ts'
import { findDocsRoute } from './features/docs/serve-docs.ts'
import { findMcpRoute } from './features/mcp/serve-mcp.ts'
import { findMediaRoute } from './features/media/serve-files.ts'
import { findMetricsRoute } from './features/monitoring/serve-metrics.ts'
import { findPageFeedRoute } from './features/site/serve-feeds.ts'
import { findPageRoute, findPreviewRoute } from './features/site/serve-pages.ts'
import { findSubmissionRoute } from './features/submissions/serve-pages.ts'
import { findOembedRoute } from './features/wordpress/serve-oembed.ts'
import { createProblemRoute, findApiRoute } from './http/api-route.ts'
import type { RequestContext } from './http/request-context.ts'
import type { RouteFinder, ServedRoute } from './http/served-route.ts'
import { findAssetRoute } from './pages/static-assets.ts'
import { findWellKnownRoute } from './pages/well-known.ts'

/** Tried in this order. The API precedes everything else at its mounts, and pages accept any remaining path. */
const ROUTE_FINDERS: readonly RouteFinder[] = [
  findMcpRoute,
  findApiRoute,
  findMediaRoute,
  findAssetRoute,
  findHealthRoute,
  findMetricsRoute,
  findDocsRoute,
  findWellKnownRoute,
  findAuthorizationRoute,
  findAccountRoute,
  findAdminRoute,
  findOidcRoute,
  findPreviewRoute,
  findDigestRoute,
  findSubmissionRoute,
  findOembedRoute,
  findPageFeedRoute,
  findPageRoute,
]

/** Returns the 404 of the API when no route matches. */
export async function findRoute(context: RequestContext): Promise<ServedRoute> {
  for (const find of ROUTE_FINDERS) {
    const route = await find(context)
    if (route) return route
  }
  return createProblemRoute(context)
}
