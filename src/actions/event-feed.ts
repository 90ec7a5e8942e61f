/** Lists of events as feeds: whole, in the order of the list, read as they are sent. */
import { createHash } from 'node:crypto'
import type { EventPlan } from '../calendar/plans.ts'
import { problem } from '../calendar/problem.ts'
import { isListed } from '../calendar/visibility.ts'
import type { Channel, FeedRecord, FeedWriter, ZoneRange } from '../feeds/feed.ts'
import { readFeedEvent } from '../feeds/feed-event.ts'
import { FEEDS, type FeedName } from '../feeds/forms.ts'
import { JsonText, type Part } from '../present/json-text.ts'
import type { Urls } from '../present/urls.ts'
import { revisionsOf } from '../storage/changes.ts'
import { findAllEventIds, findEventIds } from '../storage/event-plans.ts'
import { zoneSpans } from '../storage/event-zones.ts'
import { readGeneration } from '../storage/identity.ts'
import { beginStream, type Reading, type SeenEvent, type SingleEvent, seeEvents } from './read-posts.ts'
import { readAnywhere, type Services } from './services.ts'

export interface Feed {
  readonly mediaType: string
  /** Two of the same tag are the same. */
  readonly tag: string
  /** Reads anew for each who asks. A failure on the way is thrown, and no text ends as if it were whole. */
  readonly chunks: () => AsyncIterable<string>
}

export interface FeedAsked {
  readonly name: FeedName
  readonly plan: EventPlan
  /** Whether all the plan matches is meant, or its page. */
  readonly isWhole: boolean
  /** Where the feed is had; without a password. */
  readonly address: string
  /** The name of the feed. */
  readonly title: string
  /** Fields to include, for formats that can leave some out; undefined for all. */
  readonly fields: readonly string[] | undefined
}

/** So many events are read together and held at most. */
const BATCH = 100
/** Events whose zones are asked for together; numbers alone. */
const ZONES_BATCH = 1000
/** Characters worth sending by themselves. */
const CHUNK = 32_768
/** Of all forms: to be raised when a form says the same event in another way. */
const EDITION = 2

/**
 * Nothing is read of the events before the first chunk is asked for. Throws for a page beyond the last, and for a client
 * that has submitted too many wrong passwords.
 */
export async function eventFeed(reading: Reading, asked: FeedAsked): Promise<Feed> {
  await beginStream(reading.sight)
  const tag = await tagOf(reading, asked)
  const isBeyond = !asked.isWhole && asked.plan.page > 1 && (await idsOf(reading, asked)).length === 0
  if (isBeyond) throw problem('event-archive-page-not-found')
  return {
    mediaType: FEEDS[asked.name].mediaType,
    tag,
    chunks: () => chunksOf(reading, asked),
  }
}

/** One event; what is asked of its zone is asked of its record. */
export function singleFeed(
  { services, setting }: Reading,
  event: SingleEvent & { readonly part: Part },
  asked: Pick<FeedAsked, 'address' | 'fields'>,
): Feed {
  const record = { json: jsonOf(event.part), revision: event.revision }
  const { timezone, start, end } = readFeedEvent(record.json, services.site.dayCutoff)
  const zones = [{ timezone, from: start.utc, until: end.utc }]
  const channel = channelOf(services, setting.urls, { ...asked, title: services.site.name })
  const { opening, entry, closing } = FEEDS.ics.write({ ...channel, zones, onlyEvent: record })
  const text = `${opening}${entry(record)}${closing}`
  return {
    mediaType: FEEDS.ics.mediaType,
    tag: digest(text),
    chunks: async function* () {
      yield text
    },
  }
}

const channelOf = (
  { site }: Services,
  { home }: Urls,
  { title, address, fields }: Pick<FeedAsked, 'title' | 'address' | 'fields'>,
): Omit<Channel, 'zones'> => ({
  name: title,
  home: `${home}/`,
  address,
  zone: site.zone,
  dayCutoff: site.dayCutoff,
  fields: fields && new Set(fields),
})

const jsonOf = (part: Part): string => new JsonText(part).whole().bytes.toString()

const digest = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 16)

/**
 * What is asked by whom, and the newest change of all, read before anything else: telling whether these events changed
 * would take reading them.
 */
async function tagOf({ services, setting, sight }: Reading, { plan, ...asked }: FeedAsked): Promise<string> {
  const { database, site } = services
  const { epoch, seq } = database.generation() ?? (await readGeneration(database.read))
  const { until: _, ...meant } = plan
  const seenBy = [sight.viewer, sight.attempt?.password]
  return digest(JSON.stringify([EDITION, epoch, seq, asked, meant, setting, seenBy, site], ascending))
}

/** Numbers of a plan are sets, found in no order. */
function ascending(_key: string, value: unknown): unknown {
  const isSet = Array.isArray(value) && value.every((one) => typeof one === 'number')
  return isSet ? [...value].sort((a, b) => a - b) : value
}

async function* chunksOf(reading: Reading, asked: FeedAsked): AsyncGenerator<string> {
  const { services, setting } = reading
  const form = FEEDS[asked.name]
  const ids = await whereCheapest(reading, (near) => idsOf(near, asked))
  const zones = form.isCalendar ? await zonesOf(reading, ids) : []
  const writer = form.write({ ...channelOf(services, setting.urls, asked), zones })
  yield* gathered(textsOf(reading, asked, ids, writer))
}

async function* textsOf(
  reading: Reading,
  { name, plan }: FeedAsked,
  ids: readonly number[],
  { opening, entry, closing }: FeedWriter,
): AsyncGenerator<string> {
  yield opening
  for (const batch of batchesOf(ids, BATCH)) {
    const records = await whereCheapest(reading, (near) => recordsOf(near, plan, batch, FEEDS[name].isCalendar))
    for (const record of records) yield entry(record)
  }
  yield closing
}

/** Fewer and larger. */
async function* gathered(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** Each read for itself, as a replica may fall behind or go away meanwhile. Who signs in is answered by the primary. */
function whereCheapest<T>(reading: Reading, work: (reading: Reading) => Promise<T>): Promise<T> {
  if (reading.sight.viewer.id !== 0) return work(reading)
  return readAnywhere(reading.services, (services) => work({ ...reading, services }))
}

async function idsOf({ services }: Reading, { plan, isWhole }: FeedAsked): Promise<readonly number[]> {
  const { read } = services.database
  return isWhole ? findAllEventIds(read, plan) : (await findEventIds(read, plan)).ids
}

async function zonesOf(reading: Reading, ids: readonly number[]): Promise<readonly ZoneRange[]> {
  const ranges: ZoneRange[] = []
  for (const batch of batchesOf(ids, ZONES_BATCH)) {
    ranges.push(...(await whereCheapest(reading, ({ services }) => zoneSpans(services.database.read, batch))))
  }
  return ranges
}

/**
 * A revision is read before its record. What has left the list since its numbers were read is left out. Each is written
 * when it is taken: the parts are shared by all who read, and texts of a batch for each of them would add up.
 */
async function recordsOf(
  reading: Reading,
  { statuses }: EventPlan,
  ids: readonly number[],
  isCalendar: boolean,
): Promise<Iterable<FeedRecord>> {
  const { read } = reading.services.database
  const revisions = isCalendar ? await revisionsOf(read, 'event', ids) : new Map<number, number>()
  const seen = await seeEvents(reading, ids)
  return written(
    seen.filter(({ post }) => isListed(statuses, post)),
    revisions,
  )
}

function* written(seen: readonly SeenEvent[], revisions: ReadonlyMap<number, number>): Generator<FeedRecord> {
  for (const { post, part } of seen) yield { json: jsonOf(part), revision: revisions.get(post.id) ?? 0 }
}

function* batchesOf(ids: readonly number[], size: number): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
}
