/** Limits on submissions per client, per email address, and in total, for all nodes together. */
import { problem } from '../../domain/problem.ts'
import { getClientNetwork } from '../../net/client-network.ts'
import { foldCase } from '../../text/fold-case.ts'
import { createAttemptLimiter, createLimitKey, type LimitedKey, WINDOW_POLICY } from '../auth/attempt-limiter.ts'
import type { Services } from '../services.ts'

/** In 15 minutes. */
const MAX_OF_CLIENT = 5
const MAX_OF_EMAIL = 5
const MAX_TOTAL = 100
const MAX_EDITS_OF_CLIENT = 20

/** Counts a submission. Throws `too_many_requests` when there were too many. */
export function countSubmission(services: Services, ip: string, email: string): Promise<void> {
  return countAttempt(services, [
    { key: createLimitKey(`submission client ${getClientNetwork(ip)}`), maxFailures: MAX_OF_CLIENT },
    { key: createLimitKey(`submission email ${foldCase(email)}`), maxFailures: MAX_OF_EMAIL },
    { key: createLimitKey('submissions'), maxFailures: MAX_TOTAL },
  ])
}

/** Counts a change of a submitted event. Throws `too_many_requests` when there were too many. */
export function countEdit(services: Services, ip: string): Promise<void> {
  const key = createLimitKey(`submission edit client ${getClientNetwork(ip)}`)
  return countAttempt(services, [{ key, maxFailures: MAX_EDITS_OF_CLIENT }])
}

async function countAttempt(services: Services, keys: readonly LimitedKey[]): Promise<void> {
  const { wait } = await createAttemptLimiter(services, WINDOW_POLICY).countAttempt(keys)
  if (wait > 0) throw problem('too_many_requests', { retryAfter: wait })
}
