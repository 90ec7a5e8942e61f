/** Freshness of responses: how long they are valid unless something is written. */

import { toSeconds } from '../../base/time/civil-time.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import { findDayRange, type TimeContext } from '../../kernel/site.ts'
import { findNewestChange } from '../../storage/change-log/change-log.ts'
import type { Database, NewestChange } from '../../storage/types.ts'

export interface Freshness {
  /** UTC; undefined when another write in the same second could still change the response. */
  readonly lastModified: DateTime | undefined
  /** Last second in which the response is valid, UTC. */
  readonly until: DateTime
  /** Number of seconds in which the response is valid, this one included. */
  readonly seconds: number
}

/** The newest change of the database. */
export type LastWrite = Pick<NewestChange, 'at'>

/** Every response expires at the end of the site's day at the latest; `until` is the limit of the response itself. */
export function computeFreshness(clock: TimeContext, newestWrite: LastWrite | undefined, until?: DateTime): Freshness {
  const day = findDayRange(clock)
  const countSeconds = (last: DateTime) => Math.max(0, toSeconds(last) - toSeconds(clock.now)) + 1
  if (until !== undefined && until < day.until) return { lastModified: undefined, until, seconds: countSeconds(until) }
  const at = newestWrite?.at ?? ''
  // A transaction that began before midnight may have committed after the first responses of the day.
  const isAmbiguous = at < day.from && at >= addSeconds(day.from, -MAX_TRANSACTION_SECONDS)
  const [, lastModified = day.from] = [at, day.from].sort()
  const hasLastModified = !isAmbiguous && lastModified < addSeconds(clock.now, -1)
  const seconds = countSeconds(day.until)
  return { lastModified: hasLastModified ? lastModified : undefined, until: day.until, seconds }
}

/** Upper limit of the duration of a transaction. */
const MAX_TRANSACTION_SECONDS = 3600

const toLastWrite = (at: DateTime | undefined): LastWrite | undefined => (at === undefined ? undefined : { at })

/** Reads the time of the newest write once per generation. A new epoch counts as a write of all records. */
export async function findLastWrite({ bus, lastWrite, read }: Database): Promise<LastWrite | undefined> {
  const generation = bus.current()
  const cached = lastWrite.get(generation)
  if (cached) return toLastWrite(cached.at)
  const { at: newest = '' } = (await findNewestChange(read)) ?? {}
  const [, latest = newest] = [newest, generation.since].sort()
  const write = { at: latest === '' ? undefined : latest }
  lastWrite.set(generation, write)
  return toLastWrite(write.at)
}
