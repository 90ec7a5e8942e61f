/**
 * Purges shared caches of the responses that changes affect. Each change is purged at once, and again a second later: a
 * response that was computed before the change may reach the cache after the first purge, and other processes may not
 * have noticed the change until then. One process purges a cache; what it leaves unfinished, another one continues.
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { addSeconds } from '../../base/time/parse-date.ts'
import { findLinkOpenings } from '../../calendar/lists/link-openings.ts'
import { LINK_LEAD_SECONDS } from '../../calendar/posts/virtual-link.ts'
import { createTimeContext, type Services } from '../../calendar/services.ts'
import { ALL_KEY, findPurgedKeys } from '../../calendar/surrogate-keys.ts'
import { findDayRange } from '../../kernel/site.ts'
import { findChangesAfter } from '../../storage/change-log/change-log.ts'
import type { Position } from '../../storage/types.ts'
import type { PurgeCache } from './cache-purger.ts'
import { advancePurges, claimPurges, findPurgeState, insertPurgeState, type PurgeClaim } from './purge-states.ts'

export interface PurgeOptions {
  /** Maximum number of keys in a purge; more changes purge everything. */
  readonly maxKeys: number
  readonly purge: PurgeCache
}

/** After this time, every process has noticed a change, and responses from before it have reached the cache. */
const REPEAT_MILLISECONDS = 1000
/** Collects the changes of a burst. */
const PAUSE_MILLISECONDS = 50
/** A process that does not extend its claim for this time has ended. Simultaneous purges do no harm. */
const CLAIM_SECONDS = 2
const MAX_CHANGES = 1000
const MAX_RETRY_MILLISECONDS = 10_000

/** A purge of everything up to a position. */
interface SentPurge {
  readonly position: Position
  /** Milliseconds of `performance.now()`. */
  readonly at: number
}

/** Purges of one cache by this process. */
interface CachePurges {
  readonly url: string
  readonly claim: PurgeClaim
  /** Purges that have to be repeated, the oldest first. Empty unless this process holds the claim. */
  pending: SentPurge[]
  /** The position up to which a process has finished, as far as this one knows. */
  finished: Position | undefined
  /** Identifies what responses show at the time of the newest complete purge; empty before the first. */
  period: string
  failures: number
}

interface PurgeContext extends PurgeOptions {
  readonly services: Services
  readonly signal: AbortSignal
}

/** Returns a job for the cache at a URL. A run ends about a second after the newest change. */
export function createPurgeRunner(
  url: string,
  options: PurgeOptions,
): (services: Services, signal: AbortSignal) => Promise<void> {
  let cache: CachePurges | undefined
  return async (services, signal) => {
    cache ??= createCachePurges(url, services.random(8))
    await purgeWithRetries({ ...options, services, signal }, cache)
  }
}

const createCachePurges = (url: string, holder: string): CachePurges => ({
  url,
  claim: { target: createHash('sha256').update(url).digest('hex').slice(0, 32), holder },
  pending: [],
  finished: undefined,
  period: '',
  failures: 0,
})

async function purgeWithRetries(context: PurgeContext, cache: CachePurges): Promise<void> {
  const { signal } = context
  if (cache.failures > 0) await pause(computeRetryDelay(cache.failures), signal)
  if (signal.aborted) return
  try {
    await purgeNewPeriod(context, cache)
    await purgeChanges(context, cache)
    cache.failures = 0
  } catch (error) {
    if (signal.aborted) return
    cache.failures++
    cache.pending = []
    throw error
  }
}

const computeRetryDelay = (failures: number): number => Math.min(2 ** (failures - 1) * 250, MAX_RETRY_MILLISECONDS)

/** An aborted pause ends early. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)

/**
 * Purges everything when the process has started, possibly with another version, theme or setting, and when the site's day
 * or a link of an online event begins. These moments change responses without a write. Each process does so, because the
 * last one that starts is the one that counts.
 */
async function purgeNewPeriod({ services, purge, signal }: PurgeContext, cache: CachePurges): Promise<void> {
  const time = createTimeContext(services)
  const { last = '' } = await findLinkOpenings(services.database.read, addSeconds(time.now, LINK_LEAD_SECONDS))
  const period = `${findDayRange(time).from} ${last}`
  if (period === cache.period) return
  await purge(cache.url, [ALL_KEY], signal)
  cache.period = period
}

const isSame = (a: Position | undefined, b: Position): boolean => a?.epoch === b.epoch && a.seq === b.seq

/** Returns when the changes of now are finished, or when another process purges. */
async function purgeChanges(context: PurgeContext, cache: CachePurges): Promise<void> {
  const { services, signal } = context
  const { bus } = services.database
  if (isSame(cache.finished, bus.current())) return
  const started = await claimCache(services, cache)
  if (!started) return
  let finished = started
  const end = performance.now() + 2 * REPEAT_MILLISECONDS
  while (!signal.aborted && !isSame(finished, bus.current()) && performance.now() < end) {
    const sent = await purgeBetween(context, cache, finished)
    const due = cache.pending.filter(({ at }) => at <= sent.at - REPEAT_MILLISECONDS)
    cache.pending = [...cache.pending.filter((one) => !due.includes(one)), sent]
    finished = due.at(-1)?.position ?? finished
    if (due.length > 0 && !(await storeProgress(services, cache, finished))) return
    await waitForWork(context, cache, sent)
  }
}

/** Purges what changed after a position. */
async function purgeBetween(
  { services, maxKeys, purge, signal }: PurgeContext,
  { url }: CachePurges,
  after: Position,
): Promise<SentPurge> {
  const at = performance.now()
  const position = services.database.bus.current()
  const changes =
    after.epoch === position.epoch ? await findChangesAfter(services.database.read, after.seq, MAX_CHANGES) : undefined
  const keys = changes && changes.length < MAX_CHANGES ? findPurgedKeys(changes) : [ALL_KEY]
  if (keys.length > 0) await purge(url, keys.length > maxKeys ? [ALL_KEY] : keys, signal)
  return { position, at }
}

/** Waits for a change after the newest purge, or until the oldest purge has to be repeated. */
async function waitForWork(
  { services, signal }: PurgeContext,
  { pending }: CachePurges,
  sent: SentPurge,
): Promise<void> {
  const { bus } = services.database
  const [oldest = sent] = pending
  const changed = new AbortController()
  const unsubscribe = bus.subscribe(() => changed.abort())
  const remaining = Math.max(0, oldest.at + REPEAT_MILLISECONDS - performance.now())
  if (isSame(sent.position, bus.current())) await pause(remaining, AbortSignal.any([signal, changed.signal]))
  unsubscribe()
  await pause(Math.min(PAUSE_MILLISECONDS, remaining), signal)
}

/** The position after which changes have to be purged; undefined while another process purges. */
async function claimCache(services: Services, cache: CachePurges): Promise<Position | undefined> {
  const { database, now } = services
  const { claim } = cache
  const state = await findPurgeState(database.read, claim.target)
  const isFinished = state?.epoch === database.bus.current().epoch && state.cursor >= database.bus.current().seq
  if (isFinished) cache.finished = database.bus.current()
  if (state && (isFinished || (state.holder !== claim.holder && state.held_until > now()))) {
    cache.pending = []
    return undefined
  }
  return database.transaction(async (tx) => {
    if (!state) await insertPurgeState(tx, claim.target)
    if (!(await claimPurges(tx, claim, { now: now(), until: addSeconds(now(), CLAIM_SECONDS) }))) return undefined
    const claimed = await findPurgeState(tx, claim.target)
    return claimed && { epoch: claimed.epoch, seq: claimed.cursor }
  })
}

/** The claim ends with the last change, so that the process that notices the next one first can purge it. */
async function storeProgress({ database, now }: Services, cache: CachePurges, position: Position): Promise<boolean> {
  const isLast = isSame(position, database.bus.current())
  const until = isLast ? '' : addSeconds(now(), CLAIM_SECONDS)
  const isHeld = await database.transaction((tx) => advancePurges(tx, cache.claim, { position, until }))
  if (isHeld && isLast) cache.finished = position
  if (!isHeld || isLast) cache.pending = []
  return isHeld
}
