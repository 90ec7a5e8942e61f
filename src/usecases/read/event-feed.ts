/** Lists of events as feeds: whole, in the order of the list, read as they are sent. */
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
  /** Two of the same tag are the same. */
  readonly tag: string
  /** Reads anew for each who asks. A failure on the way is thrown, and no text ends as if it were whole. */
  readonly chunks: () => AsyncIterable<string>
}

export interface FeedOptions {
  readonly name: FeedFormatName
  readonly plan: EventPlan
  /** Whether all the plan matches is meant, or its page. */
  readonly isUnpaged: boolean
  /** Where the feed is had; without a password. */
  readonly url: string
  /** The name of the feed. */
  readonly title: string
  /** Fields to include, for formats that can leave some out; undefined for all. */
  readonly fields: readonly string[] | undefined
}

/** So many events are read together and held at most. */
const EVENTS_BATCH_SIZE = 100
/** Events whose zones are asked for together; numbers alone. */
const ZONES_BATCH_SIZE = 1000
/** Characters worth sending by themselves. */
const CHUNK_LENGTH = 32_768
/** Of all forms: to be raised when a form says the same event in another way. */
const FORMAT_VERSION = 2

/**
 * Nothing is read of the events before the first chunk is asked for. Throws for a page beyond the last, and for a client
 * that has submitted too many wrong passwords.
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

/** One event; what is asked of its zone is asked of its record. */
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
 * What is asked by whom, and the newest change of all, read before anything else: telling whether these events changed
 * would take reading them.
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

/** Numbers of a plan are sets, found in no order. */
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

/** Fewer and larger. */
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

/** Each read for itself, as a replica may fall behind or go away meanwhile. Who signs in is answered by the primary. */
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
 * A revision is read before its record. What has left the list since its numbers were read is left out. Each is written
 * when it is taken: the parts are shared by all who read, and texts of a batch for each of them would add up.
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
