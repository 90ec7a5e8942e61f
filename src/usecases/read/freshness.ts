/** How long an answer stays true while nobody writes. */

import { addSeconds, type DateTime } from '../../datetime/parse-date.ts'
import { findDayRange, type TimeContext } from '../../domain/site.ts'
import { findNewestChange } from '../../storage/changes/change-log.ts'
import type { Database, Generation, NewestChange } from '../../storage/core/types.ts'
import { createTimeContext, type Services } from '../services.ts'

export interface Freshness {
  /** Moment since which it has been true; undefined when that is too near to be told from a later one of the same second. */
  readonly lastModified: DateTime | undefined
  /** Last second for which it is. */
  readonly until: DateTime
}

/** The newest change of all; undefined before the first. */
export type LastWrite = Pick<NewestChange, 'at'>

/** What a day means ends with the day at the latest; `until` is what the answer itself says. */
export function computeFreshness(clock: TimeContext, newestWrite: LastWrite | undefined, until?: DateTime): Freshness {
  const day = findDayRange(clock)
  if (until !== undefined && until < day.until) return { lastModified: undefined, until }
  const at = newestWrite?.at ?? ''
  // Its transaction may have ended after midnight, when the day had answers already.
  const isAmbiguous = at < day.from && at >= addSeconds(day.from, -MAX_TRANSACTION_SECONDS)
  const [, lastModified = day.from] = [at, day.from].sort()
  const hasLastModified = !isAmbiguous && lastModified < addSeconds(clock.now, -1)
  return { lastModified: hasLastModified ? lastModified : undefined, until: day.until }
}

/** No transaction takes longer. */
const MAX_TRANSACTION_SECONDS = 3600

/** The same of what means the same all day, without waiting; undefined where the newest change was not looked up. */
export function getCachedFreshness(services: Services): Freshness | undefined {
  const { bus } = services.database
  const cached = lastWrites.get(bus)
  return cached && cached.generation === bus.current()
    ? computeFreshness(createTimeContext(services), cached.write)
    : undefined
}

const lastWrites = new WeakMap<
  Database['bus'],
  { readonly generation: Generation; readonly write: LastWrite | undefined }
>()

/** Looked up once for each state of the database. A new epoch is a change of everything. */
export async function findLastWrite(database: Database): Promise<LastWrite | undefined> {
  const generation = database.bus.current()
  const cached = lastWrites.get(database.bus)
  if (cached?.generation === generation) return cached.write
  const { at = '' } = (await findNewestChange(database.read)) ?? {}
  const [, latest = at] = [at, generation.since].sort()
  const write = latest === '' ? undefined : { at: latest }
  lastWrites.set(database.bus, { generation, write })
  return write
}
