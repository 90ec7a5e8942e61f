import type { FragmentWriterFn } from '../calendar/fragments/json-fragment.ts'
import {
  buildListLinks,
  createListJson,
  type ListData,
  type ListLinks,
  presentList,
} from '../calendar/lists/present-list.ts'
import { createPagination, type PlanContext } from '../calendar/lists/query-plan.ts'
import { findOpenedIds } from '../calendar/posts/opened-posts.ts'
import type { PasswordAttempt } from '../calendar/posts/post-passwords.ts'
import type { ReadContext } from '../calendar/posts/read-posts.ts'
import { createRenderContext } from '../calendar/posts/render-settings.ts'
import type { Urls } from '../calendar/posts/urls.ts'
import { createTimeContext } from '../calendar/services.ts'
import type { EndpointRequest } from '../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../http/response/reply.ts'
import { can, type Viewer } from '../kernel/user.ts'

type PageArguments = { readonly page?: number; readonly per_page?: number }

export type ReadRequest = Pick<EndpointRequest<unknown, unknown>, 'services' | 'urls' | 'viewer'>

/** Context of reading events, venues and organizers as the viewer sees them. */
export const createReadContext = ({ services, urls, viewer }: ReadRequest, attempt?: PasswordAttempt): ReadContext => ({
  services,
  renderContext: createRenderContext(urls, services.site),
  access: { viewer, attempt },
})

/** Inputs of the query plan of events, venues and organizers in addition to the filters. */
export async function createPlanContext(
  { services, args }: EndpointRequest<unknown, PageArguments>,
  { access }: Pick<ReadContext, 'access'>,
): Promise<PlanContext> {
  return {
    viewer: access.viewer,
    opened: await findOpenedIds(services.database.read, access),
    clock: createTimeContext(services),
    paging: createPagination(args, services.site),
  }
}

/** A list with totals and links to the adjacent pages (decisions: totals). */
export function createListResponse(options: ListData, urls: Urls): EndpointResponse {
  const links = buildListLinks(options, urls)
  const { total, pages, headers } = buildListHeaders(options, links)
  return okResponse(presentList(options, links, urls), { 'x-tec-total': total, 'x-tec-totalpages': pages, ...headers })
}

/** The same for records that are JSON fragments. */
export function createFragmentListResponse(
  options: Omit<ListData, 'records'>,
  records: readonly FragmentWriterFn[],
  urls: Urls,
): EndpointResponse {
  const list = { ...options, records }
  const links = buildListLinks(list, urls)
  const { total, pages, headers } = buildListHeaders(list, links)
  return okResponse(createListJson(list, links, urls, records), {
    'x-tec-total': total,
    'x-tec-totalpages': pages,
    ...headers,
  })
}

/** Only the records; totals and links are in the headers. */
export const createBareListResponse = (options: ListData, urls: Urls): EndpointResponse =>
  okResponse(options.records, buildListHeaders(options, buildListLinks(options, urls)).headers)

function buildListHeaders(options: ListData, links: ListLinks) {
  const total = String(options.total)
  const pages = String(Math.ceil(options.total / options.perPage))
  const relations = [
    ...(links.next ? [`<${links.next}>; rel="next"`] : []),
    ...(links.previous ? [`<${links.previous}>; rel="prev"`] : []),
  ]
  const link = relations.length > 0 && { link: relations.join(', ') }
  return { total, pages, headers: { 'x-wp-total': total, 'x-wp-totalpages': pages, ...link } }
}

/** Default of the parameter `status`, as in links of lists. */
export const getDefaultStatus = (viewer: Viewer): string => (can(viewer, 'edit_posts') ? 'any' : 'publish')
