/** The dates a list of events asks for, as bounds to compare with: contract 8.3, decisions Q17, Q42, Q43, strict_dates. */
import { addDays, addSeconds, addYears, type DateTime, dayOf, isoUtc, parseDate } from '../text/dates.ts'
import { resolveLocal, toLocal } from '../text/zone.ts'
import type { EventQuery } from './event-query.ts'
import { INVALID, invalid } from './problem.ts'
import type { Clock } from './site.ts'

export const BOUNDS = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const
export type BoundName = (typeof BOUNDS)[number]

/** A moment to compare with: wall time against each event's own wall time, an instant against UTC. */
export interface Bound {
  readonly name: BoundName
  readonly kind: 'wall' | 'instant'
  readonly value: DateTime
}

const RELATIVE: readonly BoundName[] = ['starts_before', 'starts_after', 'ends_before', 'ends_after']

/**
 * The bounds in force; none when the query picks records by number (Q17) or external id. Throws `rest_invalid_param` for a relative
 * date that leaves the years of the wire.
 */
export function eventWindow(query: EventQuery, clock: Clock): readonly Bound[] {
  if (query.include || query.external_id) return []
  const today = toLocal(clock.now, clock.zone)
  const given = BOUNDS.flatMap((name) => {
    const text = query[name]
    return text === undefined || isReplaced(name, query)
      ? []
      : [readBound(name, text, today, query.strict_dates, clock)]
  })
  if (RELATIVE.some((name) => query[name] !== undefined)) return given
  return [...defaultBounds(query, clock), ...given].sort(byDeclaration)
}

const byDeclaration = (a: Bound, b: Bound): number => BOUNDS.indexOf(a.name) - BOUNDS.indexOf(b.name)

/** `starts_after` replaces `start_date`, `ends_before` replaces `end_date` (contract 8.3). */
function isReplaced(name: BoundName, query: EventQuery): boolean {
  if (name === 'start_date') return query.starts_after !== undefined
  return name === 'end_date' && query.ends_before !== undefined
}

/** What a query without dates asks for: from today in the site's zone for two years (Q42). */
export function defaultWindow(clock: Clock): { readonly start_date: DateTime; readonly end_date: DateTime } {
  const today = toLocal(clock.now, clock.zone)
  const { dayCutoff } = clock
  return { start_date: startOfDay(today, dayCutoff), end_date: endOfDay(addYears(today, 2), dayCutoff) }
}

function defaultBounds(query: EventQuery, clock: Clock): Bound[] {
  const { start_date, end_date } = defaultWindow(clock)
  return [
    ...(query.start_date === undefined ? [wall('start_date', start_date)] : []),
    ...(query.end_date === undefined ? [wall('end_date', end_date)] : []),
  ]
}

const wall = (name: BoundName, value: DateTime): Bound => ({ name, kind: 'wall', value })

export function startOfDay(moment: DateTime, dayCutoff: string): DateTime {
  return `${dayOf(moment)} ${dayCutoff}:00`
}

export function endOfDay(moment: DateTime, dayCutoff: string): DateTime {
  return addSeconds(addDays(startOfDay(moment, dayCutoff), 1), -1)
}

function readBound(name: BoundName, text: string, today: DateTime, strict: boolean | undefined, clock: Clock): Bound {
  const date = parseDate(text, today)
  if (!date) throw invalid({ [name]: INVALID })
  if (strict) return { name, ...date }
  if (date.kind === 'wall') return wall(name, wholeDay(name, date.value, clock.dayCutoff))
  const local = wholeDay(name, toLocal(date.value, clock.zone), clock.dayCutoff)
  return { name, kind: 'instant', value: resolveLocal(local, clock.zone).utc }
}

/** `start_date` counts from the start of its day, every other bound from the end of it. */
function wholeDay(name: BoundName, moment: DateTime, dayCutoff: string): DateTime {
  if (name === 'start_date') return startOfDay(moment, dayCutoff)
  return endOfDay(isLastSecond(moment, dayCutoff) ? addDays(moment, -1) : moment, dayCutoff)
}

/** With a day cutoff the last second of a day bears the next date: a bound echoed in a link must mean the same day. */
function isLastSecond(moment: DateTime, dayCutoff: string): boolean {
  return dayCutoff !== '00:00' && moment === addSeconds(startOfDay(moment, dayCutoff), -1)
}

/** How a bound reads in a link, so that following it means the same query. */
export function showBound({ kind, value }: Bound): string {
  return kind === 'wall' ? value : isoUtc(value)
}
