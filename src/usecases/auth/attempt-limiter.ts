/** Limits on failed attempts to guess a secret, shared by all nodes of a database. */
import { createHash } from 'node:crypto'
import { toSeconds } from '../../datetime/civil-time.ts'
import { addSeconds } from '../../datetime/parse-date.ts'
import {
  addFailedAttempts,
  type FailedAttempts,
  findFailedAttempts,
  removeFailedAttempts,
} from '../../storage/stores/failed-attempts.ts'
import type { Services } from '../services.ts'

/** Lifetime of failures, and waiting time of a key that has reached its limit. */
export interface LimitPolicy {
  /** Lifetime of failures in seconds. */
  readonly memorySeconds: number
  /** Whether each failure extends the lifetime of earlier ones. */
  readonly isProlonged: boolean
  /** Seconds to wait from `now` (in seconds); `excess` is the number of failures after the limit was reached. */
  readonly computeWait: (failures: { readonly expires: number; readonly excess: number }, now: number) => number
}

export const WINDOW_SECONDS = 15 * 60

/** A key that reaches its limit waits until 15 minutes after its first failure. */
export const WINDOW_POLICY: LimitPolicy = {
  memorySeconds: WINDOW_SECONDS,
  isProlonged: false,
  computeWait: ({ expires }, now) => expires - now,
}

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

export interface AttemptLimiter {
  /** Seconds that each key has to wait, in the order of the keys; 0 for none. */
  readonly findWaits: (keys: readonly LimitedKey[]) => Promise<readonly number[]>
  /** Adds a failure of each key; stored for all nodes before this resolves. */
  readonly addFailures: (keys: readonly string[]) => Promise<void>
  /** Removes failures that `addFailures` added. */
  readonly removeFailures: (keys: readonly string[]) => Promise<void>
}

export function createAttemptLimiter(services: Services, policy: LimitPolicy): AttemptLimiter {
  const { database, now } = services
  return {
    findWaits: async (keys) => {
      if (keys.length === 0) return []
      const found = await findFailedAttempts(
        database.read,
        keys.map(({ key }) => key),
        now(),
      )
      const moment = toSeconds(now())
      return keys.map((limited) => computeKeyWait(limited, found, policy, moment))
    },
    addFailures: createFailureCounter(services, policy),
    removeFailures: (keys) => database.transaction((tx) => removeFailedAttempts(tx, keys)),
  }
}

function computeKeyWait(
  { key, maxFailures }: LimitedKey,
  found: readonly FailedAttempts[],
  policy: LimitPolicy,
  now: number,
): number {
  const failed = found.find((one) => one.key === key)
  if (!failed || failed.times < maxFailures) return 0
  return Math.max(
    0,
    policy.computeWait({ expires: toSeconds(failed.expires), excess: failed.times - maxFailures }, now),
  )
}

/**
 * Digest of the limited item: IP addresses, and logins that may be passwords typed into the wrong field, must not be
 * stored.
 */
export const createLimitKey = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Failures that arrive during a write are stored together by the next one, so that a flood of them does not block
 * writers.
 */
function createFailureCounter(
  { database, now }: Services,
  { memorySeconds, isProlonged }: LimitPolicy,
): AttemptLimiter['addFailures'] {
  let pendingCounts = new Map<string, number>()
  let stored: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const store = () => {
    const times = pendingCounts
    pendingCounts = new Map()
    stored = undefined
    const moment = now()
    const failures = { times, now: moment, expires: addSeconds(moment, memorySeconds), isProlonged }
    return database.transaction((tx) => addFailedAttempts(tx, failures))
  }
  return (keys) => {
    if (keys.length === 0) return Promise.resolve()
    for (const key of keys) pendingCounts.set(key, (pendingCounts.get(key) ?? 0) + 1)
    if (!stored) {
      stored = last.then(store)
      last = stored.catch(() => {})
    }
    return stored
  }
}
