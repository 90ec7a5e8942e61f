/** Feeds at the URLs of pages. They are rewritten, not redirected, because some subscribers follow no redirects. */

import { readFromReplicaIfPossible } from '../../calendar/services.ts'
import { createProblemRoute, resolveApiRoute } from '../../http/api-route.ts'
import type { PageFeed } from '../../http/page-renderer.ts'
import { MOUNTS } from '../../http/request/resolve-mount.ts'
import { buildPageUrls, isReadRequest, type ServedRequest, startResponse } from '../../http/request-context.ts'
import type { RouteFinder } from '../../http/served-route.ts'

/**
 * The feed route of the API; undefined for requests without a feed. A problem is presented by the API. The form with the
 * password of a page opens its feed, too.
 */
export const findPageFeedRoute: RouteFinder = async (context) => {
  const { app, localizedPath, query, method } = context
  if (!(isReadRequest(context) || method === 'POST')) return undefined
  if (!app.host.pageRenderer.isFeedRequest(localizedPath.path, query)) return undefined
  let pageFeed: PageFeed | undefined
  try {
    pageFeed = await findPageFeed(startResponse(context))
  } catch (error) {
    return createProblemRoute(context, error)
  }
  if (!pageFeed) return undefined
  const mount = app.withWordpress ? MOUNTS.wordpress : MOUNTS.api
  const path = `/${mount.namespace}${buildFeedPath(pageFeed)}`
  const target = { mount, language: localizedPath.language, path }
  const read = { ...context, method: method === 'HEAD' ? method : 'GET', query: pageFeed.query }
  return resolveApiRoute(read, target, 'page feed')
}

const buildFeedPath = ({ eventId, format }: PageFeed): string =>
  eventId === undefined ? `/events.${format}` : `/events/${eventId}.${format}`

function findPageFeed(context: ServedRequest): Promise<PageFeed | undefined> {
  const { app, services, localizedPath, query, contentLanguage, request } = context
  const pageRequest = {
    ...{ path: localizedPath.path, query, language: contentLanguage.language, urls: buildPageUrls(context) },
    ...{ password: undefined, ip: request.ip },
  }
  return readFromReplicaIfPossible(services, (from) => app.host.pageRenderer.findFeed(from, pageRequest))
}
