/** Neighbours that clients of the reference call beside its namespace: `wp/v2` (design section 5). */
import { findAccount } from '../actions/accounts.ts'
import { boolean } from '../calendar/field.ts'
import { problem } from '../calendar/problem.ts'
import { presentAttachment } from '../present/image.ts'
import { applicationPasswordRoutes } from './application-password-routes.ts'
import { namespaceRoute } from './document-routes.ts'
import { bareListReply } from './lists.ts'
import { listFacts, type MediaPage, mediaRoutes } from './media-routes.ts'
import { everybody } from './post-access.ts'
import { type AnyRoute, type Call, endpoint, ok, READS, type Reply } from './route.ts'
import { createRouting, type Routing } from './routes.ts'
import { wordpressTermRoutes } from './wordpress-terms.ts'

async function me({ viewer, services, urls }: Call<unknown, unknown>): Promise<Reply> {
  const user = await findAccount(services, viewer.id)
  if (!user) throw problem('rest_not_logged_in')
  const { id, name, login, role } = user
  return ok({ id, name, url: '', description: '', link: `${urls.home}/`, slug: login, roles: [role], meta: [] })
}

const usersMe: AnyRoute = {
  pattern: '/users/me',
  endpoints: [
    endpoint({
      operation: 'getMe',
      answers: {},
      methods: READS,
      path: {},
      args: {},
      access: everybody,
      handle: me,
    }),
  ],
}

/** A bare list; its totals and neighbours stand in the headers. */
function bareList(found: MediaPage): Reply {
  const { page, perPage } = found.plan
  if (page > 1 && page > Math.ceil(found.total / perPage)) throw problem('rest_post_invalid_page_number')
  return bareListReply(listFacts(found, presentAttachment), found.urls)
}

const media = mediaRoutes({
  present: presentAttachment,
  list: bareList,
  sizes: () => ({ perPage: 10, maxPerPage: 100 }),
  removed: (previous) => ({ deleted: true, previous }),
  deleteArguments: { force: boolean('media.force') },
  notFound: 'rest_post_invalid_id',
  refusals: { create: 'rest_cannot_create', edit: 'rest_cannot_edit', delete: 'rest_cannot_delete' },
}) as readonly AnyRoute[]

const passwords = applicationPasswordRoutes as readonly AnyRoute[]

export const WORDPRESS_NAMESPACE = 'wp/v2'

export function wordpressRouting(): Routing {
  const routing: Routing = createRouting([
    namespaceRoute(() => routing.routes),
    usersMe,
    ...passwords,
    ...media,
    ...(wordpressTermRoutes as readonly AnyRoute[]),
  ])
  return routing
}
