/** Reading events, venues and organizers as somebody sees them. */
import { positiveInteger } from '../calendar/field.ts'
import type { EventPlan, LinkedPlan } from '../calendar/plans.ts'
import { type Event, type LinkedKind, POST_KINDS, type PostKind, type PostOf } from '../calendar/post.ts'
import { can, type Viewer } from '../calendar/user.ts'
import { mayEdit, mayRead, needsPassword, passwordBypass } from '../calendar/visibility.ts'
import type { Setting } from '../present/event.ts'
import { type Part, plainText, type Text } from '../present/json-text.ts'
import type { Database } from '../storage/database.ts'
import { findEventIds } from '../storage/event-plans.ts'
import { findLinkedIds } from '../storage/linked-plans.ts'
import { findIdBySlug, findPost, kindOf } from '../storage/posts.ts'
import { encodedSlug, slugify } from '../text/slug.ts'
import type { PasswordAttempt } from './record-passwords.ts'
import type { Texts } from './record-texts.ts'
import type { Services } from './services.ts'
import {
  type EventText,
  type Guarded,
  type LinkedText,
  loadLinkedOne,
  type TermText,
  type Ties,
  textOfEvent,
} from './text-loading.ts'

/** Who looks, and with which password. */
export interface Sight {
  readonly viewer: Viewer
  readonly attempt: PasswordAttempt | undefined
}

export interface Page<T> {
  readonly records: readonly T[]
  readonly total: number
}

const NOTHING: ReadonlySet<number> = new Set()

/** The ids of those records that the viewer sees whole only with their passwords. */
function findProtected(posts: readonly Guarded[], viewer: Viewer): readonly Guarded[] {
  return posts.filter((post) => needsPassword(viewer, post))
}

/**
 * The ids of those records that are shown redacted, because they need a password that did not come with the request. All
 * ways to submit a password end here, where guesses are limited; `requestedId` is the record that the request names.
 */
export async function findClosed(
  posts: readonly Guarded[],
  { viewer, attempt }: Sight,
  requestedId?: number,
): Promise<ReadonlySet<number>> {
  const closed = findProtected(posts, viewer)
  if (closed.length === 0) return NOTHING
  const opened = (await attempt?.open(closed, requestedId)) ?? NOTHING
  return new Set(closed.flatMap(({ id }) => (opened.has(id) ? [] : [id])))
}

/** For responses that are written while records are read: throws now what `findClosed` could only throw too late. */
export async function beginStream({ viewer, attempt }: Sight): Promise<void> {
  if (passwordBypass(viewer) !== 'every') await attempt?.begin()
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

/**
 * Whether a viewer who may edit records may edit what has this number, whatever its kind. 0 stands for a new record, as in
 * the reference.
 */
export async function mayEditNumber({ read }: Database, viewer: Viewer, { id = '' }: Params): Promise<boolean> {
  if (Number(id) === 0) return true
  const number = positiveInteger(id)
  const name = number === undefined ? undefined : await kindOf(read, number)
  if (number === undefined || name === undefined) return false
  const kind = POST_KINDS.find((one) => one === name)
  const post = kind && (await findPost(read, kind, number))
  return post ? mayEdit(viewer, post) : can(viewer, 'edit_others_posts')
}

/** What records are read with, and how they are shown. */
export interface Reading {
  readonly services: Services
  readonly setting: Setting
  readonly sight: Sight
}

/** The events of a page. */
export async function listEvents(reading: Reading, plan: EventPlan): Promise<Page<Part>> {
  const { ids, total } = await findEventIds(reading.services.database.read, plan)
  const seen = await seeEvents(reading, ids)
  return { records: seen.map(({ part }) => part), total }
}

export interface SeenEvent {
  readonly post: Guarded
  readonly part: Part
}

/** Events of these numbers as lists show them, but for those that may not be read. */
export async function seeEvents({ services, setting, sight }: Reading, ids: readonly number[]): Promise<SeenEvent[]> {
  const texts = await services.texts.read(services.database.read, setting)
  const events = await texts.events(ids)
  // One may have been withdrawn since its number was found.
  const seen = ids.flatMap((id) => events.get(id) ?? []).filter(({ post }) => mayRead(sight.viewer, post))
  const related = await relatedOf(texts, seen, sight)
  return seen.map((event) => ({ post: event.post, part: partOfEvent(event, related) }))
}

/** An event as a single read shows it. */
export interface SingleEvent {
  readonly post: Guarded
  readonly revision: number
  /** With json_ld unless its password has opened it; undefined when the event is closed. */
  readonly part: Part | undefined
}

/** Undefined when there is none of the number; who may read it is for the caller to ask. */
export async function readEvent({ services, setting, sight }: Reading, id: number): Promise<SingleEvent | undefined> {
  const { read } = services.database
  const texts = await services.texts.read(read, setting)
  const event = await texts.single(id)
  return event && singleEvent(event, { ...(await relatedOf(texts, [event], sight, id)), form: 'full' })
}

/** The same without waiting; undefined also when something it takes is not at hand. */
export function readyEvent({ services, setting, sight }: Reading, id: number): SingleEvent | undefined {
  const texts = services.texts.ready(setting)
  const event = texts?.event(id)
  if (!texts || !event?.single) return undefined
  const linked = [...event.venues, ...event.organizers].map((id) => texts.linked(id))
  const terms = event.terms.map((id) => texts.term(id))
  if (!linked.every((text) => text !== undefined) || !terms.every((text) => text !== undefined)) return undefined
  const found = readable(new Map(linked.map((text) => [text.post.id, text])), sight)
  const posts = [event.post, ...linked.map(({ post }) => post)]
  const closed = new Set(findProtected(posts, sight.viewer).map(({ id }) => id))
  return singleEvent(event, { sight, form: 'full', closed, venues: found, organizers: found, terms: byName(terms) })
}

function singleEvent(event: EventText, related: Related): SingleEvent | undefined {
  const { post, single, closed } = event
  if (!single) return undefined
  const { sight } = related
  const { revision, jsonLd } = single
  if (closedText(event, related.closed)) return { post, revision, part: undefined }
  const isOpened = closed !== undefined && sight.attempt !== undefined
  const { gaps, members } = fillingsOf(event, related)
  const own: Part = (out) => out.addFilled(event.open, gaps)
  const data: Part = (out) => out.addFilled(jsonLd, members)
  return { post, revision, part: isOpened ? own : (out) => out.addMember(JSON_LD, own, data) }
}

/** An event as its writer sees it, whatever password it has; what it is tied to is read when it is not given. */
export async function writtenEvent({ services, setting, sight }: Reading, event: Event, ties?: Ties): Promise<Part> {
  const { read } = services.database
  const texts = await services.texts.read(read, setting)
  const text = await textOfEvent(read, event, { setting }, ties)
  const related = await relatedOf(texts, [text], sight)
  return partOfEvent({ ...text, closed: undefined }, related)
}

/** The venues or organizers of a page. */
export async function listLinked(
  { services, setting, sight }: Reading,
  kind: LinkedKind,
  plan: LinkedPlan,
): Promise<Page<Part>> {
  const { read } = services.database
  const texts = await services.texts.read(read, setting)
  const { ids, total } = await findLinkedIds(read, kind, plan)
  const found = await texts.linked(kind, ids)
  const seen = ids.flatMap((id) => found.get(id) ?? []).filter(({ post }) => mayRead(sight.viewer, post))
  const closed = await findClosed(
    seen.map(({ post }) => post),
    sight,
  )
  return { records: seen.map((linked) => partOf(textOfLinked(linked, closed, 'open'))), total }
}

/** One venue or organizer; redacted when its password is wanting. */
export async function readLinked<K extends LinkedKind>(
  { services, setting, sight }: Reading,
  kind: K,
  post: PostOf[K],
  form: Form,
): Promise<Part> {
  const linked = await loadLinkedOne<K>(services.database.read, kind, post, setting)
  return partOf(textOfLinked(linked, await findClosed([linked.post], sight, post.id), form))
}

/** A venue or organizer as its writer sees it, whatever password it has. */
export async function writtenLinked<K extends LinkedKind>(
  { services, setting }: Reading,
  kind: K,
  post: PostOf[K],
): Promise<Part> {
  return partOf((await loadLinkedOne<K>(services.database.read, kind, post, setting)).open)
}

/** `full` for single reads, where linked records carry their json_ld. */
type Form = 'open' | 'full'

/** What the events of an answer are linked to, as this viewer sees it. */
interface Related {
  readonly sight: Sight
  readonly form: Form
  /** Ids of the events and linked records that are shown redacted. */
  readonly closed: ReadonlySet<number>
  readonly venues: ReadonlyMap<number, LinkedText>
  readonly organizers: ReadonlyMap<number, LinkedText>
  /** Ordered by name. */
  readonly terms: readonly TermText[]
}

async function relatedOf(
  texts: Texts,
  events: readonly EventText[],
  sight: Sight,
  requestedId?: number,
): Promise<Related> {
  const [venueIds, organizerIds, termIds] = [new Set<number>(), new Set<number>(), new Set<number>()]
  for (const event of events) {
    for (const id of event.venues) venueIds.add(id)
    for (const id of event.organizers) organizerIds.add(id)
    for (const id of event.terms) termIds.add(id)
  }
  const [venues, organizers, terms] = await Promise.all([
    texts.linked('venue', [...venueIds]),
    texts.linked('organizer', [...organizerIds]),
    texts.terms([...termIds]),
  ])
  const shown = { venues: readable(venues, sight), organizers: readable(organizers, sight) }
  const records = [...events, ...shown.venues.values(), ...shown.organizers.values()]
  const closed = await findClosed(
    records.map(({ post }) => post),
    sight,
    requestedId,
  )
  return { sight, form: 'open', closed, ...shown, terms: byName([...terms.values()]) }
}

/** Linked records that this viewer may read; those in the trash are nobody's venue (Q21, Q24). */
function readable(found: ReadonlyMap<number, LinkedText>, { viewer }: Sight): ReadonlyMap<number, LinkedText> {
  return new Map([...found].filter(([, { post }]) => post.status !== 'trash' && mayRead(viewer, post)))
}

function byName(terms: readonly TermText[]): TermText[] {
  return [...terms].sort((a, b) => compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const partOf =
  (text: Text): Part =>
  (out) =>
    out.add(text)

/** How it looks when it is closed; undefined when it is not. */
function closedText<T>(
  { post, closed }: { post: Guarded; closed: T | undefined },
  closedIds: ReadonlySet<number>,
): T | undefined {
  return closedIds.has(post.id) ? closed : undefined
}

const textOfLinked = (linked: LinkedText, closedIds: ReadonlySet<number>, form: Form): Text =>
  closedText(linked, closedIds) ?? linked[form]

function partOfEvent(event: EventText, related: Related): Part {
  const closed = closedText(event, related.closed)
  if (closed) return (out) => out.addFilled(closed, [])
  return (out) => out.addFilled(event.open, fillingsOf(event, related).gaps)
}

interface Fillings {
  readonly gaps: readonly Part[]
  /** Of its json_ld. */
  readonly members: readonly Part[]
}

/** What stands in the gaps of an event, in their order. */
function fillingsOf(event: EventText, { closed, form, terms, venues, organizers }: Related): Fillings {
  const carried = new Set(event.terms)
  const shown = terms.filter(({ id }) => carried.has(id))
  const [venue] = event.venues.flatMap((id) => venues.get(id) ?? [])
  const hosts = event.organizers.flatMap((id) => organizers.get(id) ?? [])
  const termsOf =
    (taxonomy: TermText['taxonomy']): Part =>
    (out) =>
      out.addList(
        shown.filter((term) => term.taxonomy === taxonomy),
        ({ text }) => out.add(text),
      )
  const listOfLinked =
    (linked: readonly LinkedText[]): Part =>
    (out) =>
      out.addList(linked, (one) => out.add(textOfLinked(one, closed, form)))
  return {
    gaps: [
      termsOf('category'),
      termsOf('tag'),
      venue ? partOf(textOfLinked(venue, closed, form)) : listOfLinked([]),
      listOfLinked(hosts),
    ],
    members: [jsonLdMember(LOCATION, venue, closed), jsonLdMember(ORGANIZER, hosts[0], closed)],
  }
}

const LOCATION = plainText(',"location":')
const ORGANIZER = plainText(',"organizer":')
const FALSE = plainText('false')
const JSON_LD = plainText(',"json_ld":')

/** Linked records that are closed are `false` (contract 7.6). */
function jsonLdMember(name: Text, linked: LinkedText | undefined, closed: ReadonlySet<number>): Part {
  if (!linked) return () => {}
  const value = closedText(linked, closed) ? FALSE : linked.jsonLd
  return (out) => {
    out.add(name)
    out.add(value)
  }
}
