/** What stands beside the namespace: the index of all namespaces and who one is (design section 5). */

import { findAccount } from '../actions/accounts.ts'
import type { Services } from '../actions/services.ts'
import { describeRoutes, type IndexContext } from '../apidoc/namespace-index.ts'
import type { RouteDescription } from '../apidoc/route-description.ts'
import { type Problem, problem } from '../calendar/problem.ts'
import type { Viewer } from '../calendar/user.ts'
import type { Mount } from './mount.ts'
import type { Reply } from './route.ts'

export interface NeighbourRequest {
  readonly method: string
  /** What follows the root of the mount. */
  readonly path: string
  readonly mount: Mount
  readonly viewer: Viewer
  readonly home: string
  readonly index: IndexContext
  readonly routes: readonly RouteDescription[]
}

/** The index by which clients discover namespaces; also at the address without `wp-json`. */
function siteIndex({ mount, home, index, routes }: NeighbourRequest, { site }: Services) {
  return {
    name: site.name,
    description: '',
    url: home,
    home,
    timezone_string: site.zone,
    namespaces: [mount.namespace],
    authentication: {},
    routes: describeRoutes(routes, index),
    _links: {},
  }
}

async function me({ viewer, home }: NeighbourRequest, services: Services): Promise<Reply | Problem> {
  const user = await findAccount(services, viewer.id)
  if (!user) return problem('rest_not_logged_in')
  const { id, name, login, role } = user
  return {
    status: 200,
    body: { id, name, url: '', description: '', link: `${home}/`, slug: login, roles: [role], meta: [] },
  }
}

export async function neighbour(request: NeighbourRequest, services: Services): Promise<Reply | Problem> {
  const { method, path, mount } = request
  if (method !== 'GET' && method !== 'HEAD') return problem('rest_no_route')
  if (path === '') return { status: 200, body: siteIndex(request, services) }
  if (mount.name === 'wordpress' && path.toLowerCase() === '/wp/v2/users/me') return me(request, services)
  return problem('rest_no_route')
}
