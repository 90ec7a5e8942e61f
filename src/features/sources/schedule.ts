/** Times of the next runs of sources. */
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { Source } from './source.ts'

const FIRST_RETRY_SECONDS = 300
const MAX_RETRY_SECONDS = 86_400

export const computeNextRun = ({ interval }: Pick<Source, 'interval'>, now: DateTime): DateTime =>
  addSeconds(now, interval * 60)

export interface FailedAttempt {
  /** Consecutive failures, including this one. */
  readonly failures: number
  /** Time that the source asks to wait. */
  readonly retrySeconds: number
  /** From 0 to 1. Sources of one host would otherwise be retried at the same moment. */
  readonly random: number
}

/** 5 minutes after the first failure, doubling up to a day, and up to a fifth less at random. */
export function computeRetry({ failures, retrySeconds, random }: FailedAttempt, now: DateTime): DateTime {
  const backoff = Math.min(FIRST_RETRY_SECONDS * 2 ** (failures - 1), MAX_RETRY_SECONDS)
  return addSeconds(now, Math.max(Math.round(backoff * (1 - random / 5)), retrySeconds))
}
