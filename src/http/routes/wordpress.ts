/** The namespace `wp/v2`: routes of WordPress that clients of The Events Calendar call. */

import { defineBooleanField } from '../../domain/fields/field.ts'
import { problem } from '../../domain/problem.ts'
import { presentAttachment } from '../../presenters/image.ts'
import { findAccount } from '../../usecases/auth/accounts.ts'
import { allowEveryone } from '../api/access-rules.ts'
import { type AnyRoute, defineEndpoint, type EndpointRequest, READ_METHODS } from '../api/endpoint.ts'
import { createRouter, type Router } from '../api/router.ts'
import { type EndpointResponse, okResponse } from '../response/reply.ts'
import { applicationPasswordRoutes } from './application-passwords.ts'
import { createBareListResponse } from './common/list-response.ts'
import { createNamespaceRoute } from './documents.ts'
import { createListData, createMediaRoutes } from './media.ts'
import type { MediaListResult } from './media-handlers.ts'
import { wordpressTermRoutes } from './wordpress-terms.ts'

async function getMe({ viewer, services, urls }: EndpointRequest<unknown, unknown>): Promise<EndpointResponse> {
  const user = await findAccount(services, viewer.id)
  if (!user) throw problem('rest_not_logged_in')
  const { id, name, login, role } = user
  return okResponse({ id, name, url: '', description: '', link: `${urls.home}/`, slug: login, roles: [role], meta: [] })
}

const usersMeRoute: AnyRoute = {
  pattern: '/users/me',
  endpoints: [
    defineEndpoint({
      operation: 'getMe',
      answers: {},
      methods: READ_METHODS,
      path: {},
      args: {},
      access: allowEveryone,
      handle: getMe,
    }),
  ],
}

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
}) as readonly AnyRoute[]

const passwordRoutes = applicationPasswordRoutes as readonly AnyRoute[]

export const WORDPRESS_NAMESPACE = 'wp/v2'

export function createWordpressRouter(): Router {
  const router: Router = createRouter([
    createNamespaceRoute(() => router.routes),
    usersMeRoute,
    ...passwordRoutes,
    ...mediaRoutes,
    ...(wordpressTermRoutes as readonly AnyRoute[]),
  ])
  return router
}
