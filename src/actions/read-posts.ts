/** Reading events, venues and organizers as somebody sees them. */
import { positiveInteger } from '../calendar/field.ts'
import type { Media } from '../calendar/media.ts'
import type { EventPlan, LinkedPlan } from '../calendar/plans.ts'
import type { Event, LinkedKind, Organizer, Post, PostKind, PostOf, Venue } from '../calendar/post.ts'
import { opensSeal } from '../calendar/post-password.ts'
import type { Term } from '../calendar/term.ts'
import type { Viewer } from '../calendar/user.ts'
import { mayRead, needsPassword } from '../calendar/visibility.ts'
import type { Database, Reader } from '../storage/database.ts'
import { findEventIds } from '../storage/event-plans.ts'
import { findLinkedIds } from '../storage/linked-plans.ts'
import { findLinks, type Link } from '../storage/links.ts'
import { findMedia } from '../storage/media.ts'
import { findIdBySlug, findPost, findPosts, kindOf } from '../storage/posts.ts'
import { type EventTerm, findEventTerms, findTerms } from '../storage/terms.ts'
import { encodedSlug, slugify } from '../text/slug.ts'

/** Who looks, and with which password. */
export interface Sight {
  readonly viewer: Viewer
  readonly password: string | undefined
}

/** A record as this viewer sees it: `isClosed` when its password is wanting, so that it must be shown redacted. */
export interface Seen<P extends Post> {
  readonly post: P
  readonly isClosed: boolean
  readonly image: Media | undefined
}

export interface SeenEvent extends Seen<Event> {
  readonly venues: readonly Seen<Venue>[]
  readonly organizers: readonly Seen<Organizer>[]
  readonly categories: readonly Term[]
  readonly tags: readonly Term[]
}

export interface Page<T> {
  readonly records: readonly T[]
  readonly total: number
}

type Pictures = ReadonlyMap<number, Media>

/** The one place that says whether a record is shown whole. */
function see<P extends Post>(post: P, { viewer, password }: Sight, pictures: Pictures): Seen<P> {
  const isClosed = needsPassword(viewer, post) && !opensSeal(password, post.password)
  return { post, isClosed, image: pictures.get(post.image) }
}

export async function seeAll<P extends Post>(db: Reader, posts: readonly P[], sight: Sight): Promise<Seen<P>[]> {
  const pictures = await picturesOf(db, posts)
  return posts.map((post) => see(post, sight, pictures))
}

export async function seeOne<P extends Post>(db: Reader, post: P, sight: Sight): Promise<Seen<P>> {
  return see(post, sight, await picturesOf(db, [post]))
}

/** The pictures that records show, in one query, or none. */
async function picturesOf(db: Reader, posts: readonly Post[]): Promise<Pictures> {
  const ids = new Set(posts.map(({ image }) => image).filter((image) => image !== 0))
  return new Map((await findMedia(db, [...ids])).map((media) => [media.id, media]))
}

type Params = Readonly<Record<string, string>>

/** The record of a path's `id`, in any status; digits too many for a number name nothing. */
export async function findById<K extends PostKind>({ read }: Database, kind: K, { id }: Params) {
  const number = positiveInteger(id)
  return number === undefined ? undefined : findPost(read, kind, number)
}

/** The record of a path's `slug`: as it stands, else brought into the form of slugs (contract 1.1). */
export async function findBySlug<K extends PostKind>({ read }: Database, kind: K, { slug = '' }: Params) {
  const id = (await findIdBySlug(read, kind, encodedSlug(slug))) ?? (await findIdBySlug(read, kind, slugify(slug)))
  return id === undefined ? undefined : findPost(read, kind, id)
}

/** Whether a number belongs to a record of any kind. */
export async function isTaken({ read }: Database, { id }: Params): Promise<boolean> {
  const number = positiveInteger(id)
  return number !== undefined && (await kindOf(read, number)) !== undefined
}

export async function listEvents(db: Reader, plan: EventPlan, sight: Sight): Promise<Page<SeenEvent>> {
  const { ids, total } = await findEventIds(db, plan)
  const events = stillReadable(inOrder(ids, await findPosts(db, 'event', ids)), sight)
  return { records: await withRelations(db, events, sight), total }
}

export async function listLinked<K extends LinkedKind>(
  db: Reader,
  kind: K,
  plan: LinkedPlan,
  sight: Sight,
): Promise<Page<Seen<PostOf[K]>>> {
  const { ids, total } = await findLinkedIds(db, kind, plan)
  const posts = stillReadable(inOrder<PostOf[K]>(ids, await findPosts(db, kind, ids)), sight)
  return { records: await seeAll<PostOf[K]>(db, posts, sight), total }
}

/** A record may have been withdrawn between the queries of a list. */
function stillReadable<P extends Post>(posts: readonly P[], { viewer }: Sight): P[] {
  return posts.filter((post) => mayRead(viewer, post))
}

function inOrder<P extends { readonly id: number }>(ids: readonly number[], posts: readonly P[]): P[] {
  const byId = new Map(posts.map((post) => [post.id, post]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Events with all they show, loaded in one batch a kind. */
export async function withRelations(db: Reader, events: readonly Event[], sight: Sight): Promise<SeenEvent[]> {
  const ids = events.map(({ id }) => id)
  const [links, carried] = await Promise.all([findLinks(db, ids), findEventTerms(db, ids)])
  const [venues, organizers, terms] = await Promise.all([
    findPosts(db, 'venue', targets(links, 'venue')),
    findPosts(db, 'organizer', targets(links, 'organizer')),
    findTerms(db, [...new Set(carried.map(({ term_id }) => term_id))]),
  ])
  const pictures = await picturesOf(db, [...events, ...venues, ...organizers])
  const shown = {
    venues: shownById(venues, sight, pictures),
    organizers: shownById(organizers, sight, pictures),
    terms: termsByName(terms),
  }
  const linksOf = byEvent(links)
  const termsOf = byEvent(carried)
  return events.map((event) =>
    relate(see(event, sight, pictures), linksOf.get(event.id) ?? [], termsOf.get(event.id) ?? [], shown),
  )
}

function byEvent<T extends { readonly event_id: number }>(rows: readonly T[]): ReadonlyMap<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.event_id)
    if (group) group.push(row)
    else groups.set(row.event_id, [row])
  }
  return groups
}

interface Shown {
  readonly venues: ReadonlyMap<number, Seen<Venue>>
  readonly organizers: ReadonlyMap<number, Seen<Organizer>>
  /** Ordered by name. */
  readonly terms: readonly Term[]
}

function relate(seen: Seen<Event>, links: readonly Link[], carried: readonly EventTerm[], shown: Shown): SeenEvent {
  const ids = new Set(carried.map(({ term_id }) => term_id))
  const terms = shown.terms.filter(({ id }) => ids.has(id))
  return {
    ...seen,
    venues: links.flatMap(({ target_id }) => shown.venues.get(target_id) ?? []),
    organizers: links.flatMap(({ target_id }) => shown.organizers.get(target_id) ?? []),
    categories: terms.filter(({ taxonomy }) => taxonomy === 'category'),
    tags: terms.filter(({ taxonomy }) => taxonomy === 'tag'),
  }
}

const targets = (links: readonly Link[], kind: LinkedKind): number[] => [
  ...new Set(links.filter((link) => link.kind === kind).map(({ target_id }) => target_id)),
]

/** Linked records that this viewer may read; those in the trash are nobody's venue (Q21, Q24). */
function shownById<P extends Post>(
  posts: readonly P[],
  sight: Sight,
  pictures: Pictures,
): ReadonlyMap<number, Seen<P>> {
  const readable = posts.filter((post) => post.status !== 'trash' && mayRead(sight.viewer, post))
  return new Map(readable.map((post) => [post.id, see(post, sight, pictures)]))
}

function termsByName(terms: readonly Term[]): Term[] {
  return [...terms].sort((a, b) => compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
