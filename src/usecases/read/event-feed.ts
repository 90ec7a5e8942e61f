/** Event lists as feeds: streamed in the order of the list. */
import { createHash } from 'node:crypto'
import { isListed } from '../../domain/access/visibility.ts'
import { problem } from '../../domain/problem.ts'
import type { EventPlan } from '../../domain/query/query-plan.ts'
import { readFeedEvent } from '../../feeds/feed-event.ts'
import type { FeedChannel, FeedRecord, FeedWriter, ZoneRange } from '../../feeds/feed-format.ts'
import { FEED_FORMATS, type FeedFormatName } from '../../feeds/formats.ts'
import { type FragmentWriterFn, JsonDocument } from '../../presenters/json-fragment.ts'
import type { Urls } from '../../presenters/urls.ts'
import { findRevisions } from '../../storage/changes/change-log.ts'
import { readGeneration } from '../../storage/identity/database-identity.ts'
import { findZoneSpans } from '../../storage/queries/event-time-zones.ts'
import { findAllEventIds, findEventIds } from '../../storage/queries/find-event-ids.ts'
import { readFromReplicaIfPossible, type Services } from '../services.ts'
import { type EventDetail, type ReadContext, readVisibleEvents, type VisibleEvent } from './read-posts.ts'
import { beginStream } from './viewer-access.ts'

export interface EventFeed {
  readonly mediaType: string
  /** Validator: feeds with equal tags are equal. */
  readonly tag: string
  /** Reads the events again for each consumer. Errors are thrown, so that an incomplete feed never ends normally. */
  readonly chunks: () => AsyncIterable<string>
}

export interface FeedOptions {
  readonly name: FeedFormatName
  readonly plan: EventPlan
  /** Whether the feed contains all matches or one page. */
  readonly isUnpaged: boolean
  /** URL of the feed, without a password. */
  readonly url: string
  readonly title: string
  /** Fields to include, in formats with optional fields; undefined for all. */
  readonly fields: readonly string[] | undefined
}

/** Events read at once, without a turn of the event loop: a few milliseconds if none of them is cached. */
const EVENTS_BATCH_SIZE = 25
/** Ids per query for time zones. */
const ZONES_BATCH_SIZE = 1000
/** Minimum length of a chunk in characters. */
const CHUNK_LENGTH = 32_768
/** Part of the validator; increase it when a format represents the same event differently. */
const FORMAT_VERSION = 2

/**
 * Reads no events before the first chunk is requested. Throws for a page beyond the last, and when the client has
 * submitted too many wrong passwords.
 */
export async function createEventFeed(context: ReadContext, options: FeedOptions): Promise<EventFeed> {
  await beginStream(context.access)
  const tag = await createFeedTag(context, options)
  const isBeyond =
    !options.isUnpaged && options.plan.page > 1 && (await findFeedEventIds(context, options)).length === 0
  if (isBeyond) throw problem('event-archive-page-not-found')
  return {
    mediaType: FEED_FORMATS[options.name].mediaType,
    tag,
    chunks: () => generateChunks(context, options),
  }
}

/** Feed of one event. */
export function createSingleEventFeed(
  { services, renderContext }: ReadContext,
  event: EventDetail & { readonly fragment: FragmentWriterFn },
  options: Pick<FeedOptions, 'url' | 'fields'>,
): EventFeed {
  const record = { json: renderJson(event.fragment), revision: event.revision }
  const { timezone, start, end } = readFeedEvent(record.json, services.site.dayCutoff)
  const zones = [{ timezone, from: start.utc, until: end.utc }]
  const channel = createChannel(services, renderContext.urls, { ...options, title: services.site.name })
  const {
    opening,
    writeRecord: entry,
    closing,
  } = FEED_FORMATS.ics.createWriter({ ...channel, zones, onlyEvent: record })
  const text = `${opening}${entry(record)}${closing}`
  return {
    mediaType: FEED_FORMATS.ics.mediaType,
    tag: createDigest(text),
    chunks: async function* () {
      yield text
    },
  }
}

const createChannel = (
  { site }: Services,
  { home }: Urls,
  { title, url, fields }: Pick<FeedOptions, 'title' | 'url' | 'fields'>,
): Omit<FeedChannel, 'zones'> => ({
  name: title,
  siteUrl: `${home}/`,
  url,
  zone: site.zone,
  dayCutoff: site.dayCutoff,
  fields: fields && new Set(fields),
})

const renderJson = (fragment: FragmentWriterFn): string => new JsonDocument(fragment).toFragment().bytes.toString()

const createDigest = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 16)

/**
 * Validator from the plan, the viewer and the newest change. Detecting whether these events changed would require
 * reading them.
 */
async function createFeedTag(
  { services, renderContext, access }: ReadContext,
  { plan, ...options }: FeedOptions,
): Promise<string> {
  const { database, site } = services
  const { epoch, seq } = database.generation() ?? (await readGeneration(database.read))
  const { validUntil: _, ...filters } = plan
  const seenBy = [access.viewer, access.attempt?.password]
  return createDigest(
    JSON.stringify([FORMAT_VERSION, epoch, seq, options, filters, renderContext, seenBy, site], sortIdSets),
  )
}

/** Ids in a plan are unordered sets, so they are sorted. */
function sortIdSets(_key: string, value: unknown): unknown {
  const isIdSet = Array.isArray(value) && value.every((id) => typeof id === 'number')
  return isIdSet ? [...value].sort((a, b) => a - b) : value
}

async function* generateChunks(context: ReadContext, options: FeedOptions): AsyncGenerator<string> {
  const { services, renderContext } = context
  const format = FEED_FORMATS[options.name]
  const ids = await onReplica(context, (replicaContext) => findFeedEventIds(replicaContext, options))
  const zones = format.isCalendar ? await findZoneRanges(context, ids) : []
  const writer = format.createWriter({ ...createChannel(services, renderContext.urls, options), zones })
  yield* joinChunks(generateTexts(context, options, ids, writer))
}

async function* generateTexts(
  context: ReadContext,
  { name, plan }: FeedOptions,
  ids: readonly number[],
  { opening, writeRecord: entry, closing }: FeedWriter,
): AsyncGenerator<string> {
  yield opening
  for (const batch of splitIntoBatches(ids, EVENTS_BATCH_SIZE)) {
    const records = await onReplica(context, (replicaContext) =>
      loadFeedRecords(replicaContext, plan, batch, FEED_FORMATS[name].isCalendar),
    )
    for (const record of records) yield entry(record)
  }
  yield closing
}

/** Joins small chunks. */
async function* joinChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/**
 * Chooses the replica for each read, because it may fall behind during the stream. Authenticated viewers use the
 * primary.
 */
function onReplica<T>(context: ReadContext, work: (reading: ReadContext) => Promise<T>): Promise<T> {
  if (context.access.viewer.id !== 0) return work(context)
  return readFromReplicaIfPossible(context.services, (services) => work({ ...context, services }))
}

async function findFeedEventIds(
  { services }: ReadContext,
  { plan, isUnpaged }: FeedOptions,
): Promise<readonly number[]> {
  const { read } = services.database
  return isUnpaged ? findAllEventIds(read, plan) : (await findEventIds(read, plan)).ids
}

async function findZoneRanges(context: ReadContext, ids: readonly number[]): Promise<readonly ZoneRange[]> {
  const ranges: ZoneRange[] = []
  for (const batch of splitIntoBatches(ids, ZONES_BATCH_SIZE)) {
    ranges.push(...(await onReplica(context, ({ services }) => findZoneSpans(services.database.read, batch))))
  }
  return ranges
}

/**
 * The revision is read before its record. Events that left the list since their ids were read are omitted. Fragments
 * are written when they are consumed, because consumers share them and copies per consumer would add up.
 */
async function loadFeedRecords(
  context: ReadContext,
  { statuses }: EventPlan,
  ids: readonly number[],
  isCalendar: boolean,
): Promise<Iterable<FeedRecord>> {
  const { read } = context.services.database
  const revisions = isCalendar ? await findRevisions(read, 'event', ids) : new Map<number, number>()
  const visible = await readVisibleEvents(context, ids)
  return generateRecords(
    visible.filter(({ post }) => isListed(statuses, post)),
    revisions,
  )
}

function* generateRecords(
  events: readonly VisibleEvent[],
  revisions: ReadonlyMap<number, number>,
): Generator<FeedRecord> {
  for (const { post, fragment } of events) yield { json: renderJson(fragment), revision: revisions.get(post.id) ?? 0 }
}

function* splitIntoBatches(ids: readonly number[], size: number): Generator<readonly number[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size)
}
