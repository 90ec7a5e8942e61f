/** Renders records to the rows that are stored. */

import { runTogether } from '../../base/concurrency/run-together.ts'
import type { Event, LinkedKind, Post, PostByKind, PostKind } from '../../kernel/post.ts'
import { findRevisions } from '../../storage/change-log/change-log.ts'
import type { FragmentTable } from '../../storage/tables/tables.ts'
import type { Reader } from '../../storage/types.ts'
import { createEventJsonLdTemplate, createEventTemplate } from '../events/present-event.ts'
import type { Media } from '../images/image.ts'
import { findMedia } from '../images/image-store.ts'
import { createLinkedJsonLdTemplate, createLinkedTemplate } from '../linked/present-linked.ts'
import { findLinks } from '../posts/links.ts'
import { findPosts } from '../posts/post-store.ts'
import type { RenderSettings } from '../posts/render-settings.ts'
import { findEventTerms } from '../terms/term-store.ts'
import { createFragmentVersion } from './fragment-version.ts'
import { formatOnlineAccess } from './online-access.ts'

/** Ids of the records related to an event. */
export interface EventRelations {
  /** In the order of the event. */
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  /** Ascending. */
  readonly terms: readonly number[]
}

/** A row without the revision, which the caller adds. */
export type RenderedFragment = Omit<FragmentTable, 'revision' | 'kind'> & { readonly kind: PostKind }

/** Renders the records with the ids; missing ones are omitted. */
export async function renderRows(
  db: Reader,
  kind: PostKind,
  ids: readonly number[],
  settings: RenderSettings,
): Promise<FragmentTable[]> {
  // Read first, so that a revision is never newer than its record.
  const revisions = await findRevisions(db, kind, ids)
  const rendered =
    kind === 'event'
      ? await renderStoredEvents(db, ids, settings)
      : await renderLinked(db, kind, await findPosts(db, kind, ids), settings)
  return rendered.map((row) => ({ ...row, revision: revisions.get(row.id) ?? 0 }))
}

async function renderStoredEvents(
  db: Reader,
  ids: readonly number[],
  settings: RenderSettings,
): Promise<RenderedFragment[]> {
  const events = await findPosts(db, 'event', ids)
  const getRelations = await findRelations(
    db,
    events.map(({ id }) => id),
  )
  return renderEvents(db, events, getRelations, settings)
}

/** Renders events with the relations that `getRelations` returns. */
export async function renderEvents(
  db: Reader,
  events: readonly Event[],
  getRelations: (id: number) => EventRelations,
  settings: RenderSettings,
): Promise<RenderedFragment[]> {
  const images = await findImages(db, events)
  return events.map((post) => {
    const input = { post, isClosed: false, image: images.get(post.image) }
    return {
      ...createRowHead('event', post, settings),
      relations: formatRelations(getRelations(post.id)),
      online: formatOnlineAccess(post),
      open: createEventTemplate(input, settings),
      closed: post.password === '' ? null : createEventTemplate({ ...input, isClosed: true }, settings),
      detail: createEventJsonLdTemplate(input, settings.currency),
    }
  })
}

export async function renderLinked<K extends LinkedKind>(
  db: Reader,
  kind: K,
  posts: readonly PostByKind[K][],
  settings: RenderSettings,
): Promise<RenderedFragment[]> {
  const images = await findImages(db, posts)
  return posts.map((post) => {
    const input = { post, isClosed: false, image: images.get(post.image) }
    return {
      ...createRowHead(kind, post, settings),
      relations: '',
      online: '',
      open: createLinkedTemplate(kind, input, settings),
      closed: post.password === '' ? null : createLinkedTemplate(kind, { ...input, isClosed: true }, settings),
      detail: createLinkedJsonLdTemplate(kind, input),
    }
  })
}

const createRowHead = (kind: PostKind, { id, author, status, password }: Post, settings: RenderSettings) => ({
  ...{ id, kind, author, status, password },
  version: createFragmentVersion(settings),
})

/** Images of the records, in at most one query. */
async function findImages(db: Reader, posts: readonly Post[]): Promise<ReadonlyMap<number, Media>> {
  const ids = new Set(posts.map(({ image }) => image).filter((image) => image !== 0))
  return new Map((await findMedia(db, [...ids])).map((media) => [media.id, media]))
}

/** Reads the relations of events. */
export async function findRelations(db: Reader, ids: readonly number[]): Promise<(id: number) => EventRelations> {
  const [links, eventTerms] = await runTogether([findLinks(db, ids), findEventTerms(db, ids)])
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

function groupByEvent<T extends { readonly event_id: number }>(rows: readonly T[]): ReadonlyMap<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.event_id)
    if (group) group.push(row)
    else groups.set(row.event_id, [row])
  }
  return groups
}

/** Three lists of ids, separated by semicolons. */
function formatRelations({ venues, organizers, terms }: EventRelations): string {
  return [venues, organizers, [...terms].sort((a, b) => a - b)].map((ids) => ids.join()).join(';')
}

export function parseRelations(text: string): EventRelations {
  const [venues = [], organizers = [], terms = []] = text
    .split(';')
    .map((ids) => (ids === '' ? [] : ids.split(',').map(Number)))
  return { venues, organizers, terms }
}
