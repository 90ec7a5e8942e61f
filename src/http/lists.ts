import { can, type Viewer } from '../calendar/user.ts'
import { type ListFacts, listLinks, presentList } from '../present/list.ts'
import type { Urls } from '../present/urls.ts'
import { ok, type Reply } from './route.ts'

/** The answer of a list: envelope, totals and links to its neighbours (decisions, totals). */
export function listReply(facts: ListFacts, urls: Urls): Reply {
  const links = listLinks(facts, urls)
  const total = String(facts.total)
  const pages = String(Math.ceil(facts.total / facts.perPage))
  const relations = [
    ...(links.next ? [`<${links.next}>; rel="next"`] : []),
    ...(links.previous ? [`<${links.previous}>; rel="prev"`] : []),
  ]
  return ok(presentList(facts, links, urls), {
    'x-tec-total': total,
    'x-tec-totalpages': pages,
    'x-wp-total': total,
    'x-wp-totalpages': pages,
    ...(relations.length > 0 && { link: relations.join(', ') }),
  })
}

/** What a list shows when no status is asked for, as its addresses say it. */
export const defaultStatus = (viewer: Viewer): string => (can(viewer, 'edit_posts') ? 'any' : 'publish')
