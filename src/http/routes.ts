/** Every route of the namespace, in the order of the index (contract 2). */
import { applicationPasswordRoutes } from './application-password-routes.ts'
import { eventByExternalId, eventRoutes } from './event-routes.ts'
import { feedRoutes } from './feed-routes.ts'
import { linkedByExternalId, linkedRoutes } from './linked-routes.ts'
import { libraryRoutes } from './media-routes.ts'
import type { AnyRoute, Endpoint } from './route.ts'
import { termRoutes } from './term-routes.ts'

export interface Routing {
  readonly routes: readonly AnyRoute[]
  readonly find: (path: string) => Found | undefined
}

export interface Found {
  readonly route: AnyRoute
  /** Captures of the pattern, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
}

export const RESOURCE_ROUTES: readonly AnyRoute[] = [
  ...eventRoutes,
  ...linkedRoutes('venue'),
  ...linkedRoutes('organizer'),
  ...termRoutes('category'),
  ...termRoutes('tag'),
  ...libraryRoutes,
  eventByExternalId,
  linkedByExternalId('venue'),
  linkedByExternalId('organizer'),
  ...feedRoutes,
  ...applicationPasswordRoutes,
] as readonly AnyRoute[]

/** Patterns are matched whole and in any case. Throws when an endpoint does not say who may use it. */
export function createRouting(routes: readonly AnyRoute[]): Routing {
  for (const route of routes) for (const endpoint of route.endpoints) refuseUndeclared(route, endpoint)
  const compiled = routes.map((route) => ({ route, expression: compile(route.pattern) }))
  return {
    routes,
    find: (path) => {
      for (const { route, expression } of compiled) {
        const match = expression.exec(path)
        if (match) return { route, params: decoded(match.groups) }
      }
      return undefined
    },
  }
}

function refuseUndeclared({ pattern }: AnyRoute, endpoint: Partial<Endpoint<unknown>>): void {
  if (typeof endpoint.access === 'function') return
  throw new Error(`${endpoint.methods?.join(', ')} ${pattern} does not declare who may use it`)
}

/** The index spells captures in PHP's way, `(?P<id>\d+)`. */
const compile = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('(?P<', '(?<')}$`, 'i')

function decoded(groups: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, decode(value)]))
}

function decode(text: string): string {
  try {
    // No text of a record holds a NUL, and not every database takes one.
    return decodeURIComponent(text).replaceAll('\0', '\ufffd')
  } catch {
    return text
  }
}

/** The endpoint of a verb; HEAD is answered by GET. */
export function endpointOf(route: AnyRoute, method: string): Endpoint<unknown> | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method
  return route.endpoints.find(({ methods }) => methods.includes(wanted))
}
