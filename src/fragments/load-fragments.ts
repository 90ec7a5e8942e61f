/** Makes the texts of records from their rows, in one batch a table. */

import type { Media } from '../domain/model/media.ts'
import type { Event, LinkedKind, Post, PostByKind } from '../domain/model/post.ts'
import type { Taxonomy } from '../domain/model/term.ts'
import { createEventFragment, createEventJsonLdFragment, type RenderContext } from '../presenters/event.ts'
import { createJsonFragment, type Fragment, type SlottedFragment } from '../presenters/json-fragment.ts'
import { presentLinked, presentLinkedJsonLd } from '../presenters/linked.ts'
import { presentEmbeddedTerm } from '../presenters/term.ts'
import { fileUrl } from '../presenters/urls.ts'
import { readWithRevision } from '../storage/changes/change-log.ts'
import type { Reader } from '../storage/core/types.ts'
import { findLinks } from '../storage/stores/links.ts'
import { findMedia } from '../storage/stores/media.ts'
import { findPost, findPosts } from '../storage/stores/posts.ts'
import { findEventTerms, findTerms } from '../storage/stores/terms.ts'

/** What decides who sees a record, and whether whole. */
export type AccessFields = Pick<Post, 'id' | 'author' | 'status' | 'password'>

interface Sized {
  /** Bytes in memory, roughly. */
  readonly size: number
}

/** What an event is tied to, by number. */
export interface EventRelations {
  /** In the order in which the event lists them. */
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  /** In no order. */
  readonly terms: readonly number[]
}

export interface EventFragment extends Sized, EventRelations {
  readonly post: AccessFields
  readonly open: SlottedFragment
  /** How it looks to those who lack its password, if it has one. */
  readonly closed: SlottedFragment | undefined
  /** What only single reads show; undefined where the event was read for a list. */
  readonly detail: EventDetailFragment | undefined
}

export interface EventDetailFragment {
  readonly jsonLd: SlottedFragment
  /** Number of the newest change of the event that the text shows. */
  readonly revision: number
}

export interface LinkedFragment extends Sized {
  readonly post: AccessFields
  readonly open: Fragment
  /** With json_ld. */
  readonly full: Fragment
  readonly jsonLd: Fragment
  /** How it looks to those who lack its password, if it has one. */
  readonly closed: Fragment | undefined
}

export interface TermFragment extends Sized {
  readonly id: number
  readonly taxonomy: Taxonomy
  readonly name: string
  readonly text: Fragment
}

/** What an entry takes beside the bytes of its texts. */
const ENTRY_OVERHEAD_BYTES = 1200

const estimateSize = (texts: readonly (Fragment | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text?.bytes.length ?? 0), ENTRY_OVERHEAD_BYTES)

const pickAccessFields = ({ id, author, status, password }: Post): AccessFields => ({ id, author, status, password })

/** The pictures that records show, in one query, or none. */
async function findImages(db: Reader, posts: readonly Post[]): Promise<ReadonlyMap<number, Media>> {
  const ids = new Set(posts.map(({ image }) => image).filter((image) => image !== 0))
  return new Map((await findMedia(db, [...ids])).map((media) => [media.id, media]))
}

export async function loadEventFragments(
  db: Reader,
  ids: readonly number[],
  renderContext: RenderContext,
): Promise<ReadonlyMap<number, EventFragment>> {
  const events = await findPosts(db, 'event', ids)
  const [getRelations, images] = await Promise.all([
    findRelations(
      db,
      events.map(({ id }) => id),
    ),
    findImages(db, events),
  ])
  return new Map(
    events.map((post) => [
      post.id,
      buildEventFragment(post, getRelations(post.id), images.get(post.image), { renderContext }),
    ]),
  )
}

/** The text of one event, with what single reads show besides; undefined when it is not there. */
export async function loadEventFragment(
  db: Reader,
  id: number,
  renderContext: RenderContext,
): Promise<EventFragment | undefined> {
  const { record, revision } = await readWithRevision(db, 'event', id, () => findPost(db, 'event', id))
  return record && renderEventFragment(db, record, { renderContext, revision })
}

interface RenderOptions {
  readonly renderContext: RenderContext
  /** Of single reads. */
  readonly revision?: number
}

/** The text of an event that the caller has in hand; what it is tied to is read when it is not given. */
export async function renderEventFragment(
  db: Reader,
  event: Event,
  options: RenderOptions,
  relations?: EventRelations,
): Promise<EventFragment> {
  const [eventRelations, images] = await Promise.all([
    relations ?? findRelations(db, [event.id]).then((getRelations) => getRelations(event.id)),
    findImages(db, [event]),
  ])
  return buildEventFragment(event, eventRelations, images.get(event.image), options)
}

async function findRelations(db: Reader, ids: readonly number[]): Promise<(id: number) => EventRelations> {
  const [links, eventTerms] = await Promise.all([findLinks(db, ids), findEventTerms(db, ids)])
  const linksByEvent = groupByEvent(links)
  const termsByEvent = groupByEvent(eventTerms)
  const findTargets = (id: number, kind: LinkedKind) =>
    (linksByEvent.get(id) ?? []).filter((link) => link.kind === kind).map(({ target_id }) => target_id)
  return (id) => ({
    venues: findTargets(id, 'venue'),
    organizers: findTargets(id, 'organizer'),
    terms: (termsByEvent.get(id) ?? []).map(({ term_id }) => term_id),
  })
}

function buildEventFragment(
  post: Event,
  relations: EventRelations,
  image: Media | undefined,
  { renderContext, revision }: RenderOptions,
): EventFragment {
  const input = { post, isClosed: false, image }
  const open = createEventFragment(input, renderContext)
  const closed = post.password === '' ? undefined : createEventFragment({ ...input, isClosed: true }, renderContext)
  const detail =
    revision === undefined ? undefined : { jsonLd: createEventJsonLdFragment(input, renderContext), revision }
  const size = estimateSize([open, closed, detail?.jsonLd])
  return { ...relations, post: pickAccessFields(post), open, closed, detail, size }
}

function groupByEvent<T extends { readonly event_id: number }>(rows: readonly T[]): ReadonlyMap<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.event_id)
    if (group) group.push(row)
    else groups.set(row.event_id, [row])
  }
  return groups
}

export async function loadLinkedFragments<K extends LinkedKind>(
  db: Reader,
  kind: K,
  ids: readonly number[],
  renderContext: RenderContext,
): Promise<ReadonlyMap<number, LinkedFragment>> {
  const posts: readonly PostByKind[K][] = await findPosts(db, kind, ids)
  const images = await findImages(db, posts)
  return new Map(
    posts.map((post) => [post.id, buildLinkedFragment<K>(kind, post, images.get(post.image), renderContext)]),
  )
}

export async function loadLinkedFragment<K extends LinkedKind>(
  db: Reader,
  kind: K,
  post: PostByKind[K],
  renderContext: RenderContext,
): Promise<LinkedFragment> {
  return buildLinkedFragment<K>(kind, post, (await findImages(db, [post])).get(post.image), renderContext)
}

function buildLinkedFragment<K extends LinkedKind>(
  kind: K,
  post: PostByKind[K],
  image: Media | undefined,
  { urls }: RenderContext,
): LinkedFragment {
  const input = { post, isClosed: false, image }
  const open = createJsonFragment(presentLinked<K>(kind, input, urls))
  const full = createJsonFragment(presentLinked<K>(kind, input, urls, true))
  const jsonLd = createJsonFragment(presentLinkedJsonLd<K>(kind, post, image && fileUrl(urls, image.key)))
  const closed =
    post.password === '' ? undefined : createJsonFragment(presentLinked<K>(kind, { ...input, isClosed: true }, urls))
  return { post: pickAccessFields(post), open, full, jsonLd, closed, size: estimateSize([open, full, jsonLd, closed]) }
}

export async function loadTermFragments(
  db: Reader,
  ids: readonly number[],
  { urls }: RenderContext,
): Promise<ReadonlyMap<number, TermFragment>> {
  const terms = await findTerms(db, ids)
  return new Map(
    terms.map((term): [number, TermFragment] => {
      const { id, taxonomy, name } = term
      const text = createJsonFragment(presentEmbeddedTerm(term, urls))
      return [id, { id, taxonomy, name, text, size: estimateSize([text]) }]
    }),
  )
}
