/** Failures by what they are of, which all nodes count together, in windows of 15 minutes. */
import { createHash } from 'node:crypto'
import { addFailures, type FailureLimit } from '../storage/sign-in-failures.ts'
import { secondsOf } from '../text/date-clock.ts'
import { addSeconds, type DateTime } from '../text/dates.ts'
import type { Services } from './services.ts'

const WINDOW_SECONDS = 15 * 60
/** More than anybody fails in a window, and all that a column takes. */
const NO_LIMIT = 2 ** 31 - 1

export interface Failures {
  readonly limitOf: (keys: readonly string[]) => FailureLimit
  /** Seconds until a window that began then has passed. */
  readonly waitOf: (since: DateTime) => number
  readonly count: (keys: readonly string[]) => Promise<void>
}

/** `most` in a window, per key; 0 never refuses, and counts nothing. */
export function createFailures(services: Services, most: number): Failures {
  const { now } = services
  const count = createCounter(services)
  return {
    limitOf: (keys) => ({ keys, most: most || NO_LIMIT, after: addSeconds(now(), -WINDOW_SECONDS) }),
    waitOf: (since) => secondsOf(since) + WINDOW_SECONDS - secondsOf(now()),
    count: async (keys) => {
      if (most > 0) await count(keys)
    },
  }
}

/** A digest, since an address or a login (or a password in its place) is nothing to be kept, and may be of any length. */
export const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Counts a failure before it is answered, so that every node knows of it. Those that come while others are being
 * entered are entered together, so that a flood of them does not keep writers from their turns.
 */
function createCounter({ database, now }: Services): (keys: readonly string[]) => Promise<void> {
  let waiting = new Map<string, number>()
  let entered: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const enter = () => {
    const failures = waiting
    waiting = new Map()
    entered = undefined
    const moment = now()
    const times = { now: moment, after: addSeconds(moment, -WINDOW_SECONDS) }
    return database.transaction((tx) => addFailures(tx, failures, times))
  }
  return (keys) => {
    for (const key of keys) waiting.set(key, (waiting.get(key) ?? 0) + 1)
    if (!entered) {
      entered = last.then(enter)
      last = entered.catch(() => {})
    }
    return entered
  }
}
