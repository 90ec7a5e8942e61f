/** Limits on submissions per client, per email address, and in total, for all nodes together. */

import { getClientNetwork } from '../../base/net/client-network.ts'
import { foldCase } from '../../base/text/fold-case.ts'
import type { Services } from '../../calendar/services.ts'
import {
  createAttemptLimiter,
  createLimitKey,
  type LimitedKey,
  WINDOW_POLICY,
} from '../../calendar/users/attempt-limiter.ts'
import { problem } from '../../kernel/problem.ts'

/** In 15 minutes. */
export const MAX_CLIENT_SUBMISSIONS = 5
export const MAX_ADDRESS_SUBMISSIONS = 5
export const MAX_SUBMISSIONS = 100
export const MAX_CLIENT_EDITS = 20

/** Counts a submission. Throws `too_many_requests` when there were too many. */
export function countSubmission(services: Services, ip: string, email: string): Promise<void> {
  return countAttempt(services, [
    { key: createLimitKey(`submission client ${getClientNetwork(ip)}`), maxFailures: MAX_CLIENT_SUBMISSIONS },
    { key: createLimitKey(`submission email ${foldCase(email)}`), maxFailures: MAX_ADDRESS_SUBMISSIONS },
    { key: createLimitKey('submissions'), maxFailures: MAX_SUBMISSIONS },
  ])
}

/** Counts a change of a submitted event. Throws `too_many_requests` when there were too many. */
export function countEdit(services: Services, ip: string): Promise<void> {
  const key = createLimitKey(`submission edit client ${getClientNetwork(ip)}`)
  return countAttempt(services, [{ key, maxFailures: MAX_CLIENT_EDITS }])
}

async function countAttempt(services: Services, keys: readonly LimitedKey[]): Promise<void> {
  const { wait } = await createAttemptLimiter(services, WINDOW_POLICY).countAttempt(keys)
  if (wait > 0) throw problem('too_many_requests', { retryAfter: wait })
}
