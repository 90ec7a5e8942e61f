/** Limits on attempts of clients that name no account, by method. */
import { problem } from '../../domain/problem.ts'
import { getClientNetwork } from '../../net/client-network.ts'
import { createAttemptLimiter, createLimitKey, type LimitedKey, WINDOW_POLICY } from '../auth/attempt-limiter.ts'
import type { Services } from '../services.ts'

export interface MethodLimit {
  /** Throws `too_many_sign_ins` for a client, identified by its IP address, that has reached the limit. */
  readonly assertAllowed: (ip: string) => Promise<void>
  readonly addFailure: (ip: string) => Promise<void>
  /** Removes one that `addFailure` added. */
  readonly removeFailure: (ip: string) => Promise<void>
}

/** `maxFailures` in 15 minutes per client; 0 disables the limit. */
export function createMethodLimit(services: Services, method: string, maxFailures: number): MethodLimit {
  const limiter = createAttemptLimiter(services, WINDOW_POLICY)
  const listKeys = (ip: string): LimitedKey[] =>
    maxFailures === 0 ? [] : [{ key: createLimitKey(`${method} client ${getClientNetwork(ip)}`), maxFailures }]
  return {
    assertAllowed: async (ip) => {
      const [wait = 0] = await limiter.findWaits(listKeys(ip))
      if (wait > 0) throw problem('too_many_sign_ins', { retryAfter: wait })
    },
    addFailure: (ip) => limiter.addFailures(listKeys(ip).map(({ key }) => key)),
    removeFailure: (ip) => limiter.removeFailures(listKeys(ip).map(({ key }) => key)),
  }
}
