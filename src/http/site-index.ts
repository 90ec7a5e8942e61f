/** Index at the root of a mount, by which clients discover namespaces. */

import { AUTHORIZE_PATH } from '../calendar/posts/urls.ts'
import type { Services } from '../calendar/services.ts'
import { describeRoutes, type IndexContext } from './namespace-index.ts'
import type { EndpointResponse } from './response/reply.ts'
import type { RouteDescription } from './route-description.ts'

export interface NamespaceDescription {
  readonly index: IndexContext
  readonly routes: readonly RouteDescription[]
}

export function buildSiteIndex(
  { site }: Services,
  home: string,
  namespaces: readonly NamespaceDescription[],
): EndpointResponse {
  return {
    status: 200,
    isLocalized: true,
    body: {
      name: site.name,
      description: '',
      url: home,
      home,
      timezone_string: site.zone,
      namespaces: namespaces.map(({ index }) => index.namespace),
      authentication: { 'application-passwords': { endpoints: { authorization: `${home}${AUTHORIZE_PATH}` } } },
      routes: Object.assign({}, ...namespaces.map(({ routes, index }) => describeRoutes(routes, index))),
      _links: {},
    },
  }
}
