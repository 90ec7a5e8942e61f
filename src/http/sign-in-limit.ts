import { problem } from '../calendar/problem.ts'

const WINDOW_SECONDS = 15 * 60
/** Forgetting the oldest keeps a flood of made-up names from filling memory. */
const MOST_KEYS = 100_000

export interface SignInLimit {
  /** Throws 429 with the seconds to wait when any of the keys has failed too often. */
  readonly refuse: (keys: readonly string[]) => void
  readonly count: (keys: readonly string[]) => void
}

interface Failures {
  readonly since: number
  readonly times: number
}

/** Counts failed sign-ins in windows of 15 minutes; `most` 0 never refuses. `seconds` is the clock. */
export function signInLimit(most: number, seconds: () => number): SignInLimit {
  const failures = new Map<string, Failures>()
  const current = (key: string): Failures | undefined => {
    const found = failures.get(key)
    if (found && seconds() - found.since < WINDOW_SECONDS) return found
    failures.delete(key)
    return undefined
  }
  return {
    refuse: (keys) => {
      const full = most === 0 ? [] : keys.flatMap((key) => current(key) ?? []).filter(({ times }) => times >= most)
      if (full.length === 0) return
      const wait = Math.max(...full.map(({ since }) => Math.ceil(since + WINDOW_SECONDS - seconds())))
      throw problem('too_many_sign_ins', { retryAfter: wait })
    },
    count: (keys) => {
      for (const key of keys) {
        const found = current(key)
        failures.set(key, { since: found?.since ?? seconds(), times: (found?.times ?? 0) + 1 })
      }
      for (const key of failures.keys()) {
        if (failures.size <= MOST_KEYS) break
        failures.delete(key)
      }
    },
  }
}
