/** Finds the route of a path within a namespace. */

import type { AnyRoute, Endpoint } from './endpoint.ts'
import { toPlainPath } from './route-description.ts'

export interface Router {
  readonly routes: readonly AnyRoute[]
  readonly find: (path: string) => RouteMatch | undefined
}

export interface RouteMatch {
  readonly route: AnyRoute
  /** The pattern with names for its captures, such as `/events/{id}`. */
  readonly name: string
  /** Captures of the pattern, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
}

/** Patterns match the whole path, ignoring case. Throws when an endpoint has no access rule. */
export function createRouter(routes: readonly AnyRoute[]): Router {
  for (const route of routes) for (const endpoint of route.endpoints) assertAccessDeclared(route, endpoint)
  const compiled = routes.map((route) => ({ route, expression: compilePattern(route.pattern), name: nameRoute(route) }))
  return {
    routes,
    find: (path) => {
      for (const { route, expression, name } of compiled) {
        const result = expression.exec(path)
        if (result) return { route, name, params: decodeParams(result.groups) }
      }
      return undefined
    },
  }
}

function assertAccessDeclared({ pattern }: AnyRoute, endpoint: Partial<Endpoint<unknown>>): void {
  if (typeof endpoint.access === 'function') return
  throw new Error(`${endpoint.methods?.join(', ')} ${pattern} has no access rule`)
}

const nameRoute = ({ pattern }: AnyRoute): string => toPlainPath(pattern.replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}'))

/** The index shows patterns with PHP's spelling of captures, `(?P<id>\d+)`. */
const compilePattern = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('(?P<', '(?<')}$`, 'i')

function decodeParams(groups: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, decodeParam(value)]))
}

function decodeParam(text: string): string {
  if (!text.includes('%')) return text
  try {
    // No text of a record contains NUL, which PostgreSQL rejects in parameters.
    return decodeURIComponent(text).replaceAll('\0', '\ufffd')
  } catch {
    return text
  }
}

/** The endpoint of a method; HEAD uses that of GET. */
export function findEndpoint(route: AnyRoute, method: string): Endpoint<unknown> | undefined {
  const effectiveMethod = method === 'HEAD' ? 'GET' : method
  return route.endpoints.find(({ methods }) => methods.includes(effectiveMethod))
}
