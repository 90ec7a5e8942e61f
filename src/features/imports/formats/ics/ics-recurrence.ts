/** Reads the recurrences of iCalendar events. */
import { toSeconds } from '../../../../base/time/civil-time.ts'
import { sortDates } from '../../../../calendar/series/calendar-dates.ts'
import { formatRule, MAX_OCCURRENCES } from '../../../../calendar/series/recurrence-rule.ts'
import {
  createPropertyError,
  findProperty,
  type IcsComponent,
  type IcsProperty,
  isIcsError,
  listProperties,
} from './content-lines.ts'
import type { IcsPeriod } from './ics-dates.ts'
import { addDuration, type IcsMoment, readDuration, readMoment } from './ics-moments.ts'
import { expandRule, expandRuleUntil, type IcsRule, readIcsRule, selectsStart } from './ics-rules.ts'
import type { IcsZones } from './ics-zones.ts'
import { createSeriesClock, formatOccurrenceKey, getFirstDate, type SeriesClock } from './series-clock.ts'

export interface IcsRecurrence {
  readonly clock: SeriesClock
  readonly rule: IcsRule | undefined
  /** Keys of occurrences. */
  readonly rdate: readonly string[]
  readonly exdate: readonly string[]
}

export interface ReadRecurrence extends IcsRecurrence {
  /** Start and end, as instants, of added occurrences with a duration of their own. */
  readonly periods: ReadonlyMap<string, Pick<IcsPeriod['dates'], 'start_date' | 'end_date'>>
  /** Parts that are not imported, with their lines. */
  readonly warnings: readonly string[]
}

export const createLineWarning = (line: number, text: string): string => `line ${line}: ${text}`

interface RecurrenceReader {
  readonly component: IcsComponent
  readonly clock: SeriesClock
  /** Reports what is not imported. */
  readonly warn: (property: IcsProperty, text: string) => void
}

/** Throws an `IcsError` for a rule without dates. */
export function readIcsRecurrence(component: IcsComponent, period: IcsPeriod, zones: IcsZones): ReadRecurrence {
  const warnings: string[] = []
  const clock = chooseClock(component, period.start, zones)
  const reader: RecurrenceReader = {
    ...{ component, clock },
    warn: ({ line }, text) => void warnings.push(createLineWarning(line, text)),
  }
  const periods = new Map<string, { start_date: string; end_date: string }>()
  const rdate = readKeys(reader, 'RDATE', (property, value) => {
    const { key, changed } = readAddedDate(property, value, period, clock)
    if (changed) periods.set(key, changed)
    return key
  })
  const excluded = readKeys(reader, 'EXDATE', (property, value) =>
    formatOccurrenceKey(readMoment(property, clock, value), clock),
  )
  const rules = readRules(reader, 'RRULE', 'Its other dates are not imported.')
  const merged = mergeRules(reader, rules, rdate)
  const exdate = [...excluded, ...expandExclusions(reader, merged)]
  return { clock, ...merged, exdate, periods, warnings }
}

/** A start in UTC or with an offset is expanded so, unless the calendar states a zone in which the rule selects it. */
function chooseClock(component: IcsComponent, start: IcsMoment, zones: IcsZones): SeriesClock {
  const own = createSeriesClock(start, zones)
  const property = findProperty(component, 'RRULE')
  if (start.kind !== 'instant' || !property || zones.calendarZone === undefined) return own
  const stated = createSeriesClock(start, zones, zones.calendarZone)
  const rule = readIcsRule(property, stated)
  return 'parts' in rule && selectsStart(rule, getFirstDate(stated)) ? stated : own
}

/** Values that cannot be read are reported, and the others are kept. */
const readKeys = (
  { component, warn }: RecurrenceReader,
  name: 'RDATE' | 'EXDATE',
  read: (property: IcsProperty, value: string) => string,
): string[] =>
  listProperties(component, name).flatMap((property) =>
    property.value.split(',').flatMap((text) => {
      const value = text.trim()
      try {
        return value === '' ? [] : [read({ ...property, value }, value)]
      } catch (error) {
        if (!isIcsError(error)) throw error
        warn(property, error.message)
        return []
      }
    }),
  )

/** A date, or a period with its end or duration, which may differ from the one of the series. */
function readAddedDate(property: IcsProperty, value: string, { start, end }: IcsPeriod, clock: SeriesClock) {
  const [from = '', to] = value.split('/')
  const moment = readMoment(property, clock, from)
  const key = formatOccurrenceKey(moment, clock)
  if (to === undefined) return { key }
  const last = /^\+?P/i.test(to) ? addDuration(moment, readDuration(property, to)) : readMoment(property, clock, to)
  if (last.utc < moment.utc) throw createPropertyError(property, 'ends before its start')
  const isUsual = toSeconds(last.utc) - toSeconds(moment.utc) === toSeconds(end.utc) - toSeconds(start.utc)
  return { key, ...(!isUsual && { changed: { start_date: `${moment.utc}Z`, end_date: `${last.utc}Z` } }) }
}

/** Each rule takes time to expand. */
export const MAX_EVENT_RULES = 10

/** `consequence` says what becomes of a rule that is not supported. */
const readRules = (
  { component, clock, warn }: RecurrenceReader,
  name: 'RRULE' | 'EXRULE',
  consequence: string,
): IcsRule[] =>
  listProperties(component, name).flatMap((property, index) => {
    const rule =
      index < MAX_EVENT_RULES
        ? readIcsRule(property, clock)
        : { property, reason: `more than ${MAX_EVENT_RULES} rules` }
    if ('parts' in rule) return [rule]
    const { message } = createPropertyError(property, `is not supported (${rule.reason})`)
    warn(property, `${message}. ${consequence}`)
    return []
  })

type MergedRules = Pick<IcsRecurrence, 'rule' | 'rdate'>

/** A series has one rule. The dates of others are added to `rdate`, unless they are too many. */
function mergeRules(
  { clock, warn }: RecurrenceReader,
  rules: readonly IcsRule[],
  rdate: readonly string[],
): MergedRules {
  const rule = rules.find(({ parts }) => !parts.has('COUNT') && !parts.has('UNTIL')) ?? rules[0]
  const added = [...rdate]
  for (const other of rules) {
    if (other === rule) continue
    const dates = expandRule(other, getFirstDate(clock))
    if (dates && added.length + dates.length <= MAX_OCCURRENCES) added.push(...dates)
    else
      warn(
        other.property,
        createPropertyError(other.property, 'is a second rule with too many dates, which are not imported').message,
      )
  }
  return { rule, rdate: added }
}

/** The dates of EXRULE. The dates of an endless rule end with the series. */
function expandExclusions(reader: RecurrenceReader, { rule, rdate }: MergedRules): string[] {
  const first = getFirstDate(reader.clock)
  const rules = readRules(reader, 'EXRULE', 'Its dates are not excluded.')
  const dates = rule && rules.length > 0 ? expandRule(rule, first) : []
  const last = dates && [first, ...dates, ...rdate].sort().at(-1)?.slice(0, 10)
  return rules.flatMap((one) => {
    const excluded = last === undefined ? expandRule(one, first) : expandRuleUntil(one, first, last)
    if (!excluded)
      reader.warn(one.property, createPropertyError(one.property, 'has too many dates, which are not excluded').message)
    return excluded ?? []
  })
}

/** The recurrence as a field; undefined for an event with one date. `timezone` is the one of the event. */
export function formatRecurrence({ clock, rule, rdate, exdate }: IcsRecurrence, timezone: string) {
  const first = getFirstDate(clock)
  // DTSTART is the first occurrence even if the rule does not select it.
  const isRuled = rule === undefined || exdate.includes(first) || selectsStart(rule, first)
  const added = isRuled ? rdate : [first, ...rdate]
  if (!rule && added.every((key) => key === first)) return undefined
  return {
    rrule: rule ? formatRule(rule.parts) : '',
    rdate: sortDates(added),
    exdate: sortDates(exdate),
    ...(!clock.isAllDay && clock.zone !== timezone && { timezone: clock.zone }),
  }
}
