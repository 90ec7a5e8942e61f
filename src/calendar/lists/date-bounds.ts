/**
 * Date filters of a list of events, resolved to bounds (wire-contract §8.3, Q17, Q42, Q43, decisions: strict_dates).
 */

import type { DateTime } from '../../base/time/date-time.ts'
import {
  addDays,
  addSeconds,
  addYears,
  formatIsoUtc,
  formatIsoWithOffset,
  type ParsedDate,
  parseDate,
  toDateOnly,
} from '../../base/time/parse-date.ts'
import { isDayBound } from '../../base/time/parse-moment.ts'
import { resolveLocal, toLocal } from '../../base/time/time-zone.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import type { TimeContext } from '../../kernel/site.ts'
import type { EventQuery } from './event-query.ts'

export const DATE_BOUND_NAMES = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const
export type DateBoundName = (typeof DATE_BOUND_NAMES)[number]

/** A date to compare with: a wall time with the event's wall time, an instant with UTC. */
export interface DateBound {
  readonly name: DateBoundName
  readonly kind: 'wall' | 'instant'
  readonly value: DateTime
  /** Only of instants that are written as the first or last second of a day (decisions: All-day dates). */
  readonly day?: WrittenDay
}

interface WrittenDay {
  /** The written date, compared with the wall time of all-day events. */
  readonly value: DateTime
  /** The bound as written, for links. */
  readonly text: string
}

export const hasDateFilter = (query: EventQuery): boolean => DATE_BOUND_NAMES.some((name) => query[name] !== undefined)

const RANGE_BOUND_NAMES: readonly DateBoundName[] = ['starts_before', 'starts_after', 'ends_before', 'ends_after']

/**
 * The effective bounds; none when the query selects records by id (Q17) or external id. Throws `rest_invalid_param` for
 * a relative date outside of the years 0000 to 9999.
 */
export function resolveDateBounds(query: EventQuery, clock: TimeContext): readonly DateBound[] {
  if (query.include || query.external_id) return []
  const today = toLocal(clock.now, clock.zone)
  const bounds = DATE_BOUND_NAMES.flatMap((name) => {
    const text = query[name]
    return text === undefined || isOverridden(name, query)
      ? []
      : [parseBound(name, text, { today, isStrict: query.strict_dates === true, clock })]
  })
  if (RANGE_BOUND_NAMES.some((name) => query[name] !== undefined)) return bounds
  return [...createDefaultBounds(query, clock), ...bounds].sort(compareBounds)
}

const compareBounds = (a: DateBound, b: DateBound): number =>
  DATE_BOUND_NAMES.indexOf(a.name) - DATE_BOUND_NAMES.indexOf(b.name)

/** `starts_after` replaces `start_date`, `ends_before` replaces `end_date` (wire-contract §8.3). */
function isOverridden(name: DateBoundName, query: EventQuery): boolean {
  if (name === 'start_date') return query.starts_after !== undefined
  return name === 'end_date' && query.ends_before !== undefined
}

/** Default range: from today, in the site's zone, for two years (Q42). */
export function resolveDefaultDateRange(clock: TimeContext): {
  readonly start_date: DateTime
  readonly end_date: DateTime
} {
  const today = toLocal(clock.now, clock.zone)
  const { dayCutoff } = clock
  return { start_date: startOfDay(today, dayCutoff), end_date: endOfDay(addYears(today, 2), dayCutoff) }
}

function createDefaultBounds(query: EventQuery, clock: TimeContext): DateBound[] {
  const { start_date, end_date } = resolveDefaultDateRange(clock)
  return [
    ...(query.start_date === undefined ? [createWallBound('start_date', start_date)] : []),
    ...(query.end_date === undefined ? [createWallBound('end_date', end_date)] : []),
  ]
}

const createWallBound = (name: DateBoundName, value: DateTime): DateBound => ({ name, kind: 'wall', value })

export function startOfDay(moment: DateTime, dayCutoff: string): DateTime {
  return `${toDateOnly(moment)} ${dayCutoff}:00`
}

export function endOfDay(moment: DateTime, dayCutoff: string): DateTime {
  return addSeconds(addDays(startOfDay(moment, dayCutoff), 1), -1)
}

interface BoundContext {
  readonly today: DateTime
  readonly isStrict: boolean
  readonly clock: TimeContext
}

function parseBound(name: DateBoundName, text: string, { today, isStrict, clock }: BoundContext): DateBound {
  const date = parseDate(text, today)
  if (!date) throw createInvalidParams({ [name]: INVALID_VALUE })
  const align = (moment: DateTime) => (isStrict ? moment : alignToDay(name, moment, clock.dayCutoff))
  if (date.kind === 'wall') return createWallBound(name, align(date.value))
  const value = isStrict ? date.value : resolveLocal(align(toLocal(date.value, clock.zone)), clock.zone).utc
  if (!isDayBound(date.written)) return { name, kind: 'instant', value }
  const day = { value: alignWrittenDay(name, date.written, { isStrict, clock }), text: formatInstant(date) }
  return { name, kind: 'instant', value, day }
}

/** All-day events last from one day cutoff to the next, so a strict bound moves by the cutoff. */
function alignWrittenDay(
  name: DateBoundName,
  written: DateTime,
  { isStrict, clock: { dayCutoff } }: Pick<BoundContext, 'isStrict' | 'clock'>,
): DateTime {
  if (!isStrict) return alignToDay(name, written, dayCutoff)
  const isEnd = written.endsWith(LAST_SECOND)
  return isEnd ? endOfDay(written, dayCutoff) : startOfDay(written, dayCutoff)
}

const LAST_SECOND = '23:59:59'

/** `start_date` starts at the beginning of its day, all other bounds at the end. */
function alignToDay(name: DateBoundName, moment: DateTime, dayCutoff: string): DateTime {
  if (name === 'start_date') return startOfDay(moment, dayCutoff)
  return endOfDay(isLastSecond(moment, dayCutoff) ? addDays(moment, -1) : moment, dayCutoff)
}

/** With a day cutoff, the last second of a day has the next date: a bound in a link must mean the same day again. */
function isLastSecond(moment: DateTime, dayCutoff: string): boolean {
  return dayCutoff !== '00:00' && moment === addSeconds(startOfDay(moment, dayCutoff), -1)
}

/** Formats a bound for a link, so that following it runs the same query. */
export function formatBound({ kind, value, day }: DateBound): string {
  if (kind === 'wall') return value
  // In UTC, an instant at the edge of a day would be read as a written date.
  return day?.text ?? (isDayBound(value) ? formatIsoWithOffset(addSeconds(value, -3600), value) : formatIsoUtc(value))
}

const formatInstant = ({ written, value }: ParsedDate): string =>
  written === value ? formatIsoUtc(value) : formatIsoWithOffset(written, value)
