/** The weekly schedule of digests. */
import type { DateTime } from '../../base/time/date-time.ts'
import { addDays, toDateOnly } from '../../base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../base/time/time-zone.ts'
import type { DigestSchedule } from './digest-renderer.ts'

/** The newest scheduled time that is not after `now`; both are UTC. */
export function findDigestPeriod(now: DateTime, zone: string, { weekday, hour }: DigestSchedule): DateTime {
  const today = toDateOnly(toLocal(now, zone))
  const daysSince = (new Date(`${today}T00:00:00Z`).getUTCDay() - weekday + 7) % 7
  const time = `${String(hour).padStart(2, '0')}:00:00`
  const toUtc = (days: number) => resolveLocal(addDays(`${today} ${time}`, -days), zone).utc
  const period = toUtc(daysSince)
  return period <= now ? period : toUtc(daysSince + 7)
}

/** Retries after failed attempts. The digest of the period is given up when its window ends. */
const RETRY_MINUTES = [5, 15, 60, 180]

/** Seconds to wait after the failed attempt number `attempts`, which starts at 1. */
export const computeDigestDelay = (attempts: number): number =>
  60 * (RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? 0)
