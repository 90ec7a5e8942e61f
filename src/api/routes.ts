/** Routes and schemas of the core and of all features in the namespace of the calendar, in the order of its index. */

import type { AnyRoute } from '../http/endpoint.ts'
import { type Feature, type RouteGroup, type SchemaGroup, sortByPosition } from '../http/feature.ts'
import type { ResponseSchemas } from '../http/route-description.ts'
import { createRouter, type Router } from '../http/router.ts'
import { applicationPasswordRoutes } from './application-passwords.ts'
import { createDocumentRoute, createNamespaceRoute } from './document-routes.ts'
import { eventExternalIdRoute, eventRestoreRoutes, eventRoutes } from './events.ts'
import { feedRoutes } from './feeds.ts'
import { createLinkedExternalIdRoute, createLinkedRestoreRoutes, createLinkedRoutes } from './linked.ts'
import { createBatchItemSchemas, createCommonSchemas } from './schemas/common-schemas.ts'
import { createCustomFieldSchemas } from './schemas/custom-field-schemas.ts'
import { createMediaSchemas } from './schemas/media-schemas.ts'
import { createPostSchemas } from './schemas/post-schemas.ts'
import { createSeriesSchemas } from './schemas/series-schemas.ts'
import { seriesRoutes } from './series.ts'
import { detachRoute, occurrenceRoutes, previewRoute, seriesFeedRoute } from './series-events.ts'
import { createTermRoutes } from './terms.ts'

const RECORD_ROUTES = [
  ...eventRoutes,
  ...createLinkedRoutes('venue'),
  ...createLinkedRoutes('organizer'),
  ...createTermRoutes('category'),
  ...createTermRoutes('tag'),
]

const SERIES_ROUTES = [
  eventExternalIdRoute,
  createLinkedExternalIdRoute('venue'),
  createLinkedExternalIdRoute('organizer'),
  ...feedRoutes,
  ...seriesRoutes,
  ...occurrenceRoutes,
  seriesFeedRoute,
  previewRoute,
  detachRoute,
]

const RESTORE_ROUTES = [
  ...eventRestoreRoutes,
  ...createLinkedRestoreRoutes('venue'),
  ...createLinkedRestoreRoutes('organizer'),
]

/** Positions are the order of the index (wire-contract §2). */
const CORE_ROUTES: readonly RouteGroup[] = [
  { position: 10, routes: RECORD_ROUTES },
  { position: 30, routes: SERIES_ROUTES },
  { position: 50, routes: applicationPasswordRoutes },
  { position: 110, routes: RESTORE_ROUTES },
]

/** The names of wire-contract §16 are unchanged; Calends adds more. */
const CORE_SCHEMAS: readonly SchemaGroup[] = [
  { position: 10, create: createPostSchemas },
  { position: 20, create: createCommonSchemas },
  { position: 55, create: createBatchItemSchemas },
  { position: 70, create: createMediaSchemas },
  { position: 80, create: createSeriesSchemas },
  { position: 140, create: createCustomFieldSchemas },
]

/** All routes except the index of the namespace and its document. */
export const listRoutes = (features: readonly Feature[]): readonly AnyRoute[] =>
  sortByPosition([...CORE_ROUTES, ...features.flatMap(({ routes = [] }) => routes)]).flatMap(({ routes }) => routes)

/** Response schemas of all endpoints by name. */
export const createResponseSchemas = (features: readonly Feature[]): ResponseSchemas =>
  Object.assign(
    {},
    ...sortByPosition([...CORE_SCHEMAS, ...features.flatMap(({ schemas = [] }) => schemas)]).map(({ create }) =>
      create(),
    ),
  )

/** Router of the namespace of the calendar. */
export function createApiRouter(features: readonly Feature[]): Router {
  const getRoutes = () => router.routes
  const router: Router = createRouter([
    createNamespaceRoute(getRoutes),
    createDocumentRoute(getRoutes, () => createResponseSchemas(features)),
    ...listRoutes(features),
  ])
  return router
}
