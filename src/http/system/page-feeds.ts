/** Feeds at the URLs of pages. They are answered in place, as some subscribers follow no redirects. */
import type { PageFeed } from '../../usecases/page-renderer.ts'
import { readFromReplicaIfPossible } from '../../usecases/services.ts'
import { handleApi } from '../api/handle-api.ts'
import { buildPageUrls, isReadRequest, type RequestContext } from '../api/request-context.ts'
import { MOUNTS } from '../request/resolve-mount.ts'
import type { HttpResponse } from '../response/http-response.ts'

/** Undefined for requests that ask for no feed, and where the page must answer. */
export async function handlePageFeed(context: RequestContext): Promise<HttpResponse | undefined> {
  const { app, localizedPath, query } = context
  if (!isReadRequest(context) || !app.pageRenderer.isFeedRequest(localizedPath.path, query)) return undefined
  const pageFeed = await findPageFeed(context)
  if (pageFeed instanceof Error) return handleApi(context, undefined, pageFeed)
  if (!pageFeed) return undefined
  const mount = app.withWordpress ? MOUNTS.wordpress : MOUNTS.api
  const path = `/${mount.namespace}${buildFeedPath(pageFeed)}`
  return handleApi({ ...context, query: pageFeed.query }, { mount, language: localizedPath.language, path }, undefined)
}

const buildFeedPath = ({ eventId: event, format }: PageFeed): string =>
  event === undefined ? `/events.${format}` : `/events/${event}.${format}`

/** A failure is returned, so that the API presents it as its own. */
async function findPageFeed(context: RequestContext): Promise<PageFeed | Error | undefined> {
  const { app, localizedPath, query, contentLanguage, request } = context
  const pageRequest = {
    ...{ path: localizedPath.path, query, language: contentLanguage.language, urls: buildPageUrls(context) },
    ...{ password: undefined, ip: request.ip },
  }
  try {
    return await readFromReplicaIfPossible(app.services, (from) => app.pageRenderer.findFeed(from, pageRequest))
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
