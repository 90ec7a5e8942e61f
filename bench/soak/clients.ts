/** Clients of a soak test, which check each response. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Invariants } from './invariants.ts'

const API = '/api/cal/events/v1'
const REQUEST_TIMEOUT = 40_000
/** Time in which a write becomes visible on all nodes, in milliseconds. */
const VISIBILITY_TIMEOUT = 10_000

export interface ClientOptions {
  /** Base URLs of the nodes. */
  readonly nodes: readonly string[]
  readonly authorization: string
  readonly invariants: Invariants
  readonly isRunning: () => boolean
  /** A number from 0 to 1, reproducible by the seed. */
  readonly random: () => number
}

interface CheckedResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** Undefined when the outcome is unknown: no response, or 503. */
async function request(
  { nodes, invariants, random }: ClientOptions,
  path: string,
  { method = 'GET', headers = {}, json }: RequestOptions = {},
): Promise<CheckedResponse | undefined> {
  const node = nodes[Math.floor(random() * nodes.length)]
  const options = {
    method,
    headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    ...(json !== undefined && { body: JSON.stringify(json) }),
  }
  const name = `${method} ${path}`
  try {
    const response = await fetch(`${node}${path}`, options)
    const text = await response.text()
    invariants.count(response.status === 503 ? 'unavailable' : 'answered')
    if (response.status < 500) return { status: response.status, headers: response.headers, text }
    checkUnavailable(invariants, name, response, text)
  } catch (error) {
    invariants.count('failed')
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    // A feed that cannot be completed is cut, so that clients do not take it for complete.
    const isExpected = invariants.mayHave('breaksConnections') || (isFeed(path) && invariants.mayHave('causesErrors'))
    if (!isExpected) invariants.fail(`${name} failed: ${error} ${cause}`)
  }
  return undefined
}

function checkUnavailable(invariants: Invariants, name: string, { status, headers }: Response, text: string): void {
  if (status !== 503) invariants.fail(`${name} returned ${status}: ${text.slice(0, 200)}`)
  else if (!headers.get('retry-after')) invariants.fail(`${name} returned 503 without Retry-After`)
  else if (!invariants.mayHave('causesErrors'))
    invariants.fail(`${name} returned 503 without a fault: ${text.slice(0, 200)}`)
}

/** What reads of an event that one client writes may return. */
export interface ExpectedEvent {
  readonly id: number
  /** More than one after an update whose outcome is unknown. */
  titles: readonly string[]
  state: 'published' | 'trashed' | 'unknown'
}

/** Creates, updates, deletes and reads events of its own until the end. Returns what must be stored. */
export async function runWriter(options: ClientOptions, name: string): Promise<readonly ExpectedEvent[]> {
  const events: ExpectedEvent[] = []
  for (let number = 0; options.isRunning(); number++) {
    const title = `${name} ${number}`
    const published = events.filter(({ state }) => state === 'published')
    const event = published[Math.floor(options.random() * published.length)]
    const choice = options.random()
    if (!event || choice < 0.3) await create(options, title, events)
    else if (choice < 0.6) await update(options, event, title)
    else if (choice < 0.65) await trash(options, event)
    else await checkStored(options, event)
    await pause(options.random() * 60)
  }
  return events
}

/** With a date of publication before every clock jump: an update of an event with a later one would schedule it. */
const EVENT = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00', date: '2026-01-01 00:00:00' }

async function create(options: ClientOptions, title: string, events: ExpectedEvent[]): Promise<void> {
  const headers = { authorization: options.authorization }
  const response = await request(options, `${API}/events`, { method: 'POST', headers, json: { ...EVENT, title } })
  if (!response) return
  if (response.status !== 201)
    return options.invariants.fail(`a creation returned ${response.status}: ${response.text}`)
  options.invariants.count('acknowledged')
  events.push({ id: JSON.parse(response.text).id, titles: [title], state: 'published' })
}

async function update(options: ClientOptions, event: ExpectedEvent, title: string): Promise<void> {
  const headers = { authorization: options.authorization }
  const response = await request(options, `${API}/events/${event.id}`, { method: 'PUT', headers, json: { title } })
  if (response?.status === 200) {
    options.invariants.count('acknowledged')
    event.titles = [title]
  } else if (response) options.invariants.fail(`an update returned ${response.status}: ${response.text}`)
  else event.titles = [...event.titles, title]
}

async function trash(options: ClientOptions, event: ExpectedEvent): Promise<void> {
  const headers = { authorization: options.authorization }
  const response = await request(options, `${API}/events/${event.id}`, { method: 'DELETE', headers })
  if (response?.status === 200) {
    options.invariants.count('acknowledged')
    event.state = 'trashed'
  } else if (response) options.invariants.fail(`a deletion returned ${response.status}: ${response.text}`)
  else event.state = 'unknown'
}

/** Reads the event until it is as expected, because other nodes learn of a write a moment later. */
export async function checkStored(options: ClientOptions, event: ExpectedEvent): Promise<void> {
  const end = performance.now() + VISIBILITY_TIMEOUT
  for (;;) {
    const response = await request(options, `${API}/events/${event.id}`)
    const problem = response && describeDifference(event, response)
    if (response && !problem) return
    if (performance.now() > end) {
      if (problem) options.invariants.fail(`event ${event.id}: ${problem}`)
      return
    }
    await pause(50)
  }
}

function describeDifference({ titles, state }: ExpectedEvent, { status, text }: CheckedResponse): string | undefined {
  if (state === 'trashed') return [401, 403, 404, 410].includes(status) ? undefined : `deleted, but read with ${status}`
  if (status !== 200) return state === 'unknown' ? undefined : `acknowledged, but ${status}`
  const { title } = JSON.parse(text)
  return titles.includes(title) ? undefined : `"${title}" instead of ${titles.join(' or ')}`
}

const READS: readonly string[] = [
  `${API}/events`,
  `${API}/events?per_page=5&page=2`,
  `${API}/events?search=Writer`,
  `${API}/events?start_date=2027-01-01&orderby=title`,
  `${API}/venues`,
  `${API}/categories`,
  `${API}/events.ics?start_date=2027-01-01`,
  '/events/',
  '/events/month/2027-06/',
  '/wp-json/tribe/events/v1/events?per_page=3',
]

/** Reads lists, feeds and pages, and revalidates them, until the end. */
export async function runReader(options: ClientOptions): Promise<void> {
  const validators = new Map<string, string>()
  while (options.isRunning()) {
    const path = READS[Math.floor(options.random() * READS.length)] ?? ''
    const known = options.nodes.length === 1 && options.random() < 0.5 ? validators.get(path) : undefined
    const response = await request(options, path, { headers: known ? { 'if-none-match': known } : {} })
    if (response) checkRead(options.invariants, path, response, known)
    const etag = response?.headers.get('etag')
    if (etag) validators.set(path, etag)
    await pause(options.random() * 40)
  }
}

const isFeed = (path: string): boolean => path.includes('.ics')

function checkRead(
  invariants: Invariants,
  path: string,
  { status, headers, text }: CheckedResponse,
  known: string | undefined,
): void {
  if (status === 304 && known !== undefined) return
  if (status === 404 && path.includes('page=2')) return
  if (status !== 200) {
    invariants.fail(`${path} returned ${status}: ${text.slice(0, 200)}`)
    return
  }
  if (headers.get('content-type')?.startsWith('application/json')) JSON.parse(text)
  const etag = headers.get('etag')
  // A feed is generated while it is sent, so it may contain newer events than its validator states.
  if (etag && !isFeed(path)) invariants.checkValidator(path, etag, text)
}
