/** Routes of the API: from mount, namespace and path to an endpoint. */
import type { Fields } from '../kernel/field.ts'
import { ANONYMOUS, type Viewer } from '../kernel/user.ts'
import { listNamespaces, type MountedNamespace } from './app-context.ts'
import { addAccessClass, createCacheKey, isPublicRead, isSignedInRead } from './cache/cache-key.ts'
import type { CacheSlot } from './cache/response-cache.ts'
import { type ApiTarget, findApiTarget, stripNamespace } from './request/resolve-mount.ts'
import { isReadRequest, type RequestContext } from './request-context.ts'
import { findEndpoint, type RouteMatch } from './router.ts'
import type { ApiRoute } from './served-route.ts'

/** Undefined for URLs outside of all mounts. */
export function findApiRoute(context: RequestContext): ApiRoute | undefined {
  const { app, localizedPath, query } = context
  const target = findApiTarget(localizedPath, query['rest_route'], app.withWordpress)
  return target && resolveApiRoute(context, target)
}

export function resolveApiRoute(context: RequestContext, target: ApiTarget, name: ApiRoute['name'] = 'api'): ApiRoute {
  const { method } = context
  const namespaces = listNamespaces(context.app, target.mount)
  for (const pathNamespace of namespaces) {
    const path = stripNamespace(target, pathNamespace.name)
    if (path === undefined) continue
    const namespace = (path === '' && findRequestedNamespace(context, namespaces)) || pathNamespace
    const match = namespace.router.find(path)
    const endpoint = match && findEndpoint(match.route, method)
    const route = { kind: 'api', name, context, target, namespace, match, endpoint } as const
    const cacheSlot = match && endpoint && createEndpointSlot(route, match, ANONYMOUS)
    return { ...route, cacheSlot, createViewerSlot: (viewer) => match && createEndpointSlot(route, match, viewer) }
  }
  const isIndex = target.path === '' && isReadRequest(context)
  const slotOptions = { args: {}, isLocalized: true, viewer: ANONYMOUS }
  const cacheSlot = isIndex ? createSlot(context, target, slotOptions) : undefined
  return { ...NOT_FOUND, name, context, target, cacheSlot }
}

const NOT_FOUND = {
  kind: 'api',
  name: 'api',
  target: undefined,
  namespace: undefined,
  match: undefined,
  endpoint: undefined,
  cacheSlot: undefined,
} as const

/** Responds with the 404 of the API, or with `failure`. */
export const createProblemRoute = (context: RequestContext, failure?: unknown): ApiRoute => ({
  ...NOT_FOUND,
  context,
  failure,
})

/** The namespace named by the query; the reference sends its index from the root of any namespace. */
function findRequestedNamespace(
  context: RequestContext,
  namespaces: readonly MountedNamespace[],
): MountedNamespace | undefined {
  return isReadRequest(context) ? namespaces.find(({ name }) => name === context.query['namespace']) : undefined
}

function createEndpointSlot(
  { context, target }: Pick<ApiRoute, 'context'> & { readonly target: ApiTarget },
  { route }: RouteMatch,
  viewer: Viewer,
): CacheSlot | undefined {
  const endpoint = findEndpoint(route, 'GET')
  if (
    !endpoint ||
    endpoint.acceptsCookieAlone ||
    endpoint.isLive ||
    (viewer !== ANONYMOUS && !endpoint.isSharedByClass)
  )
    return undefined
  return createSlot(context, target, { args: endpoint.args, isLocalized: endpoint.isLocalized ?? false, viewer })
}

interface SlotOptions {
  readonly args: Fields
  readonly isLocalized: boolean
  readonly viewer: Viewer
}

/** Undefined for requests whose responses must not be cached. */
function createSlot(
  { request, query, contentLanguage }: RequestContext,
  { mount, path, language }: ApiTarget,
  { args, isLocalized, viewer }: SlotOptions,
): CacheSlot | undefined {
  // The method of the client counts: a POST that is overridden to HEAD has no body that others could get.
  const isCacheable = viewer === ANONYMOUS ? isPublicRead : isSignedInRead
  if (!isCacheable(request.method, request.headers)) return undefined
  // A URL without a language has a response per language.
  const negotiatedLanguage = isLocalized && language === undefined ? contentLanguage.language : undefined
  const key = createCacheKey({ language, negotiatedLanguage, mount: mount.name, path, query, args })
  if (key === undefined) return undefined
  const url = negotiatedLanguage ? `${negotiatedLanguage} ${request.url}` : request.url
  return { url: addAccessClass(url, viewer), key: addAccessClass(key, viewer), language: contentLanguage.language }
}
