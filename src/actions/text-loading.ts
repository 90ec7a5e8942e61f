/** Makes the texts of records from their rows, in one batch a table. */
import type { Media } from '../calendar/media.ts'
import type { Event, LinkedKind, Post, PostOf } from '../calendar/post.ts'
import type { Taxonomy } from '../calendar/term.ts'
import { eventJsonLdText, eventText, type Setting } from '../present/event.ts'
import { type GappedText, type Text, textOf } from '../present/json-text.ts'
import { linkedJsonLd, presentLinked } from '../present/linked.ts'
import { presentEmbeddedTerm } from '../present/term.ts'
import { fileUrl } from '../present/urls.ts'
import type { Reader } from '../storage/database.ts'
import { findLinks } from '../storage/links.ts'
import { findMedia } from '../storage/media.ts'
import { findPost, findPosts } from '../storage/posts.ts'
import { findEventTerms, findTerms } from '../storage/terms.ts'
import { withRevision } from './precondition.ts'

/** What decides who sees a record, and whether whole. */
export type Guarded = Pick<Post, 'id' | 'author' | 'status' | 'password'>

interface Weighed {
  /** Bytes in memory, roughly. */
  readonly weight: number
}

/** What an event is tied to, by number. */
export interface Ties {
  /** In the order in which the event lists them. */
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  /** In no order. */
  readonly terms: readonly number[]
}

export interface EventText extends Weighed, Ties {
  readonly post: Guarded
  readonly open: GappedText
  /** How it looks to those who lack its password, if it has one. */
  readonly closed: GappedText | undefined
  /** What only single reads show; undefined where the event was read for a list. */
  readonly single: SingleText | undefined
}

export interface SingleText {
  readonly jsonLd: GappedText
  /** Number of the newest change of the event that the text shows. */
  readonly revision: number
}

export interface LinkedText extends Weighed {
  readonly post: Guarded
  readonly open: Text
  /** With json_ld. */
  readonly full: Text
  readonly jsonLd: Text
  /** How it looks to those who lack its password, if it has one. */
  readonly closed: Text | undefined
}

export interface TermText extends Weighed {
  readonly id: number
  readonly taxonomy: Taxonomy
  readonly name: string
  readonly text: Text
}

/** What an entry takes beside the bytes of its texts. */
const OVERHEAD_BYTES = 1200

const weightOf = (texts: readonly (Text | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text?.bytes.length ?? 0), OVERHEAD_BYTES)

const guardOf = ({ id, author, status, password }: Post): Guarded => ({ id, author, status, password })

/** The pictures that records show, in one query, or none. */
async function picturesOf(db: Reader, posts: readonly Post[]): Promise<ReadonlyMap<number, Media>> {
  const ids = new Set(posts.map(({ image }) => image).filter((image) => image !== 0))
  return new Map((await findMedia(db, [...ids])).map((media) => [media.id, media]))
}

export async function loadEvents(
  db: Reader,
  ids: readonly number[],
  setting: Setting,
): Promise<ReadonlyMap<number, EventText>> {
  const events = await findPosts(db, 'event', ids)
  const [tiesOf, pictures] = await Promise.all([
    findTies(
      db,
      events.map(({ id }) => id),
    ),
    picturesOf(db, events),
  ])
  return new Map(
    events.map((post) => [post.id, makeText(post, tiesOf(post.id), pictures.get(post.image), { setting })]),
  )
}

/** The text of one event, with what single reads show besides; undefined when it is not there. */
export async function loadEvent(db: Reader, id: number, setting: Setting): Promise<EventText | undefined> {
  const { record, revision } = await withRevision(db, 'event', id, () => findPost(db, 'event', id))
  return record && textOfEvent(db, record, { setting, revision })
}

interface Making {
  readonly setting: Setting
  /** Of single reads. */
  readonly revision?: number
}

/** The text of an event that the caller has in hand; what it is tied to is read when it is not given. */
export async function textOfEvent(db: Reader, event: Event, making: Making, ties?: Ties): Promise<EventText> {
  const [known, pictures] = await Promise.all([
    ties ?? findTies(db, [event.id]).then((tiesOf) => tiesOf(event.id)),
    picturesOf(db, [event]),
  ])
  return makeText(event, known, pictures.get(event.image), making)
}

async function findTies(db: Reader, ids: readonly number[]): Promise<(id: number) => Ties> {
  const [links, carried] = await Promise.all([findLinks(db, ids), findEventTerms(db, ids)])
  const linksOf = byEvent(links)
  const termsOf = byEvent(carried)
  const targets = (id: number, kind: LinkedKind) =>
    (linksOf.get(id) ?? []).filter((link) => link.kind === kind).map(({ target_id }) => target_id)
  return (id) => ({
    venues: targets(id, 'venue'),
    organizers: targets(id, 'organizer'),
    terms: (termsOf.get(id) ?? []).map(({ term_id }) => term_id),
  })
}

function makeText(post: Event, ties: Ties, image: Media | undefined, { setting, revision }: Making): EventText {
  const facts = { post, isClosed: false, image }
  const open = eventText(facts, setting)
  const closed = post.password === '' ? undefined : eventText({ ...facts, isClosed: true }, setting)
  const single = revision === undefined ? undefined : { jsonLd: eventJsonLdText(facts, setting), revision }
  const weight = weightOf([open, closed, single?.jsonLd])
  return { ...ties, post: guardOf(post), open, closed, single, weight }
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

export async function loadLinked<K extends LinkedKind>(
  db: Reader,
  kind: K,
  ids: readonly number[],
  setting: Setting,
): Promise<ReadonlyMap<number, LinkedText>> {
  const posts: readonly PostOf[K][] = await findPosts(db, kind, ids)
  const pictures = await picturesOf(db, posts)
  return new Map(posts.map((post) => [post.id, linkedText<K>(kind, post, pictures.get(post.image), setting)]))
}

export async function loadLinkedOne<K extends LinkedKind>(
  db: Reader,
  kind: K,
  post: PostOf[K],
  setting: Setting,
): Promise<LinkedText> {
  return linkedText<K>(kind, post, (await picturesOf(db, [post])).get(post.image), setting)
}

function linkedText<K extends LinkedKind>(
  kind: K,
  post: PostOf[K],
  image: Media | undefined,
  { urls }: Setting,
): LinkedText {
  const seen = { post, isClosed: false, image }
  const open = textOf(presentLinked<K>(kind, seen, urls))
  const full = textOf(presentLinked<K>(kind, seen, urls, true))
  const jsonLd = textOf(linkedJsonLd<K>(kind, post, image && fileUrl(urls, image.key)))
  const closed = post.password === '' ? undefined : textOf(presentLinked<K>(kind, { ...seen, isClosed: true }, urls))
  return { post: guardOf(post), open, full, jsonLd, closed, weight: weightOf([open, full, jsonLd, closed]) }
}

export async function loadTerms(
  db: Reader,
  ids: readonly number[],
  { urls }: Setting,
): Promise<ReadonlyMap<number, TermText>> {
  const terms = await findTerms(db, ids)
  return new Map(
    terms.map((term): [number, TermText] => {
      const { id, taxonomy, name } = term
      const text = textOf(presentEmbeddedTerm(term, urls))
      return [id, { id, taxonomy, name, text, weight: weightOf([text]) }]
    }),
  )
}
