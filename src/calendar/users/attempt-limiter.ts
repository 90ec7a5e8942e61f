/**
 * Limits on attempts, for example to guess a secret or to make the service send a mail, shared by all nodes of a
 * database. An attempt is counted before it is made, so that concurrent ones cannot exceed a limit.
 */
import { createHash } from 'node:crypto'
import { toSeconds } from '../../base/time/civil-time.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { ProcessServices } from '../services.ts'
import {
  type CountedAttempt,
  type FailedAttempts,
  findFailedAttempts,
  removeFailedAttempt,
  replaceFailedAttempts,
} from './failed-attempts.ts'

/** Lifetime of failures, and waiting time of a key that has reached its limit. */
export interface LimitPolicy {
  /** Lifetime of failures in seconds. */
  readonly memorySeconds: number
  /** Whether each failure extends the lifetime of earlier ones. */
  readonly isProlonged: boolean
  /** Seconds to wait from `now` (in seconds); `excess` is the number of failures after the limit was reached. */
  readonly computeWait: (failures: { readonly expires: number; readonly excess: number }, now: number) => number
}

const createWindowPolicy = (memorySeconds: number): LimitPolicy => ({
  memorySeconds,
  isProlonged: false,
  computeWait: ({ expires }, now) => expires - now,
})

/** A key that reaches its limit waits until 15 minutes after its first failure. */
export const WINDOW_POLICY = createWindowPolicy(15 * 60)

/** The same for a day. */
export const DAY_POLICY = createWindowPolicy(24 * 60 * 60)

const BACKOFF_MEMORY_SECONDS = 60 * 60
const MAX_BACKOFF_SECONDS = 15 * 60

/** A key that reaches its limit waits for a second, doubled by each further failure. */
export const BACKOFF_POLICY: LimitPolicy = {
  memorySeconds: BACKOFF_MEMORY_SECONDS,
  isProlonged: true,
  computeWait: ({ expires, excess }, now) => {
    const last = expires - BACKOFF_MEMORY_SECONDS
    return last + Math.min(2 ** excess, MAX_BACKOFF_SECONDS) - now
  },
}

export interface LimitedKey {
  readonly key: string
  /** Number of failures from which the key must wait. */
  readonly maxFailures: number
}

export interface AttemptOutcome {
  /** Seconds until another attempt may be made; 0 if this one may. */
  readonly wait: number
  /** For `refundAttempt`; empty if the attempt has to wait. */
  readonly counted: readonly CountedAttempt[]
}

export interface AttemptLimiter {
  /** Seconds that an attempt would have to wait. */
  readonly findWait: (keys: readonly LimitedKey[]) => Promise<number>
  /** Counts an attempt as a failure of each key, unless one of them has to wait. Stored for all nodes before this resolves. */
  readonly countAttempt: (keys: readonly LimitedKey[]) => Promise<AttemptOutcome>
  /** Takes back an attempt that has succeeded, or that was not made. */
  readonly refundAttempt: (counted: readonly CountedAttempt[]) => Promise<void>
}

export function createAttemptLimiter(services: ProcessServices, policy: LimitPolicy): AttemptLimiter {
  const { database, now } = services
  const findWait = async (keys: readonly LimitedKey[]): Promise<number> => {
    if (keys.length === 0) return 0
    const found = await findFailedAttempts(
      database.read,
      keys.map(({ key }) => key),
      now(),
    )
    return computeWait(keys, createMap(found), policy, now())
  }
  const count = createAttemptCounter(services, policy)
  return {
    findWait,
    countAttempt: async (keys) => {
      // Most attempts beyond the limit are rejected without a write.
      const wait = await findWait(keys)
      if (wait > 0) return { wait, counted: [] }
      return keys.length === 0 ? NOT_COUNTED : count(keys)
    },
    refundAttempt: async (counted) => {
      if (counted.length === 0) return
      await database.transaction(async (tx) => {
        for (const attempt of counted) await removeFailedAttempt(tx, attempt)
      })
    },
  }
}

const NOT_COUNTED: AttemptOutcome = { wait: 0, counted: [] }

const createMap = (found: readonly FailedAttempts[]) => new Map(found.map((failed) => [failed.key, failed]))

/** The longest wait of the keys. */
function computeWait(
  keys: readonly LimitedKey[],
  failures: ReadonlyMap<string, FailedAttempts>,
  policy: LimitPolicy,
  now: DateTime,
): number {
  const waits = keys.map(({ key, maxFailures }) => {
    const failed = failures.get(key)
    if (!failed || failed.times < maxFailures) return 0
    return policy.computeWait(
      { expires: toSeconds(failed.expires), excess: failed.times - maxFailures },
      toSeconds(now),
    )
  })
  return Math.max(0, ...waits)
}

/**
 * Digest of the limited item: IP addresses, and logins that may be passwords typed into the wrong field, must not be
 * stored.
 */
export const createLimitKey = (text: string): string => createHash('sha256').update(text).digest('hex')

interface PendingAttempt {
  readonly keys: readonly LimitedKey[]
  /** Set when the attempt is stored. */
  outcome: AttemptOutcome
}

/**
 * Attempts that arrive during a write are stored together by the next one, so that a flood of them does not block
 * writers.
 */
function createAttemptCounter(services: ProcessServices, policy: LimitPolicy): AttemptLimiter['countAttempt'] {
  let pending: PendingAttempt[] = []
  let stored: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const store = () => {
    const attempts = pending
    pending = []
    stored = undefined
    return storeAttempts(services, policy, attempts)
  }
  return async (keys) => {
    const attempt: PendingAttempt = { keys, outcome: NOT_COUNTED }
    pending.push(attempt)
    if (!stored) {
      stored = last.then(store)
      last = stored.catch(() => {})
    }
    await stored
    return attempt.outcome
  }
}

/** Checks and counts the attempts one after the other, in one transaction: writers take turns, on all nodes. */
function storeAttempts(
  { database, now }: ProcessServices,
  policy: LimitPolicy,
  attempts: readonly PendingAttempt[],
): Promise<void> {
  return database.transaction(async (tx) => {
    const moment = now()
    const keys = new Set(attempts.flatMap((attempt) => attempt.keys.map(({ key }) => key)))
    const failures = createMap(await findFailedAttempts(tx, [...keys], moment))
    const changed = new Set<string>()
    for (const attempt of attempts) {
      const wait = computeWait(attempt.keys, failures, policy, moment)
      const counted = wait > 0 ? [] : attempt.keys.map(({ key }) => addFailure(failures, key, policy, moment))
      for (const { key } of counted) changed.add(key)
      attempt.outcome = { wait, counted }
    }
    const rows = [...failures.values()].filter(({ key }) => changed.has(key))
    if (rows.length > 0) await replaceFailedAttempts(tx, rows, moment)
  })
}

function addFailure(
  failures: Map<string, FailedAttempts>,
  key: string,
  { memorySeconds, isProlonged }: LimitPolicy,
  now: DateTime,
): CountedAttempt {
  const before = failures.get(key)
  const times = (before?.times ?? 0) + 1
  const expires = before && !isProlonged ? before.expires : addSeconds(now, memorySeconds)
  failures.set(key, { key, times, expires })
  return before && isProlonged ? { key, prolonged: { times, expires: before.expires } } : { key }
}
