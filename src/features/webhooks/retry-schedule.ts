/** When failed deliveries are repeated. */

/** After this time without success, the webhook is disabled. */
export const RETRY_SECONDS = 3 * 86_400
const FIRST_DELAY_SECONDS = 10
const MAX_DELAY_SECONDS = 6 * 3600
/** Share of the delay that is random, so that the deliveries of an outage are not repeated all at once. */
const JITTER = 0.4

/** Seconds until the next attempt: doubled by each attempt. `fraction` is a random number from 0 to 1. */
export function computeRetryDelay(attempts: number, fraction: number): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 2 ** Math.min(attempts - 1, 30), MAX_DELAY_SECONDS)
  return Math.round(delay * (1 - JITTER / 2 + JITTER * fraction))
}
