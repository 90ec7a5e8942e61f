/** Current states of the records that webhooks announce. */

import { findLinks } from '../../calendar/posts/links.ts'
import { findPosts } from '../../calendar/posts/post-store.ts'
import { recordPostFields, recordRelations, recordTermFields } from '../../calendar/posts/recorded-fields.ts'
import { addDescendants } from '../../calendar/posts/resolve-references.ts'
import { findCategoryTree, findEventTerms, findTerms } from '../../calendar/terms/term-store.ts'
import type { RecordedFields } from '../../kernel/change-record.ts'
import type { PostKind } from '../../kernel/post.ts'
import type { Reader } from '../../storage/types.ts'
import type { AnnouncementRule } from './announce-change.ts'
import type { Webhook, WebhookKind } from './webhook.ts'

export type RecordStates = ReadonlyMap<number, RecordedFields>

/** By ID, without records that do not exist. */
export async function readRecordStates(db: Reader, kind: WebhookKind, ids: readonly number[]): Promise<RecordStates> {
  if (kind === 'event') return readEventStates(db, ids)
  if (kind === 'venue' || kind === 'organizer') return readPostStates(db, kind, ids)
  const terms = await findTerms(db, ids)
  return new Map(terms.filter(({ taxonomy }) => taxonomy === kind).map((term) => [term.id, recordTermFields(term)]))
}

async function readPostStates<K extends PostKind>(db: Reader, kind: K, ids: readonly number[]): Promise<RecordStates> {
  return new Map((await findPosts(db, kind, ids)).map((post) => [post.id, recordPostFields(kind, post)]))
}

async function readEventStates(db: Reader, ids: readonly number[]): Promise<RecordStates> {
  const [states, links, eventTerms] = await Promise.all([
    readPostStates(db, 'event', ids),
    findLinks(db, ids),
    findEventTerms(db, ids),
  ])
  const terms = await findTerms(db, [...new Set(eventTerms.map(({ term_id }) => term_id))])
  const taxonomies = new Map(terms.map(({ id, taxonomy }) => [id, taxonomy]))
  const listTerms = (eventId: number, taxonomy: string) =>
    eventTerms
      .filter(({ event_id, term_id }) => event_id === eventId && taxonomies.get(term_id) === taxonomy)
      .map(({ term_id }) => term_id)
  const listLinks = (eventId: number, kind: string) =>
    links.filter((link) => link.event_id === eventId && link.kind === kind).map(({ target_id }) => target_id)
  const withRelations = ([id, state]: [number, RecordedFields]): [number, RecordedFields] => [
    id,
    {
      ...state,
      ...recordRelations({
        venues: listLinks(id, 'venue'),
        organizers: listLinks(id, 'organizer'),
        categories: listTerms(id, 'category'),
        tags: listTerms(id, 'tag'),
      }),
    },
  ]
  return new Map([...states].map(withRelations))
}

/** The rule of a webhook; its categories include their descendants, as in lists. */
export async function resolveRule(db: Reader, { view, filters }: Webhook): Promise<AnnouncementRule> {
  const { categories, categories_exclude } = filters
  if (!categories && !categories_exclude) return { view, filters }
  const tree = await findCategoryTree(db)
  return {
    view,
    filters: {
      ...filters,
      ...(categories && { categories: addDescendants(categories, tree) }),
      ...(categories_exclude && { categories_exclude: addDescendants(categories_exclude, tree) }),
    },
  }
}
