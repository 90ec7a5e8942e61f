/** Dates of an event after a write (wire-contract §9.2, Q8 to Q14). */

import type { DateTime } from '../../base/time/date-time.ts'
import { addDays } from '../../base/time/parse-date.ts'
import { parseDayInZone, parseMomentInZone } from '../../base/time/parse-moment.ts'
import { isSameMoment, type Moment, resolveLocal, toLocal } from '../../base/time/time-zone.ts'
import type { Event } from '../../kernel/post.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import type { TimeContext } from '../../kernel/site.ts'
import { endOfDay, startOfDay } from '../lists/date-bounds.ts'
import type { EventInput } from './event-fields.ts'

export type EventDates = Pick<
  Event,
  'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone' | 'all_day'
>

type DateInput = Pick<EventInput, 'start_date' | 'end_date' | 'timezone' | 'all_day'>

/**
 * Dates after a creation (`current` is undefined) or a partial update. Omitted values stay; a new zone keeps the wall
 * time. Throws `rest_invalid_param` naming `end_date` when the end is before the start (Q12), or naming the date
 * outside of the years 0000 to 9999, as wall time or UTC.
 */
export function resolveEventDates(
  input: Partial<DateInput>,
  current: EventDates | undefined,
  clock: TimeContext,
): EventDates {
  if (current && !hasDateInput(input)) return pickDates(current)
  const timezone = (input.timezone ?? current?.timezone) || clock.zone
  const allDay = input.all_day ?? current?.all_day ?? false
  const context = { current, timezone, clock, parse: allDay ? parseDayInZone : parseMomentInZone }
  const start = readMoment('start_date', input.start_date, context)
  const end = readMoment('end_date', input.end_date, context)
  const from = allDay ? resolveWallTime('start_date', startOfDay(start.local, clock.dayCutoff), timezone) : start
  const to = allDay ? resolveWallTime('end_date', resolveAllDayEnd(end.local, input, clock), timezone) : end
  if (to.utc < from.utc)
    throw createInvalidParams({ end_date: { kind: 'invalid', message: 'error.ends_before_start' } })
  return {
    start_date: from.local,
    end_date: to.local,
    utc_start_date: from.utc,
    utc_end_date: to.utc,
    timezone,
    all_day: allDay,
  }
}

/** The stored end of an all-day event may have the next date (day cutoff): it is already the end of its day. */
function resolveAllDayEnd(end: DateTime, input: Partial<DateInput>, { dayCutoff }: TimeContext): DateTime {
  const isStored =
    input.end_date === undefined && dayCutoff !== '00:00' && end === endOfDay(addDays(end, -1), dayCutoff)
  return isStored ? end : endOfDay(end, dayCutoff)
}

function hasDateInput({ start_date, end_date, timezone, all_day }: Partial<DateInput>): boolean {
  return start_date !== undefined || end_date !== undefined || timezone !== undefined || all_day !== undefined
}

type DateFieldName = 'start_date' | 'end_date'

interface DateContext {
  readonly current: EventDates | undefined
  readonly timezone: string
  readonly clock: TimeContext
  readonly parse: typeof parseMomentInZone
}

/** Instants and stored dates keep their UTC time, which distinguishes a wall time that occurs twice. */
function readMoment(name: DateFieldName, text: string | undefined, context: DateContext): Moment {
  const { current, timezone, clock } = context
  if (text !== undefined) return parseMoment(name, text, context)
  if (!current) return resolveInstant(name, clock.now, timezone)
  const { [name]: local, [`utc_${name}` as const]: utc } = current
  return current.timezone === timezone ? { local, utc } : resolveWallTime(name, local, timezone)
}

function parseMoment(name: DateFieldName, text: string, { timezone, clock, parse }: DateContext): Moment {
  const moment = parse(timezone, text, clock.now)
  if (!moment) throw createInvalidParams({ [name]: INVALID_VALUE })
  return moment
}

const resolveWallTime = (name: DateFieldName, local: DateTime, timezone: string): Moment =>
  assertRepresentable(name, resolveLocal(local, timezone), timezone)

const resolveInstant = (name: DateFieldName, utc: DateTime, timezone: string): Moment =>
  assertRepresentable(name, { local: toLocal(utc, timezone), utc }, timezone)

/** Wall time and UTC must be within the years 0000 to 9999. */
function assertRepresentable(name: DateFieldName, moment: Moment, timezone: string): Moment {
  if (!isSameMoment(moment, timezone)) throw createInvalidParams({ [name]: INVALID_VALUE })
  return moment
}

export function pickDates(event: EventDates): EventDates {
  const { start_date, end_date, utc_start_date, utc_end_date, timezone, all_day } = event
  return { start_date, end_date, utc_start_date, utc_end_date, timezone, all_day }
}
