/** Reads the components of one UID: an event or series, and the components that change occurrences of it. */
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
import { formatOccurrenceKey, getFirstDate, type SeriesClock } from './series-clock.ts'

export interface IcsGroup {
  readonly uid: string
  /** In the order of the file; at least one. */
  readonly components: readonly IcsComponent[]
}

/** Changes of an event that the file lacks are events of their own. */
export function* readIcsSeries({ uid, components }: IcsGroup, context: CalendarContext): Generator<ExternalEntry> {
  const mains = components.filter((one) => !findProperty(one, 'RECURRENCE-ID'))
  const changes = components.flatMap((component) => {
    const id = findProperty(component, 'RECURRENCE-ID')
    return id ? [{ uid, component, id }] : []
  })
  const newest = mains.reduce<IcsComponent | undefined>(
    (found, one) => (found && !isNewer(one, found) ? found : one),
    undefined,
  )
  const main = newest && readSafely(newest, { key: uid, name: context.name }, () => readIcsEvent(newest, context))
  if (!main || 'failure' in main) {
    if (main) yield main
    yield* readDetached(changes, context)
    return
  }
  const older = mains.filter((one) => one !== newest).map(describeOlder)
  yield* readChanged(uid, { ...main, warnings: [...older, ...main.warnings] }, changes, context)
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

/** A component with RECURRENCE-ID. */
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
  if (formatRecurrence(event.recurrence, event.period.dates.timezone))
    yield* readDivided(createSeries(uid, event, context), [...changes.values()], context)
  else {
    const replaced = changes.get(getFirstDate(clock))
    yield createRecord(createSeries(uid, replaced?.event ?? event, context), context)
    yield* readDetached(
      [...changes.values()].filter((one) => one !== replaced),
      context,
    )
  }
  yield* failures
}

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
