import type { IndexContext } from './namespace-index.ts'
import type { RouteDescription } from './route-description.ts'

export function openapi(routes: readonly RouteDescription[], context: IndexContext) {
  return { openapi: '3.0.3', routes, context }
}
