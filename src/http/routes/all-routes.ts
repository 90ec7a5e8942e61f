/** Routes of all namespaces, in the order in which the index lists them (wire-contract §2). */

import { applicationPasswordRoutes } from '../../api/application-passwords.ts'
import { createDocumentRoute, createNamespaceRoute } from '../../api/document-routes.ts'
import { eventExternalIdRoute, eventHistoryRoutes, eventRestoreRoutes, eventRoutes } from '../../api/events.ts'
import { feedRoutes } from '../../api/feeds.ts'
import {
  createLinkedExternalIdRoute,
  createLinkedHistoryRoutes,
  createLinkedRestoreRoutes,
  createLinkedRoutes,
} from '../../api/linked.ts'
import { seriesHistoryRoutes, seriesRoutes } from '../../api/series.ts'
import { detachRoute, occurrenceRoutes, previewRoute, seriesFeedRoute } from '../../api/series-events.ts'
import { createTermHistoryRoutes, createTermRoutes } from '../../api/terms.ts'
import type { MountedNamespace } from '../app-context.ts'
import type { AnyRoute } from '../endpoint.ts'
import type { PageRenderer } from '../page-renderer.ts'
import { createRouter, type Router } from '../router.ts'
import { accountLinkRoutes } from './accounts/account-links.ts'
import { passkeyRoutes } from './accounts/passkeys.ts'
import { sessionRoute } from './accounts/session.ts'
import { totpRoutes } from './accounts/totp.ts'
import { userSessionRoutes } from './accounts/user-sessions.ts'
import { userRoutes } from './accounts/users.ts'
import { batchRoute } from './batch/batch.ts'
import { calendarRoute } from './calendar/calendar.ts'
import { changeRoutes } from './changes/changes.ts'
import { parseDateRoute } from './dates/parse-date.ts'
import { categoryTreeRoutes } from './directory/category-tree.ts'
import { mergeRoutes } from './directory/merge.ts'
import { createSimilarRoutes } from './directory/similar.ts'
import { eventEditingRoutes } from './editing/event-editing.ts'
import { exportRoutes } from './exports/exports.ts'
import { auditRoute } from './history/audit.ts'
import { importTaskRoutes } from './imports/import-tasks.ts'
import { importRoutes } from './imports/imports.ts'
import { mediaUseRoutes } from './media/media-use.ts'
import { libraryRoutes, mediaHistoryRoutes } from './media.ts'
import { createOembedRouter, OEMBED_NAMESPACE } from './oembed.ts'
import { authorsRoute } from './program/authors.ts'
import { copyEventsRoute } from './program/copy-events.ts'
import { reviewRoutes } from './review/review.ts'
import { customFieldRoutes } from './settings/fields.ts'
import { healthRoute } from './settings/health.ts'
import { sampleRoute } from './settings/sample.ts'
import { settingsRoute } from './settings/settings.ts'
import { setupRoute } from './settings/setup.ts'
import { sourceRunRoutes } from './sources/source-runs.ts'
import { sourceRoutes } from './sources/sources.ts'
import { deliveryRoutes } from './webhooks/deliveries.ts'
import { webhookRoutes } from './webhooks/webhooks.ts'
import { createWordpressRouter, WORDPRESS_NAMESPACE } from './wordpress.ts'

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
  ...eventHistoryRoutes,
  ...createLinkedHistoryRoutes('venue'),
  ...createLinkedHistoryRoutes('organizer'),
  ...createTermHistoryRoutes('category'),
  ...createTermHistoryRoutes('tag'),
  ...seriesHistoryRoutes,
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
    createDocumentRoute(getRoutes),
    ...RESOURCE_ROUTES,
  ])
  return router
}

/** Namespaces of `/wp-json` in addition to that of the calendar. */
export const createWordpressNamespaces = (pageRenderer: PageRenderer): readonly MountedNamespace[] => [
  { name: WORDPRESS_NAMESPACE, router: createWordpressRouter() },
  { name: OEMBED_NAMESPACE, router: createOembedRouter(pageRenderer) },
]
