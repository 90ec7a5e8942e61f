/** The limit on guessing the password of a protected record in its form. */
import { fullSince } from '../storage/sign-in-failures.ts'
import { createFailures, keyOf } from './failures.ts'
import type { Services } from './services.ts'

export interface Try {
  /** Whence it came. */
  readonly address: string
  /** Number of the record. */
  readonly post: number
}

export interface PasswordTries {
  /** Seconds until the next counts; undefined when it does at once. */
  readonly wait: (attempt: Try) => Promise<number | undefined>
  readonly failed: (attempt: Try) => Promise<void>
}

/** `most` wrong ones in 15 minutes, per address and record; 0 for no limit. */
export function createPasswordTries(services: Services, most: number): PasswordTries {
  const failures = createFailures(services, most)
  const keysOf = ({ address, post }: Try) => [keyOf(`password ${post} ${address}`)]
  return {
    wait: async (attempt) => {
      const full = await fullSince(services.database.read, failures.limitOf(keysOf(attempt))).executeTakeFirst()
      return full?.since ? failures.waitOf(full.since) : undefined
    },
    failed: (attempt) => failures.count(keysOf(attempt)),
  }
}
