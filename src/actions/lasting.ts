/** How long an answer stays true while nobody writes. */
import { type Clock, dayAround } from '../calendar/site.ts'
import { type NewestChange, newestChange } from '../storage/changes.ts'
import type { Database } from '../storage/database.ts'
import { addSeconds, type DateTime } from '../text/dates.ts'
import { clockOf, type Services } from './services.ts'

export interface Lasting {
  /** Moment since which it has been true; undefined when that is too near to be told from a later one of the same second. */
  readonly since: DateTime | undefined
  /** Last second for which it is. */
  readonly until: DateTime
}

/** What a day means ends with the day at the latest; `until` is what the answer itself says. */
export async function lastingOf(services: Services, until: DateTime | undefined): Promise<Lasting> {
  const clock = clockOf(services)
  const day = dayAround(clock)
  if (until !== undefined && until < day.until) return { since: undefined, until }
  return sinceWrite(clock, await lastWrite(services.database))
}

/** The same of what means the same all day, without waiting; undefined where the newest change was not looked up. */
export function readyLasting(services: Services): Lasting | undefined {
  const { bus } = services.database
  const known = writes.get(bus)
  return known?.generation === bus.current() ? sinceWrite(clockOf(services), known.change) : undefined
}

function sinceWrite(clock: Clock, change: NewestChange | undefined): Lasting {
  const day = dayAround(clock)
  const [, since = day.from] = [change?.at ?? '', day.from].sort()
  return { since: since < addSeconds(clock.now, -1) ? since : undefined, until: day.until }
}

const writes = new WeakMap<
  Database['bus'],
  { readonly generation: number; readonly change: NewestChange | undefined }
>()

/** The newest change, looked up once for each. */
async function lastWrite(database: Database): Promise<NewestChange | undefined> {
  const generation = database.bus.current()
  const known = writes.get(database.bus)
  if (known?.generation === generation) return known.change
  const change = await newestChange(database.read)
  writes.set(database.bus, { generation, change })
  return change
}
