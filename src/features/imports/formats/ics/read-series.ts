/** Reads the components of one UID: an event or series, and the components that change occurrences of it. */
import { isDeepStrictEqual } from 'node:util'
import { toSeconds } from '../../../../base/time/civil-time.ts'
import type { RawInput } from '../../../../kernel/validate-input.ts'
import type { ExternalEntry, ExternalRecord, UnreadableRecord } from '../../external/external-record.ts'
import {
  createIcsError,
  createPropertyError,
  findProperty,
  type IcsComponent,
  type IcsProperty,
  isIcsError,
} from './content-lines.ts'
import { divideSeries, type IcsSeries } from './divide-series.ts'
import { type IcsPeriod, readIcsDates } from './ics-dates.ts'
import {
  type CalendarContext,
  createOccurrenceUid,
  type IcsEvent,
  isNewer,
  readIcsEvent,
  readModified,
} from './ics-events.ts'
import { readMoment } from './ics-moments.ts'
import { createLineWarning, formatRecurrence } from './ics-recurrence.ts'
import type { IcsZones } from './ics-zones.ts'
import { formatOccurrenceKey, getFirstDate, type SeriesClock } from './series-clock.ts'

export interface IcsGroup {
  readonly uid: string
  /** In the order of the file; at least one. */
  readonly components: readonly IcsComponent[]
}

/** In calendars of Calends, the original start of an occurrence that the rule of its series does not select. */
const ADDED_OCCURRENCE = 'X-CALENDS-OCCURRENCE'

const findOccurrence = (component: IcsComponent): IcsProperty | undefined =>
  findProperty(component, 'RECURRENCE-ID') ?? findProperty(component, ADDED_OCCURRENCE)

/** Changes of an event that the file lacks are events of their own, unless they state that they are added occurrences. */
export function* readIcsSeries({ uid, components }: IcsGroup, context: CalendarContext): Generator<ExternalEntry> {
  const mains = components.filter((one) => !findOccurrence(one))
  const changes = components.flatMap((component) => {
    const id = findOccurrence(component)
    return id ? [{ uid, component, id }] : []
  })
  const newest = mains.reduce<IcsComponent | undefined>(
    (found, one) => (found && !isNewer(one, found) ? found : one),
    undefined,
  )
  const added = changes.filter(isAdded)
  const source = newest ?? findUnmoved(added)
  const read = (component: IcsComponent) =>
    readIcsEvent(newest ?? moveToFirst(component, added, context.zones), context)
  const main = source && readSafely(source, { key: uid, name: context.name }, () => read(source))
  if (!main || 'failure' in main) {
    if (main) yield main
    yield* readDetached(changes, context)
    return
  }
  const older = mains.filter((one) => one !== newest).map(describeOlder)
  yield* readChanged(uid, { ...main, warnings: [...older, ...main.warnings] }, changes, context)
}

const isAdded = ({ id }: ChangeComponent): boolean => id.name === ADDED_OCCURRENCE

/** An occurrence that stands for an event that the calendar lacks. */
const findUnmoved = (added: readonly ChangeComponent[]): IcsComponent | undefined =>
  (added.find(({ component, id }) => findProperty(component, 'DTSTART')?.value === id.value) ?? added[0])?.component

/** The component with the original start of the first occurrence. */
function moveToFirst(component: IcsComponent, added: readonly ChangeComponent[], zones: IcsZones): IcsComponent {
  const ids = added.map(({ id }) => id).sort((a, b) => (a.value < b.value ? -1 : 1))
  const [first] = ids
  if (!first) return component
  const { start, end } = readIcsDates(component, zones)
  const seconds = measurePeriod({ start, end })
  const value = start.kind === 'date' ? `P${seconds / 86_400}D` : `PT${seconds}S`
  const moved = new Map(component.properties)
  moved.delete('DTEND')
  moved.set('DTSTART', [{ ...first, name: 'DTSTART' }])
  moved.set('DURATION', [{ ...first, name: 'DURATION', parameters: new Map(), value }])
  return { ...component, properties: moved }
}

const describeOlder = ({ line }: IcsComponent): string =>
  createLineWarning(line, 'another event with the same UID is newer, so this one is not imported')

/** An error of the reader itself affects no other event, and its message is not for users. */
function readSafely<T extends object>(
  component: IcsComponent,
  { key, name }: { readonly key: string; readonly name: string },
  read: () => T,
): T | UnreadableRecord {
  try {
    return read()
  } catch (error) {
    const { line, message } = isIcsError(error) ? error : createIcsError(component.line, 'it cannot be read')
    return { where: `${name}:${line}`, failure: message, key }
  }
}

/** A component with RECURRENCE-ID, or of an added occurrence. */
interface ChangeComponent {
  readonly uid: string
  readonly component: IcsComponent
  readonly id: IcsProperty
}

interface IcsChange extends ChangeComponent {
  /** Key of the occurrence. */
  readonly date: string
  readonly event: IcsEvent
}

/** Changes that cannot be read are reported after the event, because the first entry with its key is the event. */
function* readChanged(
  uid: string,
  event: IcsEvent,
  components: readonly ChangeComponent[],
  context: CalendarContext,
): Generator<ExternalEntry> {
  const { clock } = event.recurrence
  const changes = new Map<string, IcsChange>()
  const failures: UnreadableRecord[] = []
  for (const one of components) {
    const change = readSafely(one.component, { key: uid, name: context.name }, () => readChange(one, clock, context))
    const other = 'date' in change ? changes.get(change.date) : undefined
    if ('failure' in change) failures.push(change)
    else if (!other || isNewer(one.component, other.component)) changes.set(change.date, change)
  }
  const added = [...changes.values()].filter(isAdded)
  const dates = added.map(({ date }) => date).filter((date) => date !== getFirstDate(clock))
  const rdate = [...event.recurrence.rdate, ...dates]
  for (const one of added) if (!differs(one, event, context)) changes.delete(one.date)
  const main = { ...event, recurrence: { ...event.recurrence, rdate } }
  if (formatRecurrence(main.recurrence, main.period.dates.timezone))
    yield* readDivided(createSeries(uid, main, context), [...changes.values()], context)
  else {
    const replaced = changes.get(getFirstDate(clock))
    yield createRecord(createSeries(uid, replaced?.event ?? main, context), context)
    yield* readDetached(
      [...changes.values()].filter((one) => one !== replaced),
      context,
    )
  }
  yield* failures
}

/** Whether an occurrence has other properties or another duration than its event, or was moved. */
function differs({ id, event }: IcsChange, main: IcsEvent, { zones }: CalendarContext): boolean {
  const original = readMoment(id, { zones, floatingZone: main.recurrence.clock.floatingZone })
  return (
    original.utc !== event.period.start.utc ||
    measurePeriod(event.period) !== measurePeriod(main.period) ||
    !isDeepStrictEqual(omitDates(event.fields), omitDates(main.fields))
  )
}

/** In seconds; of whole days, without the changes of clocks. */
const measurePeriod = ({ start, end }: Pick<IcsPeriod, 'start' | 'end'>): number =>
  start.kind === 'date' ? toSeconds(end.local) - toSeconds(start.local) : toSeconds(end.utc) - toSeconds(start.utc)

const omitDates = ({ start_date: _start, end_date: _end, ...fields }: RawInput): RawInput => fields

const readChange = (change: ChangeComponent, clock: SeriesClock, context: CalendarContext): IcsChange => ({
  ...change,
  date: formatOccurrenceKey(readMoment(change.id, clock), clock),
  event: readIcsEvent(change.component, context),
})

/** With the added occurrences that have a duration of their own. */
function createSeries(key: string, event: IcsEvent, context: CalendarContext): IcsSeries {
  const where = describeLine(event, context)
  const periods = [...event.recurrence.periods].map(
    ([date, dates]) => [date, { where, fields: { ...event.fields, ...dates } }] as const,
  )
  return { key, event, recurrence: event.recurrence, overrides: new Map(periods), shift: { days: 0, seconds: 0 } }
}

/** The series with its changed occurrences, divided where a change holds for all that follow. */
function* readDivided(
  series: IcsSeries,
  changes: readonly IcsChange[],
  context: CalendarContext,
): Generator<ExternalEntry> {
  const dividesSeries = ({ id }: IcsChange) => getRange(id) === 'THISANDFUTURE'
  const changed = changes.filter((one) => !dividesSeries(one))
  const overrides = new Map([
    ...series.overrides,
    ...changed.map(({ date, event }) => [date, { where: describeLine(event, context), fields: event.fields }] as const),
  ])
  const warnings = [
    ...series.event.warnings,
    ...changed.flatMap(({ id, event }) => [...event.warnings, ...describeRange(id)]),
  ]
  const failures: UnreadableRecord[] = []
  const parts: IcsSeries[] = [{ ...series, overrides, event: { ...series.event, warnings } }]
  for (const { uid, id, date, event } of changes.filter(dividesSeries).sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const last = parts.pop() ?? series
    const split = divideSeries(last, { key: createOccurrenceUid(uid, id), date, event })
    if (typeof split === 'string') {
      const { message } = createPropertyError(id, `cannot divide the series (${split})`)
      failures.push({ where: `${context.name}:${id.line}`, failure: message, key: uid })
      parts.push(last)
    } else parts.push(...(split.before ? [split.before] : []), split.after)
  }
  for (const part of parts) yield createRecord(part, context)
  yield* failures
}

const getRange = ({ parameters }: IcsProperty): string => parameters.get('RANGE')?.toUpperCase() ?? ''

/** A warning about a range that has no effect. */
const describeRange = (id: IcsProperty): string[] =>
  getRange(id) === ''
    ? []
    : [createLineWarning(id.line, `RANGE=${getRange(id)} has no effect here, so only one occurrence is changed`)]

const describeLine = ({ component }: IcsEvent, { name }: CalendarContext): string => `${name}:${component.line}`

function createRecord(series: IcsSeries, context: CalendarContext): ExternalRecord {
  const { key, event, recurrence: dates, overrides } = series
  const { component, fields, period, warnings } = event
  const recurrence = formatRecurrence(dates, period.dates.timezone)
  return {
    ...{ kind: 'event', key, fields: { ...fields, ...(recurrence && { recurrence }) } },
    ...(recurrence &&
      overrides.size > 0 && { overrides: [...overrides].map(([date, override]) => ({ date, ...override })) }),
    ...{ where: describeLine(event, context), modified: readModified(component) },
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Changes whose event is missing, each as an event. */
function* readDetached(changes: readonly ChangeComponent[], context: CalendarContext): Generator<ExternalEntry> {
  const byKey = new Map<string, ChangeComponent>()
  for (const one of changes) {
    const key = createOccurrenceUid(one.uid, one.id)
    const other = byKey.get(key)
    if (!other || isNewer(one.component, other.component)) byKey.set(key, one)
  }
  for (const [key, { component, id }] of byKey) {
    const event = readSafely(component, { key, name: context.name }, () => readIcsEvent(component, context))
    if ('failure' in event) yield event
    else {
      const warnings = [...event.warnings, ...describeRange(id)]
      yield createRecord(createSeries(key, { ...event, warnings }, context), context)
    }
  }
}
