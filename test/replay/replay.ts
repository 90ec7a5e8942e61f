/** Sends the recorded requests to this service and reports where the responses differ. */

import { resolveLocal, toLocal } from '../../src/base/time/time-zone.ts'
import { indexPost } from '../../src/calendar/lists/search-index.ts'
import { hashPostPassword } from '../../src/calendar/posts/post-password.ts'
import { findPost, updatePost } from '../../src/calendar/posts/post-store.ts'
import type { PostKind } from '../../src/kernel/post.ts'
import type { Writer } from '../../src/storage/types.ts'
import { setNextId } from '../helper/next-id.ts'
import type { Json, TestResponse, TestService } from '../helper/service.ts'
import { type Difference, findDifferences } from './compare.ts'
import { parsePathId } from './difference-facts.ts'
import { type Exchange, findExclusionReason, getAuthorization } from './exchanges.ts'
import {
  collectPosts,
  collectRecordedImages,
  collectTerms,
  findBodyKind,
  isTermBody,
  markChanged,
  removeLinks,
  removePost,
  removeUnrecorded,
  writeRecordedImage,
  writeRecordedPost,
  writeState,
} from './recorded-state.ts'

export interface ReplayedExchange {
  readonly exchange: Exchange
  readonly response: TestResponse
  readonly differences: readonly Difference[]
  /** See `DifferenceContext`. */
  readonly before?: Json
}

export interface ReplayResult {
  readonly replayed: readonly ReplayedExchange[]
  /** Exchanges left out, by reason. */
  readonly skipped: ReadonlyMap<string, number>
}

interface State {
  readonly service: TestService
  readonly posts: Set<number>
  readonly terms: Set<number>
  /** The newest recorded body of each record, as `posts 12` or `terms 3`. */
  readonly newest: Map<string, Json>
  /** Records that the reference created without returning them (Q36), by the exchange before which they appear. */
  readonly unreturned: ReadonlyMap<number, readonly Json[]>
}

/** Time zone of the reference site. */
const ZONE = 'America/New_York'

/** A blog post, a page, and a privacy page. */
const FOREIGN_IDS = [1, 2, 3]
/** In the library from the start. */
const IMAGE_IDS = [4, 5]

export async function replayExchanges(service: TestService, exchanges: readonly Exchange[]): Promise<ReplayResult> {
  const unreturned = findUnreturned(exchanges)
  const images = collectRecordedImages(exchanges)
  const state: State = {
    service,
    posts: new Set([...FOREIGN_IDS, ...images.keys()]),
    terms: new Set(),
    newest: new Map(),
    unreturned,
  }
  await writeState(service.services, async (tx) => {
    for (const id of FOREIGN_IDS) await tx.insertInto('object_ids').values({ id, kind: 'other' }).execute()
    for (const id of IMAGE_IDS) await writeRecordedImage(tx, images.get(id))
  })
  const replayed: ReplayedExchange[] = []
  const skipped = new Map<string, number>()
  for (const exchange of exchanges) {
    const reason = findExclusionReason(exchange)
    if (reason === undefined) replayed.push(await replayOne(state, exchange))
    else skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    if (reason !== undefined) await applySkipped(state, exchange)
  }
  return { replayed, skipped }
}

const READING = ['GET', 'HEAD', 'OPTIONS']

/** The reference lets a GET override its method (decisions: Override). */
function meansWrite({ method, path, request_headers: headers = {} }: Exchange): boolean {
  const effectiveMethod = /[?&]_method=(\w+)/.exec(path)?.[1] ?? headers['X-HTTP-Method-Override'] ?? method
  return !READING.includes(effectiveMethod.toUpperCase())
}

const isWrite = (exchange: Exchange): boolean =>
  meansWrite(exchange) && exchange.status < 300 && exchange.response_json !== undefined

async function replayOne(state: State, exchange: Exchange): Promise<ReplayedExchange> {
  const { service } = state
  await insertUnreturned(state, exchange)
  service.setNow(findWriteTime(exchange))
  await reserveIds(state, exchange)
  const response = await send(service, exchange).catch((error: unknown) => {
    throw new Error(`exchange ${exchange.n} ${exchange.method} ${exchange.path}`, { cause: error })
  })
  const found = findDifferences(exchange, response)
  const kind = /\/v1\/(?:categories|tags)/.test(exchange.path) ? 'terms' : 'posts'
  const before = state.newest.get(`${kind} ${parsePathId(exchange)}`)
  await synchronize(state, exchange, response, found)
  return { exchange, response, differences: found, before }
}

/** The second in which the reference wrote, which may be the one after the request. */
function findWriteTime(exchange: Exchange): string {
  const { modified } = isWrite(exchange) ? exchange.response_json : {}
  const written = typeof modified === 'string' ? resolveLocal(modified, ZONE).utc : ''
  const sent = Date.parse(exchange.at_utc)
  const writtenAt = Date.parse(`${written.replace(' ', 'T')}Z`)
  return new Date(writtenAt >= sent - 1000 && writtenAt <= sent + 3000 ? writtenAt : sent).toISOString()
}

async function reserveIds({ service, posts, terms }: State, exchange: Exchange): Promise<void> {
  if (!meansWrite(exchange)) return
  const body = isWrite(exchange) ? exchange.response_json : undefined
  const next = (known: ReadonlySet<number>, bodies: readonly Json[]): number => {
    const fresh = bodies.map(({ id }) => id).filter((id: number) => !known.has(id))
    return fresh.length > 0 ? Math.min(...fresh) : 1_000_000
  }
  const { engine, transaction } = service.services.database
  await transaction(async (tx) => {
    await setNextId(tx, engine, 'object_ids', next(posts, collectPosts(body)))
    await setNextId(tx, engine, 'terms', next(terms, collectTerms(body)))
  })
}

function send(service: TestService, exchange: Exchange): Promise<TestResponse> {
  const { role, method, path, request_json: json, request_body: body, request_headers = {} } = exchange
  const authorization = getAuthorization(exchange)
  const headers = { ...request_headers, ...(authorization && { authorization }) }
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  delete lower['accept-encoding']
  return service.send(method, `/${encodeNonAscii(path)}`, {
    as: role,
    ...(json === undefined || json === null ? body !== undefined && { body } : { json }),
    headers: lower,
  })
}

/**
 * Our client sends ASCII only; the reference treats raw UTF-8 in URLs like percent-encoded bytes (wire-contract §1.1).
 */
const encodeNonAscii = (path: string): string => path.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)

/** Updates our records to theirs, so that one difference is not reported repeatedly. */
async function synchronize(
  state: State,
  exchange: Exchange,
  response: TestResponse,
  found: readonly Difference[],
): Promise<void> {
  if (!meansWrite(exchange)) return
  const { services } = state.service
  if (isWrite(exchange)) await applyRecorded(state, exchange, found.length > 0)
  // We wrote what the reference rejected, or another record (Q2).
  if (response.status < 300 && response.json?.id !== exchange.response_json?.id) await restore(state, response.json)
  await removeUnrecorded(services, state)
}

async function applyRecorded(
  state: State,
  { method, response_json: body }: Exchange,
  isDifferent: boolean,
): Promise<void> {
  remember(state, body)
  await writeState(state.service.services, async (tx) => {
    if (method === 'DELETE' && isTermBody(body)) state.terms.delete(body.id)
    else if (isDifferent) await writeRecordedPost(tx, body)
    const kind = findBodyKind(body)
    if (method === 'DELETE' && (kind === 'venue' || kind === 'organizer')) await removeLinks(tx, kind, body.id)
  })
}

function remember({ posts, terms, newest }: State, body: Json): void {
  for (const post of collectPosts(body)) {
    posts.add(post.id)
    newest.set(`posts ${post.id}`, post)
  }
  for (const term of collectTerms(body)) {
    terms.add(term.id)
    newest.set(`terms ${term.id}`, term)
  }
}

async function restore(state: State, body: Json): Promise<void> {
  const before = state.newest.get(`${isTermBody(body) ? 'terms' : 'posts'} ${body?.id}`)
  if (before) await writeState(state.service.services, (tx) => writeRecordedPost(tx, before))
}

/**
 * Applies changes from outside of the replayed requests: media uploads, incomplete recordings, changes outside of the
 * API.
 */
async function applySkipped(state: State, exchange: Exchange): Promise<void> {
  if (exchange.setup !== undefined) return setUp(state, exchange)
  if (!isWrite(exchange) || !findBodyKind(exchange.response_json)) return
  await applyRecorded(state, exchange, true)
}

function findUnreturned(exchanges: readonly Exchange[]): Map<number, Json[]> {
  const created = new Map<number, number>()
  const seen = new Map<number, { body: Json; at: number }>()
  exchanges.forEach((exchange, index) => {
    if (exchange.setup !== undefined || exchange.status >= 300) return
    const body = exchange.response_json
    if (isWrite(exchange))
      for (const { id } of collectPosts(body)) created.set(id, Math.min(index, created.get(id) ?? index))
    else for (const post of listShownPosts(body)) if (!seen.has(post.id)) seen.set(post.id, { body: post, at: index })
  })
  const unreturned = new Map<number, Json[]>()
  for (const [id, { body, at }] of seen) {
    if (created.has(id)) continue
    const later = [...created].filter(([other]) => other > id).map(([, index]) => index)
    const before = exchanges[Math.min(at, ...later)]?.n ?? 0
    unreturned.set(before, [...(unreturned.get(before) ?? []), body])
  }
  return unreturned
}

const listShownPosts = (body: Json): readonly Json[] =>
  [body, ...(body?.events ?? []), ...(body?.venues ?? []), ...(body?.organizers ?? [])].flatMap(collectPosts)

async function insertUnreturned(state: State, { n }: Exchange): Promise<void> {
  for (const body of state.unreturned.get(n) ?? []) {
    remember(state, body)
    await writeState(state.service.services, (tx) => writeRecordedPost(tx, body))
  }
}

/** Applies changes outside of the API, such as passwords (wire-contract §14). */
async function setUp({ service }: State, { setup = '' }: Exchange): Promise<void> {
  const { services } = service
  const steps = SETUPS.filter(({ text }) => setup.includes(text))
  if (steps.length === 0) throw new Error(`unknown setup: ${setup}`)
  await writeState(services, async (tx) => {
    for (const { apply } of steps) await apply(tx, services.now())
  })
}

interface Setup {
  readonly text: string
  readonly apply: (tx: Writer, now: string) => Promise<unknown>
}

function setPassword(kind: PostKind, id: number, password: string): Setup['apply'] {
  return async (tx, now) => {
    const modified = toLocal(now, ZONE)
    const record = await findPost(tx, kind, id)
    if (!record) throw new Error(`there is no ${kind} ${id} to protect`)
    const updated = { ...record, password: hashPostPassword(password, 'salt'), modified, modified_utc: now }
    await updatePost(tx, kind, updated)
    await indexPost(tx, kind, updated, record)
    await markChanged(tx, kind, id)
  }
}

const SETUPS: readonly Setup[] = [
  { text: 'event ePass', apply: setPassword('event', 30, 's3cret') },
  { text: 'venue vLonely', apply: setPassword('venue', 9, 'vpw') },
  { text: 'organizer oLonely', apply: setPassword('organizer', 13, 'opw') },
  { text: 'passwords removed', apply: setPassword('venue', 9, '') },
  { text: 'passwords removed', apply: setPassword('organizer', 13, '') },
  { text: 'hard delete of the linked organizer', apply: (tx) => removePost(tx, 905) },
]
