/** Routes of all namespaces, in the order in which the index lists them (wire-contract §2). */

import { applicationPasswordRoutes } from './api/application-passwords.ts'
import { createDocumentRoute, createNamespaceRoute } from './api/document-routes.ts'
import { eventExternalIdRoute, eventRestoreRoutes, eventRoutes } from './api/events.ts'
import { feedRoutes } from './api/feeds.ts'
import { createLinkedExternalIdRoute, createLinkedRestoreRoutes, createLinkedRoutes } from './api/linked.ts'
import { seriesRoutes } from './api/series.ts'
import { detachRoute, occurrenceRoutes, previewRoute, seriesFeedRoute } from './api/series-events.ts'
import { createTermRoutes } from './api/terms.ts'
import { accountLinkRoutes } from './features/accounts/routes/account-links.ts'
import { passkeyRoutes } from './features/accounts/routes/passkeys.ts'
import { sessionRoute } from './features/accounts/routes/session.ts'
import { totpRoutes } from './features/accounts/routes/totp.ts'
import { userSessionRoutes } from './features/accounts/routes/user-sessions.ts'
import { userRoutes } from './features/accounts/routes/users.ts'
import { batchRoute } from './features/batch/routes.ts'
import { mergeRoutes } from './features/directory/merge-routes.ts'
import { createSimilarRoutes } from './features/directory/similar-routes.ts'
import { categoryTreeRoutes } from './features/directory/tree-routes.ts'
import { authorsRoute } from './features/editing/author-routes.ts'
import { calendarRoute } from './features/editing/calendar-routes.ts'
import { copyEventsRoute } from './features/editing/copy-routes.ts'
import { parseDateRoute } from './features/editing/date-routes.ts'
import { eventEditingRoutes } from './features/editing/preview-routes.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { auditRoute } from './features/history/audit-routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { importTaskRoutes } from './features/imports/task-routes.ts'
import { libraryRoutes, mediaHistoryRoutes } from './features/media/routes.ts'
import { mediaUseRoutes } from './features/media/use-routes.ts'
import { reviewRoutes } from './features/review/routes.ts'
import { customFieldRoutes } from './features/settings/custom-field-routes.ts'
import { healthRoute } from './features/settings/health-routes.ts'
import { settingsRoute } from './features/settings/routes.ts'
import { sampleRoute } from './features/settings/sample-routes.ts'
import { setupRoute } from './features/settings/setup-routes.ts'
import { sourceRoutes } from './features/sources/routes.ts'
import { sourceRunRoutes } from './features/sources/run-routes.ts'
import { changeRoutes } from './features/synchronization/routes.ts'
import { deliveryRoutes } from './features/webhooks/delivery-routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { createOembedRouter, OEMBED_NAMESPACE } from './features/wordpress/oembed-routes.ts'
import { createWordpressRouter, WORDPRESS_NAMESPACE } from './features/wordpress/routes.ts'
import type { MountedNamespace } from './http/app-context.ts'
import type { AnyRoute } from './http/endpoint.ts'
import type { PageRenderer } from './http/page-renderer.ts'
import { createRouter, type Router } from './http/router.ts'
import { createResponseSchemas } from './response-schemas.ts'

export const RESOURCE_ROUTES: readonly AnyRoute[] = [
  ...eventRoutes,
  ...createLinkedRoutes('venue'),
  ...createLinkedRoutes('organizer'),
  ...createTermRoutes('category'),
  ...createTermRoutes('tag'),
  ...libraryRoutes,
  eventExternalIdRoute,
  createLinkedExternalIdRoute('venue'),
  createLinkedExternalIdRoute('organizer'),
  ...feedRoutes,
  ...seriesRoutes,
  ...occurrenceRoutes,
  seriesFeedRoute,
  previewRoute,
  detachRoute,
  sessionRoute,
  ...userRoutes,
  ...accountLinkRoutes,
  ...userSessionRoutes,
  ...totpRoutes,
  ...passkeyRoutes,
  ...applicationPasswordRoutes,
  parseDateRoute,
  ...eventEditingRoutes,
  ...historyRoutes,
  ...mediaHistoryRoutes,
  ...mediaUseRoutes,
  calendarRoute,
  auditRoute,
  ...eventRestoreRoutes,
  ...createLinkedRestoreRoutes('venue'),
  ...createLinkedRestoreRoutes('organizer'),
  batchRoute,
  ...sourceRoutes,
  ...sourceRunRoutes,
  ...importRoutes,
  ...importTaskRoutes,
  ...exportRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...changeRoutes,
  ...createSimilarRoutes('venue'),
  ...createSimilarRoutes('organizer'),
  ...mergeRoutes,
  settingsRoute,
  ...customFieldRoutes,
  setupRoute,
  copyEventsRoute,
  authorsRoute,
  sampleRoute,
  healthRoute,
  ...categoryTreeRoutes,
  ...reviewRoutes,
] as readonly AnyRoute[]

/** Router of the calendar's own namespace. */
export function createApiRouter(): Router {
  const getRoutes = () => router.routes
  const router: Router = createRouter([
    createNamespaceRoute(getRoutes),
    createDocumentRoute(getRoutes, createResponseSchemas),
    ...RESOURCE_ROUTES,
  ])
  return router
}

/** Namespaces of `/wp-json` in addition to the namespace of the calendar. */
export const createWordpressNamespaces = (pageRenderer: PageRenderer): readonly MountedNamespace[] => [
  { name: WORDPRESS_NAMESPACE, router: createWordpressRouter() },
  { name: OEMBED_NAMESPACE, router: createOembedRouter(pageRenderer) },
]
