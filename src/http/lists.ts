import { findOpened } from '../actions/opened-records.ts'
import type { Reading } from '../actions/read-posts.ts'
import { clockOf } from '../actions/services.ts'
import { type PlanContext, paging } from '../calendar/plans.ts'
import { can, type Viewer } from '../calendar/user.ts'
import type { Part } from '../present/json-text.ts'
import { type ListFacts, type ListLinks, listLinks, listText, presentList } from '../present/list.ts'
import type { Urls } from '../present/urls.ts'
import { type Call, ok, type Reply } from './route.ts'

type Page = { readonly page?: number; readonly per_page?: number }

/** What the query plan of a list of events, venues or organizers depends on besides its filters. */
export async function listContext(
  { services, args }: Call<unknown, Page>,
  { sight }: Pick<Reading, 'sight'>,
): Promise<PlanContext> {
  return {
    viewer: sight.viewer,
    opened: await findOpened(services.database.read, sight),
    clock: clockOf(services),
    paging: paging(args, services.site),
  }
}

/** The answer of a list: envelope, totals and links to its neighbours (decisions, totals). */
export function listReply(facts: ListFacts, urls: Urls): Reply {
  const links = listLinks(facts, urls)
  const { total, pages, headers } = headersOf(facts, links)
  return ok(presentList(facts, links, urls), { 'x-tec-total': total, 'x-tec-totalpages': pages, ...headers })
}

/** The same of records that are JSON already. */
export function listTextReply(facts: Omit<ListFacts, 'records'>, records: readonly Part[], urls: Urls): Reply {
  const whole = { ...facts, records }
  const links = listLinks(whole, urls)
  const { total, pages, headers } = headersOf(whole, links)
  return ok(listText(whole, links, urls, records), { 'x-tec-total': total, 'x-tec-totalpages': pages, ...headers })
}

/** A list without envelope: all but its records stands in the headers. */
export const bareListReply = (facts: ListFacts, urls: Urls): Reply =>
  ok(facts.records, headersOf(facts, listLinks(facts, urls)).headers)

function headersOf(facts: ListFacts, links: ListLinks) {
  const total = String(facts.total)
  const pages = String(Math.ceil(facts.total / facts.perPage))
  const relations = [
    ...(links.next ? [`<${links.next}>; rel="next"`] : []),
    ...(links.previous ? [`<${links.previous}>; rel="prev"`] : []),
  ]
  const link = relations.length > 0 && { link: relations.join(', ') }
  return { total, pages, headers: { 'x-wp-total': total, 'x-wp-totalpages': pages, ...link } }
}

/** What a list shows when no status is asked for, as its addresses say it. */
export const defaultStatus = (viewer: Viewer): string => (can(viewer, 'edit_posts') ? 'any' : 'publish')
