/** The stage `route`: finds the route of a request among everything that the service serves. */
import { createProblemRoute } from './api-route.ts'
import { type PositionedFinder, sortByPosition } from './feature.ts'
import type { RequestContext } from './request-context.ts'
import type { ServedRoute } from './served-route.ts'

/** Tries the finders in their order. The returned function finds the route of a request, or the 404 of the API. */
export function createRouteFinder(
  parts: readonly PositionedFinder[],
): (context: RequestContext) => Promise<ServedRoute> {
  const finders = sortByPosition(parts).map(({ find }) => find)
  return async (context) => {
    for (const find of finders) {
      const route = await find(context)
      if (route) return route
    }
    return createProblemRoute(context)
  }
}
