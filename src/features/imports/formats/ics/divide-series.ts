/** Splits a series at a change of an occurrence and all that follow (RANGE=THISANDFUTURE, RFC 5545, section 3.2.13). */
import { toDateTime, toSeconds } from '../../../../base/time/civil-time.ts'
import { shiftDate, WEEKDAYS } from '../../../../calendar/series/calendar-dates.ts'
import { MAX_OCCURRENCES } from '../../../../calendar/series/recurrence-rule.ts'
import type { OccurrenceOverride } from '../../external/external-record.ts'
import type { IcsEvent } from './ics-events.ts'
import type { IcsRecurrence } from './ics-recurrence.ts'
import { endRuleOn, expandRule, expandRuleUntil, getLastDate, type IcsRule } from './ics-rules.ts'
import { getFirstDate } from './series-clock.ts'

export interface IcsSeries {
  readonly key: string
  readonly event: IcsEvent
  readonly recurrence: IcsRecurrence
  /** Occurrences that differ from the series, by their keys. */
  readonly overrides: ReadonlyMap<string, Omit<OccurrenceOverride, 'date'>>
  /** Distance of its occurrences from the occurrences of the series that was split. */
  readonly shift: Shift
}

interface Shift {
  readonly days: number
  readonly seconds: number
}

/** The change of an occurrence and all that follow. */
export interface IcsDivision {
  /** Key of the new series. */
  readonly key: string
  /** Key of the occurrence in the series of the file. */
  readonly date: string
  readonly event: IcsEvent
}

/** The series before and from the occurrence; the first is undefined without dates. A text says why it is not split. */
export function divideSeries(
  series: IcsSeries,
  { key, date: stated, event }: IcsDivision,
): { readonly before: IcsSeries | undefined; readonly after: IcsSeries } | string {
  const { recurrence, shift } = series
  const { clock } = event.recurrence
  const at = shiftKey(stated, shift)
  const date = at.slice(0, 10)
  const days = countDays(date, getFirstDate(clock))
  const original = at.length > 10 ? at : `${at} ${recurrence.clock.start.slice(11)}`
  const own = { days, seconds: toSeconds(clock.start) - toSeconds(original) }
  const following = recurrence.rule && followRule(recurrence.rule, getFirstDate(recurrence.clock), { date, days })
  if (typeof following === 'string') return following
  const isBefore = (one: string) => one.slice(0, 10) < date
  const move = (keys: readonly string[]) => keys.filter((one) => !isBefore(one)).map((one) => shiftKey(one, own))
  const overrides = [...series.overrides]
  const after: IcsSeries = {
    ...{ key, event },
    recurrence: {
      ...{ clock, rule: following?.rule, exdate: move(recurrence.exdate) },
      rdate: [...move(recurrence.rdate), ...(following?.dates ?? [])],
    },
    overrides: new Map(
      overrides.filter(([one]) => !isBefore(one)).map(([one, override]) => [shiftKey(one, own), override]),
    ),
    shift: { days: shift.days + own.days, seconds: shift.seconds + own.seconds },
  }
  if (date <= getFirstDate(recurrence.clock)) return { before: undefined, after: { ...after, key: series.key } }
  const before: IcsSeries = {
    ...series,
    recurrence: {
      clock: recurrence.clock,
      rule: recurrence.rule && endRuleOn(recurrence.rule, shiftDate(date, -1)),
      rdate: recurrence.rdate.filter(isBefore),
      exdate: recurrence.exdate.filter(isBefore),
    },
    overrides: new Map(overrides.filter(([one]) => isBefore(one))),
  }
  return { before, after }
}

const countDays = (from: string, to: string): number =>
  Math.round((toSeconds(`${to} 00:00:00`) - toSeconds(`${from} 00:00:00`)) / 86_400)

const shiftKey = (key: string, { days, seconds }: Shift): string =>
  key.length > 10 ? toDateTime(toSeconds(key) + seconds) : shiftDate(key, days)

/** The rule from `date` on, moved by `days`, or else its dates. */
function followRule(
  rule: IcsRule,
  first: string,
  { date, days }: { readonly date: string; readonly days: number },
): { readonly rule: IcsRule | undefined; readonly dates: readonly string[] } | string {
  const parts = days === 0 ? rule.parts : moveParts(rule.parts, days)
  if (!parts) {
    const dates = expandRule(rule, first)?.filter((one) => one >= date)
    return dates
      ? { rule: undefined, dates: dates.map((one) => shiftDate(one, days)) }
      : 'a rule with so many dates cannot be moved to other days'
  }
  const count = parts.get('COUNT')
  if (count === undefined) return { rule: { ...rule, parts }, dates: [] }
  const passed = expandRuleUntil(rule, first, shiftDate(date, -1)).length
  if (passed >= MAX_OCCURRENCES) return 'the series has too many dates before'
  const rest = Number(count) - passed
  return rest > 0
    ? { rule: { ...rule, parts: new Map(parts).set('COUNT', String(rest)) }, dates: [] }
    : { rule: undefined, dates: [] }
}

/** The rule on days that are later by `days`. Undefined if a rule cannot state them. */
function moveParts(parts: ReadonlyMap<string, string>, days: number): ReadonlyMap<string, string> | undefined {
  const moved = new Map(parts)
  const last = getLastDate(parts)
  if (last !== undefined) moved.set('UNTIL', shiftDate(last, days).replaceAll('-', ''))
  if (![...parts.keys()].some((name) => name.startsWith('BY'))) return moved
  const selections = [...parts.keys()].filter((name) => name.startsWith('BY') && name !== 'BYDAY')
  if (parts.get('FREQ') !== 'WEEKLY' || selections.length > 0) return undefined
  for (const name of ['BYDAY', 'WKST']) {
    const value = parts.get(name)
    if (value !== undefined)
      moved.set(
        name,
        value
          .split(',')
          .map((day) => moveWeekday(day, days))
          .join(),
      )
  }
  return moved
}

const moveWeekday = (day: string, days: number): string =>
  WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7] ?? day
