/** Limits on attempts of clients that name no account, by method. */

import { getClientNetwork } from '../../base/net/client-network.ts'
import type { ProcessServices } from '../../calendar/services.ts'
import {
  createAttemptLimiter,
  createLimitKey,
  type LimitedKey,
  WINDOW_POLICY,
} from '../../calendar/users/attempt-limiter.ts'
import { problem } from '../../kernel/problem.ts'

export interface MethodLimit {
  /** Counts an attempt of a client, identified by its IP address. Throws `too_many_sign_ins` beyond the limit. */
  readonly countAttempt: (ip: string) => Promise<void>
  /** Takes back an attempt that has succeeded. */
  readonly refundAttempt: (ip: string) => Promise<void>
}

/** `maxFailures` in 15 minutes per client; 0 disables the limit. */
export function createMethodLimit(services: ProcessServices, method: string, maxFailures: number): MethodLimit {
  const limiter = createAttemptLimiter(services, WINDOW_POLICY)
  const listKeys = (ip: string): LimitedKey[] =>
    maxFailures === 0 ? [] : [{ key: createLimitKey(`${method} client ${getClientNetwork(ip)}`), maxFailures }]
  return {
    countAttempt: async (ip) => {
      const { wait } = await limiter.countAttempt(listKeys(ip))
      if (wait > 0) throw problem('too_many_sign_ins', { retryAfter: wait })
    },
    refundAttempt: (ip) => limiter.refundAttempt(listKeys(ip)),
  }
}
