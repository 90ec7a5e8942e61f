/** The namespace `wp/v2`: routes of WordPress that clients of The Events Calendar call. */

import { applicationPasswordRoutes } from '../../api/application-passwords.ts'
import { createNamespaceRoute } from '../../api/document-routes.ts'
import { createBareListResponse } from '../../api/list-response.ts'
import { presentAttachment } from '../../calendar/images/present-image.ts'
import type { EndpointResponse } from '../../http/response/reply.ts'
import { createRouter, type Router } from '../../http/router.ts'
import { defineBooleanField } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import type { MediaListResult } from '../media/handlers.ts'
import { createListData, createMediaRoutes } from '../media/routes.ts'
import { createPostRoutes } from './post-routes.ts'
import { wordpressTermRoutes } from './term-routes.ts'
import { wordpressTypeRoutes } from './type-routes.ts'
import { wordpressUserRoutes } from './user-routes.ts'

/** Only the records; totals and links are in the headers. */
function presentBareList(result: MediaListResult): EndpointResponse {
  const { page, perPage } = result.plan
  if (page > 1 && page > Math.ceil(result.total / perPage)) throw problem('rest_post_invalid_page_number')
  return createBareListResponse(createListData(result, presentAttachment), result.urls)
}

const mediaRoutes = createMediaRoutes({
  present: presentAttachment,
  presentList: presentBareList,
  pageSizes: () => ({ perPage: 10, maxPerPage: 100 }),
  presentRemoved: (previous) => ({ deleted: true, previous }),
  deleteArguments: { force: defineBooleanField('media.force') },
  notFoundCode: 'rest_post_invalid_id',
  forbiddenCodes: { create: 'rest_cannot_create', edit: 'rest_cannot_edit', delete: 'rest_cannot_delete' },
})

const passwordRoutes = applicationPasswordRoutes

export const WORDPRESS_NAMESPACE = 'wp/v2'

export function createWordpressRouter(): Router {
  const router: Router = createRouter([
    createNamespaceRoute(() => router.routes),
    ...wordpressUserRoutes,
    ...passwordRoutes,
    ...mediaRoutes,
    ...wordpressTermRoutes,
    ...createPostRoutes('event'),
    ...createPostRoutes('venue'),
    ...createPostRoutes('organizer'),
    ...wordpressTypeRoutes,
  ])
  return router
}
