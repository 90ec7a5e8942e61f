/** Types of everything that the service serves. `find-route.ts` finds the route of a request. */
import type { Viewer } from '../kernel/user.ts'
import type { MountedNamespace } from './app-context.ts'
import type { CacheSlot } from './cache/response-cache.ts'
import type { Endpoint } from './endpoint.ts'
import type { ApiTarget } from './request/resolve-mount.ts'
import type { RequestContext, ServedRequest } from './request-context.ts'
import type { HttpResponse } from './response/http-response.ts'
import type { RouteMatch } from './router.ts'

/** A page, file or document, with a handler of its own. */
export interface SystemRoute {
  readonly kind: 'system'
  /** Label in metrics: the same for all requests of the route. */
  readonly name: string
  readonly cacheSlot?: CacheSlot | undefined
  /** True if the response contains the CORS headers that it needs; those of the API are not added then. */
  readonly setsOwnCors?: true
  /** Operators need it most when the service is overloaded. */
  readonly isUnlimited?: true
  readonly handle: (request: ServedRequest) => Promise<HttpResponse>
  /** True if the client gets the 404 of the API instead of this response. */
  readonly isReplacedByProblem?: (response: HttpResponse) => boolean
}

/** A route of the API. Without a namespace, endpoint or match, it is the index of a mount or a 404. */
export interface ApiRoute {
  readonly kind: 'api'
  /** Page feeds are rewritten to a route of the API, with a query of its own. */
  readonly name: 'api' | 'page feed'
  readonly context: RequestContext
  readonly target: ApiTarget | undefined
  readonly namespace: MountedNamespace | undefined
  readonly match: RouteMatch | undefined
  readonly endpoint: Endpoint<unknown> | undefined
  readonly cacheSlot: CacheSlot | undefined
  /** The place of the response to a signed-in viewer; undefined for responses that must not be cached. */
  readonly createViewerSlot?: (viewer: Viewer) => CacheSlot | undefined
  /** Error that occurred before or during routing. */
  readonly failure?: unknown
}

export type ServedRoute = SystemRoute | ApiRoute

/** Label of a route in metrics: its pattern, with the namespace where that is not the calendar's own. */
export function getRouteLabel(route: ServedRoute): string {
  if (route.kind === 'system') return route.name
  const { namespace, match, context } = route
  if (!namespace || !match) return route.target?.path === '' ? 'index' : 'none'
  return namespace.router === context.app.router ? match.name || 'index' : `/${namespace.name}${match.name}`
}

/** Undefined for requests of other routes. */
export type RouteFinder = (context: RequestContext) => ServedRoute | undefined | Promise<ServedRoute | undefined>
