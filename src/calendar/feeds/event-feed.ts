/** Event lists as feeds: streamed in the order of the list. */

import { createHash } from 'node:crypto'
import { createTranslator } from '../../base/i18n/translate.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import { selectCustomFields } from '../../kernel/custom-field.ts'
import { problem } from '../../kernel/problem.ts'
import { isListed } from '../../kernel/visibility.ts'
import { findRevisions } from '../../storage/change-log/change-log.ts'
import { readGeneration } from '../../storage/database-identity.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Reader } from '../../storage/types.ts'
import { type FragmentWriterFn, JsonDocument } from '../fragments/json-fragment.ts'
import { findZoneSpans } from '../lists/event-time-zones.ts'
import { findAllEventIds, findEventIds } from '../lists/find-event-ids.ts'
import { findLinkOpenings } from '../lists/link-openings.ts'
import type { EventPlan } from '../lists/query-plan.ts'
import { findEarliest } from '../lists/valid-until.ts'
import { type EventDetail, type ReadContext, readVisibleEvents, type VisibleEvent } from '../posts/read-posts.ts'
import { findHomeLanguage, globalId, type Urls } from '../posts/urls.ts'
import { beginStream } from '../posts/viewer-access.ts'
import { LINK_LEAD_SECONDS } from '../posts/virtual-link.ts'
import { findSeriesMembers } from '../series/series-store.ts'
import { readFromReplicaIfPossible, type Services } from '../services.ts'
import { readFeedEvent } from './feed-event.ts'
import type { FeedChannel, FeedRecord, FeedWriter } from './feed-format.ts'
import { groupMembers, type JoinedSeries, type ListedSeries, selectOccurrences, toZoneRange } from './feed-series.ts'
import { FEED_FORMATS, type FeedFormatName } from './formats.ts'
import { createSeriesWriter } from './ical-series.ts'

export interface EventFeed {
  readonly mediaType: string
  /** Validator: feeds with equal tags are equal. */
  readonly tag: string
  /** Last second for which the feed is valid, UTC; undefined for the end of the site's day. */
  readonly validUntil: DateTime | undefined
  /** Reads the events again for each consumer. Errors are thrown, so that an incomplete feed never ends normally. */
  readonly chunks: () => AsyncIterable<string>
}

export interface FeedOptions {
  readonly name: FeedFormatName
  readonly plan: EventPlan
  /** Whether the feed contains all matches or one page. */
  readonly isUnpaged: boolean
  /** Which series are one recurring event each; only for calendars. */
  readonly joinedSeries: JoinedSeries
  /** URL of the feed, without a password. */
  readonly url: string
  readonly title: string
  /** Fields to include, in formats with optional fields; undefined for all. */
  readonly fields: readonly string[] | undefined
}

/** Events read at once, without a turn of the event loop: a few milliseconds if none of them is cached. */
const EVENTS_BATCH_SIZE = 25
/** Ids per query for time zones and series. */
const ID_BATCH_SIZE = 1000
/** Minimum length of a chunk in characters. */
const CHUNK_LENGTH = 32_768
/** Part of the validator; increase it when a format represents the same event differently. */
const FORMAT_VERSION = 4

/**
 * Reads no events before the first chunk is requested. Throws for a page beyond the last, and when the client has
 * submitted too many wrong passwords.
 */
export async function createEventFeed(context: ReadContext, options: FeedOptions): Promise<EventFeed> {
  await beginStream(context.access)
  const { services } = context
  const opensFrom = addSeconds(services.now(), LINK_LEAD_SECONDS)
  const links = await findLinkOpenings(services.database.read, opensFrom)
  const tag = await createFeedTag(context, options, links.last)
  const isBeyond =
    !options.isUnpaged && options.plan.page > 1 && (await findFeedEventIds(context, options)).length === 0
  if (isBeyond) throw problem('event-archive-page-not-found')
  return {
    mediaType: FEED_FORMATS[options.name].mediaType,
    tag,
    validUntil: findEarliest([options.plan.validUntil, links.next && addSeconds(links.next, -LINK_LEAD_SECONDS - 1)]),
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
    validUntil: event.validUntil,
    chunks: async function* () {
      yield text
    },
  }
}

export const createChannel = (
  { site }: Services,
  urls: Urls,
  { title, url, fields }: Pick<FeedOptions, 'title' | 'url' | 'fields'>,
): Omit<FeedChannel, 'zones'> => {
  const language = findHomeLanguage(urls, site.languages)
  return {
    name: title,
    siteUrl: `${urls.home}/`,
    language,
    translate: createTranslator(language),
    url,
    zone: site.zone,
    dayCutoff: site.dayCutoff,
    customFields: selectCustomFields(site.customFields, 'event'),
    fields: fields && new Set(fields),
  }
}

const renderJson = (fragment: FragmentWriterFn): string => new JsonDocument(fragment).toFragment().bytes.toString()

export const createDigest = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 16)

/**
 * Validator from the plan, the viewer, the newest change and the last link that appeared. Detecting whether these events changed would require
 * reading them.
 */
async function createFeedTag(
  { services, renderContext, access }: ReadContext,
  { plan, ...options }: FeedOptions,
  lastLinkOpening: DateTime | undefined,
): Promise<string> {
  const { database, site } = services
  // The newest change covers them.
  const { customFields: _customFields, ...settings } = site
  const { urls } = renderContext
  const { epoch, seq } = database.generation() ?? (await readGeneration(database.read))
  const { validUntil: _, ...filters } = plan
  const seenBy = [access.viewer, access.attempt?.password, lastLinkOpening]
  return createDigest(
    JSON.stringify(
      [FORMAT_VERSION, epoch, seq, options, filters, { urls, currency: site.currency }, seenBy, settings],
      sortIdSets,
    ),
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
  const ranges = format.isCalendar ? await readInBatches(context, ids, findZoneSpans) : []
  const members = options.joinedSeries === 'none' ? [] : await readInBatches(context, ids, findSeriesMembers)
  const series = await onReplica(context, ({ services: { database } }) =>
    groupMembers(database.read, members, options.joinedSeries),
  )
  const zones = [...ranges, ...series.map((listed) => toZoneRange(listed.series))]
  const channel = { ...createChannel(services, renderContext.urls, options), zones }
  const joined = new Set(series.flatMap((listed) => listed.members.map(({ id }) => id)))
  const { opening, writeRecord, closing } = format.createWriter(channel)
  const bodies = [
    generateRecordTexts(context, options, { ids: ids.filter((id) => !joined.has(id)), writeRecord }),
    generateSeriesTexts(context, options, { series, channel }),
  ]
  yield* joinChunks(opening, bodies, closing)
}

interface RecordTexts {
  readonly ids: readonly number[]
  readonly writeRecord: FeedWriter['writeRecord']
}

async function* generateRecordTexts(
  context: ReadContext,
  { name, plan }: FeedOptions,
  { ids, writeRecord }: RecordTexts,
): AsyncGenerator<string> {
  for (const batch of splitIntoBatches(ids, EVENTS_BATCH_SIZE)) {
    const records = await onReplica(context, (replicaContext) =>
      loadFeedRecords(replicaContext, plan, batch, FEED_FORMATS[name].isCalendar),
    )
    for (const record of records) yield writeRecord(record)
  }
}

interface SeriesTexts {
  readonly series: readonly ListedSeries[]
  readonly channel: FeedChannel
}

/** A series has at most a thousand events, which are read at once. */
async function* generateSeriesTexts(
  context: ReadContext,
  { plan }: FeedOptions,
  { series: list, channel }: SeriesTexts,
): AsyncGenerator<string> {
  if (list.length === 0) return
  const writeSeries = createSeriesWriter(channel)
  for (const { series, members } of list) {
    const ids = members.map(({ id }) => id)
    const records = await onReplica(context, (replicaContext) => loadFeedRecords(replicaContext, plan, ids, true))
    const uid = globalId(context.renderContext.urls, series.id)
    yield writeSeries({ series, uid, occurrences: selectOccurrences(members, records) })
  }
}

/** Joins small chunks. */
async function* joinChunks(
  opening: string,
  bodies: readonly AsyncIterable<string>[],
  closing: string,
): AsyncGenerator<string> {
  let chunk = opening
  for (const texts of bodies)
    for await (const text of texts) {
      chunk += text
      if (chunk.length < CHUNK_LENGTH) continue
      yield chunk
      chunk = ''
    }
  yield chunk + closing
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

async function readInBatches<T>(
  context: ReadContext,
  ids: readonly number[],
  find: (db: Reader, ids: readonly number[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (const batch of splitIntoBatches(ids, ID_BATCH_SIZE))
    found.push(...(await onReplica(context, ({ services }) => find(services.database.read, batch))))
  return found
}

export interface IdentifiedRecord extends FeedRecord, Pick<VisibleEvent, 'online'> {
  readonly id: number
}

/**
 * The revision is read before its record. Events that left the list since their ids were read are omitted. Fragments
 * are written when they are consumed, because consumers share them and copies per consumer would add up.
 */
export async function loadFeedRecords(
  context: ReadContext,
  { statuses }: EventPlan,
  ids: readonly number[],
  isCalendar: boolean,
): Promise<Iterable<IdentifiedRecord>> {
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
): Generator<IdentifiedRecord> {
  for (const { post, online, fragment } of events)
    yield { id: post.id, online, json: renderJson(fragment), revision: revisions.get(post.id) ?? 0 }
}
