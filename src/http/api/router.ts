/** Every route of the namespace, in the order of the index (contract 2). */
import { applicationPasswordRoutes } from '../routes/application-passwords.ts'
import { eventExternalIdRoute, eventRoutes } from '../routes/events.ts'
import { feedRoutes } from '../routes/feeds.ts'
import { createLinkedExternalIdRoute, createLinkedRoutes } from '../routes/linked.ts'
import { libraryRoutes } from '../routes/media.ts'
import { createTermRoutes } from '../routes/terms.ts'
import type { AnyRoute, Endpoint } from './endpoint.ts'

export interface Router {
  readonly routes: readonly AnyRoute[]
  readonly find: (path: string) => RouteMatch | undefined
}

export interface RouteMatch {
  readonly route: AnyRoute
  /** Captures of the pattern, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
}

export const RESOURCE_ROUTES: readonly AnyRoute[] = [
  ...eventRoutes,
  ...createLinkedRoutes('venue'),
  ...createLinkedRoutes('organizer'),
  ...createTermRoutes('category'),
  ...createTermRoutes('tag'),
  ...libraryRoutes,
  eventExternalIdRoute,
  createLinkedExternalIdRoute('venue'),
  createLinkedExternalIdRoute('organizer'),
  ...feedRoutes,
  ...applicationPasswordRoutes,
] as readonly AnyRoute[]

/** Patterns are matched whole and in any case. Throws when an endpoint does not say who may use it. */
export function createRouter(routes: readonly AnyRoute[]): Router {
  for (const route of routes) for (const endpoint of route.endpoints) assertAccessDeclared(route, endpoint)
  const compiled = routes.map((route) => ({ route, expression: compilePattern(route.pattern) }))
  return {
    routes,
    find: (path) => {
      for (const { route, expression } of compiled) {
        const result = expression.exec(path)
        if (result) return { route, params: decodeParams(result.groups) }
      }
      return undefined
    },
  }
}

function assertAccessDeclared({ pattern }: AnyRoute, endpoint: Partial<Endpoint<unknown>>): void {
  if (typeof endpoint.access === 'function') return
  throw new Error(`${endpoint.methods?.join(', ')} ${pattern} does not declare who may use it`)
}

/** The index spells captures in PHP's way, `(?P<id>\d+)`. */
const compilePattern = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('(?P<', '(?<')}$`, 'i')

function decodeParams(groups: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, decodeParam(value)]))
}

function decodeParam(text: string): string {
  try {
    // No text of a record holds a NUL, and not every database takes one.
    return decodeURIComponent(text).replaceAll('\0', '\ufffd')
  } catch {
    return text
  }
}

/** The endpoint of a verb; HEAD is answered by GET. */
export function findEndpoint(route: AnyRoute, method: string): Endpoint<unknown> | undefined {
  const effectiveMethod = method === 'HEAD' ? 'GET' : method
  return route.endpoints.find(({ methods }) => methods.includes(effectiveMethod))
}
