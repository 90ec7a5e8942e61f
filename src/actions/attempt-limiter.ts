/** Limits on failed attempts to guess a secret. All nodes of a database count together. */
import { createHash } from 'node:crypto'
import {
  addFailedAttempts,
  type FailedAttempts,
  findFailedAttempts,
  removeFailedAttempts,
} from '../storage/failed-attempts.ts'
import { secondsOf } from '../text/date-clock.ts'
import { addSeconds } from '../text/dates.ts'
import type { Services } from './services.ts'

/** How long failures count, and how long a key waits that has reached its limit. */
export interface LimitPolicy {
  /** Seconds for which failures of a key are remembered. */
  readonly memory: number
  /** Whether each failure makes the service remember the earlier ones anew. */
  readonly isProlonged: boolean
  /** Seconds to wait from `now`, given in seconds; `excess` failures came after the one that reached the limit. */
  readonly waitFor: (failures: { readonly expires: number; readonly excess: number }, now: number) => number
}

export const WINDOW_SECONDS = 15 * 60

/** A key that reaches its limit waits until 15 minutes after its first failure. */
export const WINDOW: LimitPolicy = {
  memory: WINDOW_SECONDS,
  isProlonged: false,
  waitFor: ({ expires }, now) => expires - now,
}

const BACKOFF_MEMORY_SECONDS = 60 * 60
const LONGEST_BACKOFF_SECONDS = 15 * 60

/** A key that reaches its limit waits for a second, and twice as long after each further failure. */
export const BACKOFF: LimitPolicy = {
  memory: BACKOFF_MEMORY_SECONDS,
  isProlonged: true,
  waitFor: ({ expires, excess }, now) => {
    const last = expires - BACKOFF_MEMORY_SECONDS
    return last + Math.min(2 ** excess, LONGEST_BACKOFF_SECONDS) - now
  },
}

export interface LimitedKey {
  readonly key: string
  /** Failures from which on the key has to wait. */
  readonly most: number
}

export interface AttemptLimiter {
  /** Seconds for which each key has to wait, in the order of the keys; 0 for those that may be tried. */
  readonly waits: (keys: readonly LimitedKey[]) => Promise<readonly number[]>
  /** Counts a failure of each key. It is stored before this resolves, so that every node knows of it. */
  readonly count: (keys: readonly string[]) => Promise<void>
  /** Takes back what `count` counted. */
  readonly refund: (keys: readonly string[]) => Promise<void>
}

export function createAttemptLimiter(services: Services, policy: LimitPolicy): AttemptLimiter {
  const { database, now } = services
  return {
    waits: async (keys) => {
      if (keys.length === 0) return []
      const found = await findFailedAttempts(
        database.read,
        keys.map(({ key }) => key),
        now(),
      )
      const moment = secondsOf(now())
      return keys.map((limited) => waitOf(limited, found, policy, moment))
    },
    count: createCounter(services, policy),
    refund: (keys) => database.transaction((tx) => removeFailedAttempts(tx, keys)),
  }
}

function waitOf({ key, most }: LimitedKey, found: readonly FailedAttempts[], policy: LimitPolicy, now: number): number {
  const failed = found.find((one) => one.key === key)
  if (!failed || failed.times < most) return 0
  return Math.max(0, policy.waitFor({ expires: secondsOf(failed.expires), excess: failed.times - most }, now))
}

/** A digest, because addresses, and logins that may be passwords typed in the wrong place, must not be stored. */
export const limitKey = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Failures that come while others are being stored are stored together, so that a flood of them does not block writers. */
function createCounter({ database, now }: Services, { memory, isProlonged }: LimitPolicy): AttemptLimiter['count'] {
  let waiting = new Map<string, number>()
  let stored: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const store = () => {
    const times = waiting
    waiting = new Map()
    stored = undefined
    const moment = now()
    const failures = { times, now: moment, expires: addSeconds(moment, memory), isProlonged }
    return database.transaction((tx) => addFailedAttempts(tx, failures))
  }
  return (keys) => {
    if (keys.length === 0) return Promise.resolve()
    for (const key of keys) waiting.set(key, (waiting.get(key) ?? 0) + 1)
    if (!stored) {
      stored = last.then(store)
      last = stored.catch(() => {})
    }
    return stored
  }
}
