/** Sets our records to the state of a recorded response, where a decision makes ours differ. */
import { sql } from 'kysely'
import { foldCase } from '../../src/base/text/fold-case.ts'
import { displayContent, displayExcerpt, displayTitle } from '../../src/base/text/wptexturize.ts'
import { deleteFragmentsOfTerm } from '../../src/calendar/fragments/fragment-store.ts'
import { type ImageSize, NOT_DERIVED, UNEDITED } from '../../src/calendar/images/image.ts'
import { findMedia, insertMedia } from '../../src/calendar/images/image-store.ts'
import { indexPost } from '../../src/calendar/lists/search-index.ts'
import { replaceLinks } from '../../src/calendar/posts/links.ts'
import { findPost, insertPost, updatePost } from '../../src/calendar/posts/post-store.ts'
import type { Services } from '../../src/calendar/services.ts'
import { presentCost } from '../../src/kernel/cost.ts'
import {
  type Event,
  NEVER_PUBLISHED,
  NO_SERIES,
  POST_KINDS,
  POST_STATUSES,
  type Post,
  type PostByKind,
  type PostKind,
  type PostStatus,
} from '../../src/kernel/post.ts'
import type { Taxonomy } from '../../src/kernel/term.ts'
import { recordChange, recordChanges } from '../../src/storage/change-log/change-log.ts'
import type { ChangeKind, Reader, Writer } from '../../src/storage/types.ts'
import type { Json } from '../helper/service.ts'

/** The kind of record in a body; undefined for anything else. */
export function findBodyKind(body: Json): PostKind | undefined {
  if (typeof body?.id !== 'number') return undefined
  if (typeof body.start_date === 'string') return 'event'
  if ('venue' in body && 'show_map' in body) return 'venue'
  return 'organizer' in body && 'author' in body ? 'organizer' : undefined
}

export const isTermBody = (body: Json): boolean => typeof body?.id === 'number' && typeof body.taxonomy === 'string'

/** Posts and terms in a body, nested ones first. */
export function collectPosts(body: Json): readonly Json[] {
  const kind = findBodyKind(body)
  if (!kind) return []
  const linked = kind === 'event' ? [body.venue, ...(body.organizer ?? [])].filter((item) => findBodyKind(item)) : []
  return [...linked, body]
}

export function collectTerms(body: Json): readonly Json[] {
  if (isTermBody(body)) return [body]
  return findBodyKind(body) === 'event' ? [...(body.categories ?? []), ...(body.tags ?? [])] : []
}

interface RecordedExchange {
  readonly request_json?: Json
  readonly response_json?: Json
}

/** Images in bodies, by ID, with their source URL where a write contained it. */
export function collectRecordedImages(exchanges: readonly RecordedExchange[]): ReadonlyMap<number, Json> {
  const found = new Map<number, Json>()
  const collect = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return
    if (typeof value.image?.id === 'number') found.set(value.image.id, { ...value.image })
    for (const part of Object.values(value)) collect(part)
  }
  for (const { response_json } of exchanges) collect(response_json)
  for (const { request_json, response_json } of exchanges) {
    const image = found.get(response_json?.image?.id)
    if (image && /^https?:/.test(request_json?.image)) image.source = request_json.image
  }
  return found
}

const getFileKey = (url: string): string => url.replace(/^.*\/uploads\//, '')

/** Inserts an image into the library, unless it exists, without its files. */
export async function writeRecordedImage(tx: Writer, image: Json): Promise<void> {
  if ((await findMedia(tx, [image.id])).length > 0) return
  const { id, url, extension, width, height, filesize } = image
  const sizes = Object.entries(image.sizes ?? {}).map(([name, size]: [string, Json]) => {
    return {
      name,
      key: getFileKey(size.url),
      width: size.width,
      height: size.height,
      filesize: size.filesize,
    } as ImageSize
  })
  const mime_type = extension === 'jpg' ? 'image/jpeg' : extension === 'gif' ? 'image/gif' : 'image/png'
  const times = {
    date: NEVER_PUBLISHED,
    date_utc: NEVER_PUBLISHED,
    modified: NEVER_PUBLISHED,
    modified_utc: NEVER_PUBLISHED,
  }
  const texts = { slug: '', title: '', caption: '', alt_text: '', source_url: image.source ?? '' }
  await tx.insertInto('object_ids').values({ id, kind: 'media' }).execute()
  await insertMedia(tx, {
    ...{ id, width, height, filesize, sizes, mime_type, key: getFileKey(url), author: 1, post: 0 },
    ...times,
    ...texts,
    ...UNEDITED,
    ...NOT_DERIVED,
  })
}

/** Writes without the use cases, but with a row in the change log, so that responses and lists expire. */
export function writeState<T>({ database, now }: Services, work: (tx: Writer) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    const result = await work(tx)
    await recordChange(tx, { kind: 'media', id: 0, op: 'update', at: now() })
    return result
  })
}

/** Writes the contents of a body, with the records and terms inside of it. Redacted bodies are skipped. */
export async function writeRecordedPost(tx: Writer, recorded: Json): Promise<void> {
  const body = withoutNul(recorded)
  for (const term of collectTerms(body)) await writeTerm(tx, term)
  for (const post of collectPosts(body)) await writePost(tx, post)
  await recount(tx)
}

/** The reference stores NUL in texts; this service does not. */
function withoutNul(body: Json): Json {
  const clean = (_key: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)
  return JSON.parse(JSON.stringify(body, clean))
}

const isRedacted = (kind: PostKind, body: Json): boolean =>
  body.show_map === null || typeof body[NAME[kind]] !== 'string'
const NAME = { event: 'title', venue: 'venue', organizer: 'organizer' } as const satisfies Record<PostKind, string>

async function writePost(tx: Writer, body: Json): Promise<void> {
  const kind = findBodyKind(body)
  if (!kind || isRedacted(kind, body)) return
  if (body.image) await writeRecordedImage(tx, body.image)
  if (kind === 'event') await savePost(tx, 'event', buildEvent(body, await findPost(tx, 'event', body.id)))
  if (kind === 'venue') await savePost(tx, 'venue', buildVenue(body, await findPost(tx, 'venue', body.id)))
  if (kind === 'organizer')
    await savePost(tx, 'organizer', buildOrganizer(body, await findPost(tx, 'organizer', body.id)))
  if (kind === 'event') await writeRelations(tx, body)
}

/** Stored and cached JSON of the record is outdated then. The time is that of the last change of `writeState`. */
export async function markChanged(tx: Writer, kind: ChangeKind, id: number): Promise<void> {
  await recordChange(tx, { kind, id, op: 'update', at: NEVER_PUBLISHED })
}

async function savePost<K extends PostKind>(tx: Writer, kind: K, record: PostByKind[K]): Promise<void> {
  const row = await tx.selectFrom('object_ids').select('kind').where('id', '=', record.id).executeTakeFirst()
  if (row && row.kind !== kind) await removePost(tx, record.id)
  const stored = row?.kind === kind ? await findPost(tx, kind, record.id) : undefined
  if (stored) await updatePost(tx, kind, record, stored)
  else {
    await tx.insertInto('object_ids').values({ id: record.id, kind }).execute()
    await insertPost(tx, kind, record)
  }
  await indexPost(tx, kind, record, stored)
  await markChanged(tx, kind, record.id)
}

async function writeRelations(tx: Writer, body: Json): Promise<void> {
  await replaceLinks(tx, body.id, 'venue', findBodyKind(body.venue) ? [body.venue.id] : [])
  const organizers: number[] = body.organizer.map(({ id }: Json) => id)
  await replaceLinks(tx, body.id, 'organizer', [...new Set(organizers)])
  await tx.deleteFrom('event_terms').where('event_id', '=', body.id).execute()
  const terms = collectTerms(body).map(({ id }) => ({ event_id: body.id, term_id: id }))
  if (terms.length > 0) await tx.insertInto('event_terms').values(terms).execute()
}

/** The unknown status that no list shows becomes a hidden draft; others are visible to editors only. */
function parseStatus(name: string): PostStatus {
  if (name === 'auto-draft') return 'draft'
  return POST_STATUSES.find((status) => status === name) ?? 'private'
}

/** The stored value stays when it displays as recorded. */
const stored = (shown: string, current: string | undefined, display: (text: string) => string): string =>
  current !== undefined && display(current) === shown ? current : shown

function buildPost(body: Json, title: string, current: Post | undefined): Post {
  const status = parseStatus(body.status)
  const { status: before = 'publish', trashed_from = '' } = current ?? {}
  return {
    id: body.id,
    author: Number(body.author),
    status,
    trashed_from: status === 'trash' ? (before === 'trash' ? trashed_from : before) : '',
    slug: body.slug ?? '',
    title: stored(title, current?.title, displayTitle),
    content: stored(body.description ?? '', current?.content, displayContent),
    excerpt: stored(body.excerpt ?? '', current?.excerpt, displayExcerpt),
    password: current?.password ?? '',
    date: body.date,
    date_utc: body.date_utc,
    modified: body.modified,
    modified_utc: body.modified_utc,
    image: body.image?.id ?? 0,
    external_id: '',
    custom_fields: {},
  }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const DOLLARS = { symbol: '$', code: 'USD', position: 'prefix', free: 'Free' } as const

/** The stored value cannot be derived from the display: the first candidate that displays the same is used. */
function findCost(body: Json, current: readonly string[] | undefined): readonly string[] {
  const shown = body.cost === '' ? [] : unescaped(body.cost).split(' – ')
  const candidates: (readonly string[])[] = [...(current ? [current] : []), body.cost_details.values, shown]
  const expected = JSON.stringify([body.cost, body.cost_details])
  const isDisplayed = (candidate: readonly string[]): boolean => {
    const { cost, cost_details } = presentCost(candidate, DOLLARS)
    return JSON.stringify([cost, cost_details]) === expected
  }
  return candidates.find(isDisplayed) ?? shown
}

function buildEvent(body: Json, current: Event | undefined): Event {
  const { all_day, show_map, show_map_link, hide_from_listings, sticky, featured, timezone } = body
  // Events without dates, or that end before they start, exist only on the reference; no list of it shows them.
  const hasDates = Boolean(body.utc_start_date && body.utc_end_date >= body.utc_start_date)
  const date = (name: string): string => body[name] || NEVER_PUBLISHED
  return {
    ...buildPost(body, body.title, current),
    start_date: date('start_date'),
    end_date: date('end_date'),
    utc_start_date: date('utc_start_date'),
    utc_end_date: date('utc_end_date'),
    hide_from_listings: hide_from_listings || !hasDates || body.status === 'auto-draft',
    ...{ timezone, all_day, show_map, show_map_link, sticky, featured },
    cost: findCost(body, current?.cost),
    website: unescaped(body.website) === body.url ? '' : unescaped(body.website),
    tickets: current?.tickets ?? [],
    post_parent: current?.post_parent ?? 0,
    ...NO_SERIES,
    event_status: 'scheduled',
    event_status_reason: '',
    previous_utc_start_date: '',
    attendance_mode: 'offline',
    virtual_url: '',
    virtual_url_visibility: 'always',
  }
}

function buildVenue(body: Json, current: PostByKind['venue'] | undefined): PostByKind['venue'] {
  const text = (name: string): string => String(body[name] ?? '')
  return {
    ...buildPost(body, body.venue, current),
    address: text('address'),
    city: text('city'),
    country: text('country'),
    province: text('province'),
    state: text('state'),
    zip: text('zip'),
    phone: text('phone'),
    website: text('website'),
    stateprovince: text('stateprovince'),
    show_map: body.show_map,
    show_map_link: body.show_map_link,
    geo_lat: null,
    geo_lng: null,
    geocoding: '',
  }
}

function buildOrganizer(body: Json, current: PostByKind['organizer'] | undefined): PostByKind['organizer'] {
  const { phone = '', website = '', email = '' } = body
  return { ...buildPost(body, body.organizer, current), phone, website, email: email && (current?.email ?? email) }
}

async function writeTerm(tx: Writer, body: Json): Promise<void> {
  const taxonomy: Taxonomy = body.taxonomy === 'post_tag' ? 'tag' : 'category'
  const name = unescaped(body.name)
  const { id, slug, description } = body
  const folded = { name_folded: foldCase(name), description_folded: foldCase(description) }
  const row = { id, taxonomy, name, ...folded, slug, description, parent: body.parent ?? 0 }
  await tx.deleteFrom('terms').where('slug', '=', slug).where('taxonomy', '=', taxonomy).where('id', '!=', id).execute()
  await tx
    .insertInto('terms')
    .values({ ...row, count: 0, modified_utc: NEVER_PUBLISHED })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  await markChanged(tx, taxonomy, id)
}

async function recount(tx: Writer): Promise<void> {
  const selectCounts = () => tx.selectFrom('terms').select(['id', 'count']).orderBy('id').execute()
  const before = new Map((await selectCounts()).map(({ id, count }) => [id, count]))
  await sql`update terms set count = (select count(*) from event_terms join events on events.id = event_terms.event_id
    where event_terms.term_id = terms.id and events.status = 'publish' and events.password = '')`.execute(tx)
  const changed = (await selectCounts()).filter(({ id, count }) => before.get(id) !== count)
  await recordChanges(
    tx,
    changed.map(({ id }) => ({ kind: 'count', id, op: 'update', at: NEVER_PUBLISHED })),
  )
}

/** Deletes a record permanently. */
export async function removePost(tx: Writer, id: number): Promise<void> {
  const linked = await tx.selectFrom('links').select('event_id').where('target_id', '=', id).execute()
  for (const { event_id } of linked) await markChanged(tx, 'event', event_id)
  for (const kind of POST_KINDS) await markChanged(tx, kind, id)
  await tx.deleteFrom('links').where('event_id', '=', id).execute()
  await tx.deleteFrom('links').where('target_id', '=', id).execute()
  await tx.deleteFrom('event_terms').where('event_id', '=', id).execute()
  await tx.deleteFrom('post_search').where('rowid', '=', id).execute()
  for (const kind of POST_KINDS) await tx.deleteFrom(`${kind}s`).where('id', '=', id).execute()
  await tx.deleteFrom('object_ids').where('id', '=', id).execute()
}

async function removeTerm(tx: Writer, id: number): Promise<void> {
  await deleteFragmentsOfTerm(tx, id)
  await recordChange(tx, { kind: 'category', id, op: 'delete', at: NEVER_PUBLISHED })
  await tx.deleteFrom('event_terms').where('term_id', '=', id).execute()
  await tx.deleteFrom('terms').where('id', '=', id).execute()
}

export interface RecordedIds {
  readonly posts: ReadonlySet<number>
  readonly terms: ReadonlySet<number>
}

const listUnknownIds = async (
  db: Reader,
  table: 'object_ids' | 'terms',
  known: ReadonlySet<number>,
): Promise<number[]> =>
  (await db.selectFrom(table).select('id').execute()).map(({ id }) => id).filter((id) => !known.has(id))

/** Deletes records that we created and the reference did not. */
export async function removeUnrecorded(services: Services, known: RecordedIds): Promise<void> {
  const { read } = services.database
  const posts = await listUnknownIds(read, 'object_ids', known.posts)
  const terms = await listUnknownIds(read, 'terms', known.terms)
  if (posts.length + terms.length === 0) return
  await writeState(services, async (tx) => {
    for (const id of posts) await removePost(tx, id)
    for (const id of terms) await removeTerm(tx, id)
    await recount(tx)
  })
}
/** The reference removes links of the first ten events to trashed records: of an organizer, all organizers (Q21). */
export async function removeLinks(tx: Writer, kind: 'venue' | 'organizer', id: number): Promise<void> {
  const linked = await tx.selectFrom('links').select('event_id').where('target_id', '=', id).execute()
  for (const { event_id } of linked) {
    await replaceLinks(tx, event_id, kind, [])
    await markChanged(tx, 'event', event_id)
  }
}
