/** Every route and method of the interface: its description, and who is rejected. Made from the routes themselves. */
import { createApiRouter } from '../../../src/api/routes.ts'
import { FEATURES } from '../../../src/features.ts'
import { api, type GoldenRequest, tec } from '../request.ts'

export interface RouteMethod {
  readonly pattern: string
  readonly method: string
}

/** All routes with their methods, as in the index of the namespace. */
export const listRouteMethods = (): readonly RouteMethod[] =>
  createApiRouter(FEATURES).routes.flatMap(({ pattern, endpoints }) =>
    endpoints.flatMap(({ methods }) => methods.map((method) => ({ pattern, method }))),
  )

/** IDs that do not exist, so that no request changes anything. */
const fillPattern = (pattern: string): string =>
  pattern
    .replaceAll('\\.', '.')
    .replace(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, (_, name: string) => MISSING[name] ?? '999999')

const MISSING: Readonly<Record<string, string>> = {
  slug: 'none',
  external_id: 'none:1',
  uuid: '6ba7b810-9dad-81d1-80b4-00c04fd430c8',
}

/** Requests that would wait, end the session of the user, or write without an ID in the path. */
const isExcluded = ({ pattern, method }: RouteMethod): boolean => /stream|\/setup/.test(pattern) && method !== 'GET'

const READERS = ['anon', 'editor'] as const

function createRequests(route: RouteMethod): readonly GoldenRequest[] {
  const path = fillPattern(route.pattern)
  const isRead = route.method === 'GET'
  const users = isRead ? READERS : (['author'] as const)
  if (route.method === 'HEAD' || route.method === 'OPTIONS' || isExcluded(route)) return []
  if (path === '/events/stream' || path === '/doc') return []
  const options = isRead ? {} : { json: {} }
  return users.map((as) => tec(`${route.method} ${path}`, { as, ...options }))
}

/** Writes without credentials; the permission table has the other users. */
const ANONYMOUS_WRITES = /^\/(?:events|venues|tags|media|batch|settings|users|webhooks|sources|imports|series)$/

export function createAccessRequests(): readonly GoldenRequest[] {
  const routes = listRouteMethods()
  const patterns = [...new Set(routes.map(({ pattern }) => pattern))]
  const anonymous = routes.filter(({ pattern, method }) => method !== 'GET' && ANONYMOUS_WRITES.test(pattern))
  return [
    ...patterns.map((pattern) => api(`OPTIONS ${fillPattern(pattern)}`)),
    ...routes.flatMap(createRequests),
    ...anonymous.map(({ pattern, method }) => tec(`${method} ${pattern}`, { json: {} })),
  ]
}
