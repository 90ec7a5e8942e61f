/** Renders fragments from rows, in one batch per table. */

import { type LinkOpening, resolveLinkOpening } from '../domain/access/virtual-link.ts'
import type { Media } from '../domain/model/media.ts'
import type { Event, LinkedKind, Post, PostByKind } from '../domain/model/post.ts'
import type { Taxonomy } from '../domain/model/term.ts'
import { createEventFragment, createEventJsonLdFragment, type RenderContext } from '../presenters/event.ts'
import { createJsonFragment, type Fragment, type SlottedFragment } from '../presenters/json-fragment.ts'
import { presentLinked, presentLinkedJsonLd } from '../presenters/linked.ts'
import { presentEmbeddedTerm } from '../presenters/term.ts'
import { fileUrl, pageUrl } from '../presenters/urls.ts'
import { readWithRevision } from '../storage/changes/change-log.ts'
import type { Reader } from '../storage/core/types.ts'
import { findLinks } from '../storage/stores/links.ts'
import { findMedia } from '../storage/stores/media.ts'
import { findPost, findPosts } from '../storage/stores/posts.ts'
import { findEventTerms, findTerms } from '../storage/stores/terms.ts'

/** Fields that decide who may see a record, and whether in full. */
export type AccessFields = Pick<Post, 'id' | 'author' | 'status' | 'password'>

interface Sized {
  /** Estimated memory in bytes. */
  readonly size: number
}

/** Ids of the records related to an event. */
export interface EventRelations {
  /** In the order of the event. */
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  /** In no defined order. */
  readonly terms: readonly number[]
}

/** How to attend an event online. */
export interface OnlineAccess {
  readonly attendanceMode: 'online' | 'mixed'
  /** Empty without a link. */
  readonly url: string
  readonly opening: LinkOpening
  readonly pageUrl: string
}

export interface EventFragment extends Sized, EventRelations {
  readonly post: AccessFields
  readonly open: SlottedFragment
  /** Redacted variant for viewers without the password; undefined for unprotected records. */
  readonly closed: SlottedFragment | undefined
  /** Undefined for offline events. */
  readonly online: OnlineAccess | undefined
  /** Parts that only single reads need; undefined when the event was read for a list. */
  readonly detail: EventDetailFragment | undefined
}

export interface EventDetailFragment {
  readonly jsonLd: SlottedFragment
  /** Sequence number of the newest change that the fragment includes. */
  readonly revision: number
}

export interface LinkedFragment extends Sized {
  readonly post: AccessFields
  readonly open: Fragment
  /** Includes `json_ld`. */
  readonly full: Fragment
  readonly jsonLd: Fragment
  /** Redacted variant for viewers without the password; undefined for unprotected records. */
  readonly closed: Fragment | undefined
}

export interface TermFragment extends Sized {
  readonly id: number
  readonly taxonomy: Taxonomy
  readonly name: string
  readonly text: Fragment
}

/** Estimated overhead per entry in addition to its texts. */
const ENTRY_OVERHEAD_BYTES = 1200

const estimateSize = (texts: readonly (Fragment | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text?.bytes.length ?? 0), ENTRY_OVERHEAD_BYTES)

const pickAccessFields = ({ id, author, status, password }: Post): AccessFields => ({ id, author, status, password })

/** Images of the records, in at most one query. */
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

/** Loads the fragment of an event with `detail`; undefined when there is none. */
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
  readonly revision?: number
}

/** Renders a loaded event; relations are read when omitted. */
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
  const online = describeOnlineAccess(post, renderContext)
  return { ...relations, post: pickAccessFields(post), open, closed, online, detail, size }
}

function describeOnlineAccess(event: Event, { urls }: RenderContext): OnlineAccess | undefined {
  const { attendance_mode: attendanceMode, virtual_url: url } = event
  if (attendanceMode === 'offline') return undefined
  return { attendanceMode, url, opening: resolveLinkOpening(event), pageUrl: pageUrl(urls, 'event', event) }
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
