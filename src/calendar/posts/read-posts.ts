/** Reads events, venues and organizers for a viewer. */

import { encodeSlug, slugify } from '../../base/text/slug.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { toPositiveInteger } from '../../kernel/field.ts'
import { type LinkedKind, POST_KINDS, type PostKind } from '../../kernel/post.ts'
import type { Term } from '../../kernel/term.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { mayEdit, mayRead } from '../../kernel/visibility.ts'
import type { Database, Reader } from '../../storage/types.ts'
import type { FragmentSources } from '../fragments/invalidation-log.ts'
import {
  createFragment,
  type Fragment,
  type FragmentWriter,
  type FragmentWriterFn,
} from '../fragments/json-fragment.ts'
import {
  type AccessFields,
  type EventFragment,
  type LinkedFragment,
  renderTermFragments,
  type TermFragment,
} from '../fragments/load-fragments.ts'
import type { FragmentReader } from '../fragments/read-fragments.ts'
import type { RenderedFragment } from '../fragments/render-rows.ts'
import { findLinkedIds } from '../linked/find-linked-ids.ts'
import { findEventIds } from '../lists/find-event-ids.ts'
import type { EventPlan, LinkedPlan } from '../lists/query-plan.ts'
import { findEarliest } from '../lists/valid-until.ts'
import type { Series } from '../series/series.ts'
import { findSeriesBySlug } from '../series/series-store.ts'
import type { Services } from '../services.ts'
import { findMergeTargetId } from './merge-targets.ts'
import { findIdBySlug, findKind, findPost } from './post-store.ts'
import type { RenderContext } from './render-settings.ts'
import { findClosedIds, type ViewerAccess } from './viewer-access.ts'
import { createLinkMember, createVirtualLocation, findLinkExpiry } from './virtual-links.ts'

export interface ListResult<T> {
  readonly records: readonly T[]
  readonly total: number
}

type PathParameters = Readonly<Record<string, string>>

/** Finds the record of the path parameter `id`, in any status; undefined for ids beyond the integer range. */
export async function findById<K extends PostKind>({ read }: Database, kind: K, { id }: PathParameters) {
  const postId = toPositiveInteger(id)
  return postId === undefined ? undefined : findPost(read, kind, postId)
}

/**
 * Finds the record of the path parameter `slug`: as sent, else normalized (wire-contract §1.1), else the one into which a
 * record with the slug was merged.
 */
export async function findBySlug<K extends PostKind>({ read }: Database, kind: K, { slug = '' }: PathParameters) {
  const id =
    (await findIdBySlug(read, kind, encodeSlug(slug))) ??
    (await findIdBySlug(read, kind, slugify(slug))) ??
    (await findMergeTargetId(read, kind, { slug: encodeSlug(slug) }))
  return id === undefined ? undefined : findPost(read, kind, id)
}

/** Finds the series of the path parameter `slug`, in any status. */
export async function findSeriesByPath(db: Reader, { slug = '' }: PathParameters): Promise<Series | undefined> {
  return (await findSeriesBySlug(db, encodeSlug(slug))) ?? findSeriesBySlug(db, slugify(slug))
}

/** Whether a record of any kind has the id. */
export async function isIdTaken({ read }: Database, { id }: PathParameters): Promise<boolean> {
  const postId = toPositiveInteger(id)
  return postId !== undefined && (await findKind(read, postId)) !== undefined
}

/** Whether the viewer may edit the record with this id, of any kind. 0 means a new record, as in the reference. */
export async function mayEditById({ read }: Database, viewer: Viewer, { id = '' }: PathParameters): Promise<boolean> {
  if (Number(id) === 0) return true
  const postId = toPositiveInteger(id)
  const name = postId === undefined ? undefined : await findKind(read, postId)
  if (postId === undefined || name === undefined) return false
  const kind = POST_KINDS.find((one) => one === name)
  const post = kind && (await findPost(read, kind, postId))
  return post ? mayEdit(viewer, post) : can(viewer, 'edit_others_posts')
}

/** Services, viewer and render context of a read. */
export interface ReadContext {
  readonly services: Services
  readonly renderContext: RenderContext
  readonly access: ViewerAccess
}

export interface EventListResult extends ListResult<FragmentWriterFn> {
  /** Last second for which the result is valid, UTC; undefined for the end of the site's day. */
  readonly validUntil: DateTime | undefined
}

export async function listEvents(context: ReadContext, plan: EventPlan): Promise<EventListResult> {
  const { ids, total } = await findEventIds(context.services.database.read, plan)
  const visible = await readVisibleEvents(context, ids)
  const validUntil = findEarliest([plan.validUntil, findLinkExpiry(visible, context.services.now())])
  return { records: visible.map(({ fragment }) => fragment), total, validUntil }
}

export interface VisibleEvent extends Pick<EventFragment, 'online'> {
  readonly post: AccessFields
  readonly fragment: FragmentWriterFn
}

/** Events by id as lists show them, without unreadable ones. */
export async function readVisibleEvents(context: ReadContext, ids: readonly number[]): Promise<VisibleEvent[]> {
  const { services, renderContext, access } = context
  const texts = await services.fragments.read(services.database.read, renderContext)
  const events = await texts.events(ids)
  // An event may have been unpublished since its id was found.
  const visible = ids.flatMap((id) => events.get(id) ?? []).filter(({ post }) => mayRead(access.viewer, post))
  const related = await loadRelated(texts, visible, context)
  return visible.map((event) => ({
    post: event.post,
    online: event.online,
    fragment: writeEventFragment(event, related),
  }))
}

/** An event of a single read. */
export interface EventDetail {
  readonly post: AccessFields
  readonly revision: number
  /** The event and all related records, whether or not the viewer may read them. */
  readonly sources: FragmentSources
  /** Includes `json_ld` unless a password opened the event; undefined when it is closed. */
  readonly fragment: FragmentWriterFn | undefined
  /** Last second for which the event is valid, UTC; undefined for the end of the site's day. */
  readonly validUntil: DateTime | undefined
}

/** Undefined when there is no event with the id. The caller checks whether the viewer may read it. */
export async function readEvent(context: ReadContext, id: number): Promise<EventDetail | undefined> {
  const { services, renderContext } = context
  const { read } = services.database
  const texts = await services.fragments.read(read, renderContext)
  const event = (await texts.eventDetails([id])).get(id)
  return event && createEventDetail(event, { ...(await loadRelated(texts, [event], context, id)), variant: 'full' })
}

export function createEventDetail(event: EventFragment, related: Related): EventDetail | undefined {
  const { post, detail: single, closed } = event
  if (!single) return undefined
  const { access, now } = related
  const { revision, jsonLd } = single
  const sources = { posts: [post.id, ...event.venues, ...event.organizers], terms: event.terms }
  const shared = { post, revision, sources, validUntil: findLinkExpiry([event], now) }
  if (getClosedVariant(event, related.closed)) return { ...shared, fragment: undefined }
  const isOpened = closed !== undefined && access.attempt !== undefined
  const eventFragment: FragmentWriterFn = (out) => out.fill(event.open, createSlotContents(event, related))
  const jsonLdFragment: FragmentWriterFn = (out) => out.fill(jsonLd, createJsonLdContents(event, related))
  return {
    ...shared,
    fragment: isOpened ? eventFragment : (out) => out.writeMember(JSON_LD_KEY, eventFragment, jsonLdFragment),
  }
}

/** Presents an event to the user who wrote it, without its password. Without `terms`, its terms are read. */
export async function renderWrittenEvent(
  context: ReadContext,
  id: number,
  row: RenderedFragment | undefined,
  terms?: readonly Term[],
): Promise<FragmentWriterFn> {
  const { services, renderContext } = context
  const texts = await services.fragments.read(services.database.read, renderContext)
  const event = row ? texts.fillEvent(row) : (await texts.events([id])).get(id)
  if (!event) throw new Error(`the written event ${id} is missing`)
  const found = terms && renderTermFragments(terms, renderContext.urls)
  const related = await loadRelated(found ? { ...texts, terms: async () => found } : texts, [event], context)
  return writeEventFragment({ ...event, closed: undefined }, related)
}

export async function listLinked(
  { services, renderContext, access }: ReadContext,
  kind: LinkedKind,
  plan: LinkedPlan,
): Promise<ListResult<FragmentWriterFn>> {
  const { read } = services.database
  const texts = await services.fragments.read(read, renderContext)
  const { ids, total } = await findLinkedIds(read, kind, plan)
  const found = await texts.linked(kind, ids)
  const visible = ids.flatMap((id) => found.get(id) ?? []).filter(({ post }) => mayRead(access.viewer, post))
  const closed = await findClosedIds(
    visible.map(({ post }) => post),
    access,
  )
  return { records: visible.map((linked) => toFragment(selectLinkedText(linked, closed, 'open'))), total }
}

/** A venue or organizer of a single read. */
export interface LinkedDetail {
  readonly post: AccessFields
  readonly revision: number
  /** Presents the record; redacted when its password is missing. */
  readonly present: (variant: LinkedVariant) => Promise<FragmentWriterFn>
}

/** Undefined when there is no such record. The caller checks whether the viewer may read it. */
export async function readLinked(
  { services, renderContext, access }: ReadContext,
  kind: LinkedKind,
  id: number,
): Promise<LinkedDetail | undefined> {
  const texts = await services.fragments.read(services.database.read, renderContext)
  const linked = (await texts.linked(kind, [id])).get(id)
  return (
    linked && {
      post: linked.post,
      revision: linked.revision,
      present: async (variant) =>
        toFragment(selectLinkedText(linked, await findClosedIds([linked.post], access, id), variant)),
    }
  )
}

/** Presents a venue or organizer to the user who wrote it, without its password. */
export async function renderWrittenLinked(
  { services, renderContext }: ReadContext,
  kind: LinkedKind,
  id: number,
  row: RenderedFragment | undefined,
): Promise<FragmentWriterFn> {
  const texts = await services.fragments.read(services.database.read, renderContext)
  const open = row ? texts.fillLinked(row) : (await texts.linked(kind, [id])).get(id)?.open
  if (!open) throw new Error(`the written ${kind} ${id} is missing`)
  return toFragment(open)
}

/** `full` is for single reads, whose linked records include `json_ld`. */
type LinkedVariant = 'open' | 'full'

/** Linked records and terms of events, as this viewer sees them. */
interface Related {
  readonly access: ViewerAccess
  /** UTC. */
  readonly now: DateTime
  readonly variant: LinkedVariant
  /** Ids of events and linked records to redact. */
  readonly closed: ReadonlySet<number>
  readonly venues: ReadonlyMap<number, LinkedFragment>
  readonly organizers: ReadonlyMap<number, LinkedFragment>
  readonly terms: ReadonlyMap<number, TermFragment>
}

export async function loadRelated(
  texts: FragmentReader,
  events: readonly EventFragment[],
  { services, access }: ReadContext,
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
  const readableLinked = { venues: filterReadable(venues, access), organizers: filterReadable(organizers, access) }
  const records = [...events, ...readableLinked.venues.values(), ...readableLinked.organizers.values()]
  const closed = await findClosedIds(
    records.map(({ post }) => post),
    access,
    requestedId,
  )
  return { access, now: services.now(), variant: 'open', closed, ...readableLinked, terms }
}

/** Linked records that the viewer may read, without trashed ones (Q21, Q24). */
function filterReadable(
  found: ReadonlyMap<number, LinkedFragment>,
  { viewer }: ViewerAccess,
): ReadonlyMap<number, LinkedFragment> {
  const readable = new Map<number, LinkedFragment>()
  for (const [id, linked] of found) {
    if (linked.post.status !== 'trash' && mayRead(viewer, linked.post)) readable.set(id, linked)
  }
  return readable
}

/** The terms of an event that exist, ordered by name. */
function selectTerms(event: EventFragment, terms: Related['terms']): TermFragment[] {
  return selectById(event.terms, terms).sort((a, b) => compareStrings(a.sortName, b.sortName) || a.id - b.id)
}

function selectById<T>(ids: readonly number[], byId: ReadonlyMap<number, T>): T[] {
  const selected: T[] = []
  for (const id of ids) {
    const one = byId.get(id)
    if (one !== undefined) selected.push(one)
  }
  return selected
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const toFragment =
  (text: Fragment): FragmentWriterFn =>
  (out) =>
    out.write(text)

/** The redacted variant; undefined for a record that is not closed. */
function getClosedVariant<T>(
  { post, closed }: { post: AccessFields; closed: T | undefined },
  closedIds: ReadonlySet<number>,
): T | undefined {
  return closedIds.has(post.id) ? closed : undefined
}

export const selectLinkedText = (
  linked: LinkedFragment,
  closedIds: ReadonlySet<number>,
  variant: LinkedVariant,
): Fragment => getClosedVariant(linked, closedIds) ?? linked[variant]

export function writeEventFragment(event: EventFragment, related: Related): FragmentWriterFn {
  const closed = getClosedVariant(event, related.closed)
  if (closed) return (out) => out.fill(closed, [])
  return (out) => out.fill(event.open, createSlotContents(event, related))
}

/** Contents of the slots of an event, in their order. */
function createSlotContents(event: EventFragment, related: Related): readonly FragmentWriterFn[] {
  const { access, now, closed, variant, venues, organizers } = related
  const terms = selectTerms(event, related.terms)
  const [venue] = selectById(event.venues, venues)
  const writeTerms = (out: FragmentWriter, taxonomy: TermFragment['taxonomy']) =>
    out.writeList(
      terms.filter((term) => term.taxonomy === taxonomy),
      ({ text }) => out.write(text),
    )
  const writeLinked = (out: FragmentWriter, linked: readonly LinkedFragment[]) =>
    out.writeList(linked, (one) => out.write(selectLinkedText(one, closed, variant)))
  return [
    (out) => writeTerms(out, 'category'),
    (out) => writeTerms(out, 'tag'),
    (out) => (venue ? out.write(selectLinkedText(venue, closed, variant)) : writeLinked(out, [])),
    (out) => writeLinked(out, selectById(event.organizers, organizers)),
    createLinkMember(event, { viewer: access.viewer, now }),
  ]
}

/** Contents of the slots of `json_ld`. */
function createJsonLdContents(event: EventFragment, related: Related): readonly FragmentWriterFn[] {
  const { closed, venues, organizers } = related
  const [venue] = selectById(event.venues, venues)
  const [organizer] = selectById(event.organizers, organizers)
  return [
    createJsonLdMember(LOCATION_KEY, selectLocations(event, venue, related)),
    createJsonLdMember(ORGANIZER_KEY, selectJsonLd(organizer, closed)),
  ]
}

const LOCATION_KEY = createFragment(',"location":')
const ORGANIZER_KEY = createFragment(',"organizer":')
const FALSE_VALUE = createFragment('false')
const JSON_LD_KEY = createFragment(',"json_ld":')

/** Linked records that are closed are `false` (wire-contract §7.6). */
function selectJsonLd(linked: LinkedFragment | undefined, closed: ReadonlySet<number>): readonly Fragment[] {
  if (!linked) return []
  return [getClosedVariant(linked, closed) ? FALSE_VALUE : linked.jsonLd]
}

/** The venue, unless the event takes place only online, and the virtual location. */
function selectLocations(
  event: EventFragment,
  venue: LinkedFragment | undefined,
  { access, now, closed }: Related,
): readonly Fragment[] {
  const virtual = createVirtualLocation(event, { viewer: access.viewer, now })
  const places = event.online?.attendanceMode === 'online' ? [] : selectJsonLd(venue, closed)
  return virtual ? [...places, virtual] : places
}

/** One value, or a list of several; no member without a value. */
function createJsonLdMember(name: Fragment, values: readonly Fragment[]): FragmentWriterFn {
  const [value] = values
  if (!value) return () => {}
  return (out) => {
    out.write(name)
    if (values.length === 1) out.write(value)
    else out.writeList(values, (one) => out.write(one))
  }
}
