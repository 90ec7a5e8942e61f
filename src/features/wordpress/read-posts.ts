/** Reads events, venues and organizers as posts of `wp/v2`, by the access rules of the calendar. */

import { findRelations } from '../../calendar/fragments/render-rows.ts'
import { findLinkedIds, findMatchingLinkedIds } from '../../calendar/linked/find-linked-ids.ts'
import { findEventIds, findMatchingEventIds } from '../../calendar/lists/find-event-ids.ts'
import type { IdPage } from '../../calendar/lists/paginate-ids.ts'
import { findAccessFields, findPosts } from '../../calendar/posts/post-store.ts'
import type { ListResult } from '../../calendar/posts/read-posts.ts'
import { findClosedIds, type ViewerAccess } from '../../calendar/posts/viewer-access.ts'
import { findTerms } from '../../calendar/terms/term-store.ts'
import type { PostByKind, PostKind } from '../../kernel/post.ts'
import { mayRead } from '../../kernel/visibility.ts'
import type { Reader } from '../../storage/types.ts'
import type { WordpressRecord } from './present-post.ts'
import type { WordpressPlan } from './wordpress-post-query.ts'

export async function listWordpressPosts(
  db: Reader,
  access: ViewerAccess,
  list: WordpressPlan,
): Promise<ListResult<WordpressRecord>> {
  const { ids, total } = await findPageIds(db, list)
  const posts = await findPosts(db, list.kind, ids)
  const byId = new Map(posts.map((post) => [post.id, post]))
  const ordered = ids.flatMap((id) => byId.get(id) ?? [])
  // A record may have been unpublished since its id was found.
  const visible = ordered.filter((post) => mayRead(access.viewer, post))
  return { records: await loadWordpressRecords(db, access, { kind: list.kind, posts: visible }), total }
}

async function findPageIds(db: Reader, list: WordpressPlan): Promise<IdPage> {
  const { givenOrder, kind, plan } = list
  if (!givenOrder) return kind === 'event' ? findEventIds(db, plan) : findLinkedIds(db, kind, plan)
  const found = new Set(
    kind === 'event'
      ? await findMatchingEventIds(db, plan, givenOrder)
      : await findMatchingLinkedIds(db, kind, plan, givenOrder),
  )
  const ids = givenOrder.filter((id) => found.has(id))
  const { page, perPage } = plan
  return { ids: ids.slice((page - 1) * perPage, page * perPage), total: ids.length }
}

interface PostsOfKind<K extends PostKind> {
  readonly kind: K
  readonly posts: readonly PostByKind[K][]
  /** The record that the URL names. */
  readonly requestedId?: number
}

/** Adds the relations that the viewer may see, in a fixed number of statements. The caller checks the records. */
export async function loadWordpressRecords<K extends PostKind>(
  db: Reader,
  access: ViewerAccess,
  { kind, posts, requestedId }: PostsOfKind<K>,
): Promise<WordpressRecord[]> {
  const closed = await findClosedIds(posts, access, requestedId)
  const openIds = kind === 'event' ? posts.map(({ id }) => id).filter((id) => !closed.has(id)) : []
  const getRelations = await findRelations(db, openIds)
  const relations = openIds.map(getRelations)
  const linked = await findAccessFields(db, [
    { kind: 'venue', ids: [...new Set(relations.flatMap(({ venues }) => venues))] },
    { kind: 'organizer', ids: [...new Set(relations.flatMap(({ organizers }) => organizers))] },
  ])
  const readable = new Set(
    linked.filter((one) => one.status !== 'trash' && mayRead(access.viewer, one)).map(({ id }) => id),
  )
  const termIds = [...new Set(relations.flatMap(({ terms }) => terms))]
  const terms = new Map((await findTerms(db, termIds)).map((term) => [term.id, term]))
  return posts.map((post) => {
    const { venues, organizers, terms: ids } = getRelations(post.id)
    return {
      ...({ kind, post } as WordpressRecord),
      isClosed: closed.has(post.id),
      venues: venues.filter((id) => readable.has(id)),
      organizers: organizers.filter((id) => readable.has(id)),
      terms: ids.flatMap((id) => terms.get(id) ?? []),
    }
  })
}
