/** The stage `route`: finds the route of a request among everything that the service serves. */

import { findHealthRoute } from '../../api/health.ts'
import { createProblemRoute, findApiRoute } from '../api-route.ts'
import type { RequestContext } from '../request-context.ts'
import type { RouteFinder, ServedRoute } from '../served-route.ts'
import { findSubmissionRoute } from '../submissions/submission-pages.ts'
import { findAccountRoute } from '../system/account-pages.ts'
import { findAdminRoute } from '../system/admin-app.ts'
import { findDocsRoute } from '../system/api-docs.ts'
import { findAuthorizationRoute } from '../system/authorize-application.ts'
import { findDigestRoute } from '../system/digests/digest-pages.ts'
import { findMcpRoute } from '../system/mcp.ts'
import { findMediaRoute } from '../system/media-files.ts'
import { findMetricsRoute } from '../system/metrics.ts'
import { findOembedRoute } from '../system/oembed.ts'
import { findOidcRoute } from '../system/oidc-sign-in.ts'
import { findPageFeedRoute } from '../system/page-feeds.ts'
import { findPageRoute, findPreviewRoute } from '../system/pages.ts'
import { findAssetRoute } from '../system/static-assets.ts'
import { findWellKnownRoute } from '../system/well-known.ts'

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
