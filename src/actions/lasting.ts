/** How long an answer stays true while nobody writes. */
import { type Clock, dayAround } from '../calendar/site.ts'
import { type NewestChange, newestChange } from '../storage/changes.ts'
import type { Database } from '../storage/database.ts'
import { addSeconds, type DateTime } from '../text/dates.ts'
import { clockOf, type Generation, type Services } from './services.ts'

export interface Lasting {
  /** Moment since which it has been true; undefined when that is too near to be told from a later one of the same second. */
  readonly since: DateTime | undefined
  /** Last second for which it is. */
  readonly until: DateTime
}

/** The newest change of all; undefined before the first. */
export type Write = Pick<NewestChange, 'at'>

/** What a day means ends with the day at the latest; `until` is what the answer itself says. */
export function lastingOf(clock: Clock, write: Write | undefined, until?: DateTime): Lasting {
  const day = dayAround(clock)
  if (until !== undefined && until < day.until) return { since: undefined, until }
  const at = write?.at ?? ''
  // Its transaction may have ended after midnight, when the day had answers already.
  const isDoubtful = at < day.from && at >= addSeconds(day.from, -LONGEST_SECONDS)
  const [, since = day.from] = [at, day.from].sort()
  const isTold = !isDoubtful && since < addSeconds(clock.now, -1)
  return { since: isTold ? since : undefined, until: day.until }
}

/** No transaction takes longer. */
const LONGEST_SECONDS = 3600

/** The same of what means the same all day, without waiting; undefined where the newest change was not looked up. */
export function readyLasting(services: Services): Lasting | undefined {
  const { bus } = services.database
  const known = writes.get(bus)
  return known && known.generation === bus.current() ? lastingOf(clockOf(services), known.write) : undefined
}

const writes = new WeakMap<Database['bus'], { readonly generation: Generation; readonly write: Write | undefined }>()

/** Looked up once for each state of the database. A new epoch is a change of everything. */
export async function lastWrite(database: Database): Promise<Write | undefined> {
  const generation = database.bus.current()
  const known = writes.get(database.bus)
  if (known?.generation === generation) return known.write
  const { at = '' } = (await newestChange(database.read)) ?? {}
  const [, latest = at] = [at, generation.since].sort()
  const write = latest === '' ? undefined : { at: latest }
  writes.set(database.bus, { generation, write })
  return write
}
