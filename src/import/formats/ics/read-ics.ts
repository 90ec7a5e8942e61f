/** Reads the events of an iCalendar file (RFC 5545). */
import ICAL from 'ical.js'
import type { ExternalEntry, ExternalRecord, OccurrenceOverride } from '../../external/external-record.ts'
import { findIcsComponents, getComponentText, type IcsComponent } from './ics-components.ts'
import { readIcsDates, readIcsRecurrence, readRecurrenceId } from './ics-dates.ts'
import { createIcsZones, type IcsZones } from './ics-zones.ts'
import { mapIcsEvent } from './map-ics-event.ts'

export interface IcsInput {
  readonly text: string
  /** Path or URL, for messages. */
  readonly name: string
  /** Zone of times without one, if the calendar states none either. */
  readonly siteZone: string
}

/**
 * Yields the events, each with the components that replace occurrences of it. Every failure names the line on which its
 * component begins. Components are parsed one event at a time, because a parsed one takes much more memory than its text.
 */
export async function* readIcs({ text, name, siteZone }: IcsInput): AsyncGenerator<ExternalEntry> {
  const { components, properties, problems } = findIcsComponents(text)
  for (const { line, message } of problems) yield { where: `${name}:${line}`, failure: message }
  const definitions = components.filter((one) => one.name === 'VTIMEZONE').map((one) => getComponentText(text, one))
  const zones = createIcsZones(definitions, properties.get('X-WR-TIMEZONE'), siteZone)
  const parse = (component: IcsComponent) =>
    parseComponent(getComponentText(text, component), `${name}:${component.line}`)
  for (const group of groupByUid(components)) yield* readGroup(group, parse, zones)
}

/** Events in the order of the file. Those without a UID are groups of their own, which fail. */
function groupByUid(components: readonly IcsComponent[]): IcsComponent[][] {
  const groups: IcsComponent[][] = []
  const byUid = new Map<string, IcsComponent[]>()
  for (const component of components) {
    if (component.name !== 'VEVENT') continue
    const { uid = '' } = component
    const group = uid === '' ? undefined : byUid.get(uid)
    if (group) group.push(component)
    else {
      const created = [component]
      groups.push(created)
      byUid.set(uid, created)
    }
  }
  return groups
}

interface ParsedComponent {
  readonly component: ICAL.Component
  readonly where: string
  readonly uid: string
}

type IcsFailure = Extract<ExternalEntry, { failure: string }>

function parseComponent(text: string, where: string): ParsedComponent | IcsFailure {
  try {
    const component = new ICAL.Component(ICAL.parse(text))
    const uid = String(component.getFirstPropertyValue('uid') ?? '').trim()
    return uid === '' ? { where, failure: 'UID is missing' } : { component, where, uid }
  } catch (error) {
    return createFailure(where, error)
  }
}

/** Messages of the parser contain whole lines. */
const MAX_MESSAGE_LENGTH = 500

const createFailure = (where: string, error: unknown): IcsFailure => ({
  where,
  failure: (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE_LENGTH),
})

/** A series with its replaced occurrences. Replaced occurrences without their series are events of their own. */
function* readGroup(
  group: readonly IcsComponent[],
  parse: (component: IcsComponent) => ParsedComponent | IcsFailure,
  zones: IcsZones,
): Generator<ExternalEntry> {
  let main: ExternalEntry | undefined
  const overrides: ParsedComponent[] = []
  for (const component of group) {
    const parsed = parse(component)
    if ('failure' in parsed) yield parsed
    else if (parsed.component.getFirstProperty('recurrence-id') !== null) overrides.push(parsed)
    else if (main) yield { where: parsed.where, failure: `the UID "${parsed.uid}" occurs twice`, key: parsed.uid }
    else main = readComponent(parsed, zones)
  }
  if (!main || 'failure' in main) {
    if (main) yield main
    for (const one of overrides) yield readDetached(one, zones)
    return
  }
  const { entries, failures } = readOverrides(overrides, String(main.fields['timezone']), zones)
  yield* failures
  yield entries.length > 0 && main.fields['recurrence'] !== undefined ? { ...main, overrides: entries } : main
}

function readComponent({ component, where, uid }: ParsedComponent, zones: IcsZones): ExternalEntry {
  try {
    const dates = readIcsDates(component, zones)
    const recurrence = readIcsRecurrence(component, dates, zones)
    const modified = String(component.getFirstPropertyValue('last-modified') ?? '')
    const fields = { ...mapIcsEvent(component), ...dates, ...(recurrence && { recurrence }) }
    return { kind: 'event', key: uid, fields, where, modified } satisfies ExternalRecord
  } catch (error) {
    return { ...createFailure(where, error), key: uid }
  }
}

function readDetached(parsed: ParsedComponent, zones: IcsZones): ExternalEntry {
  const record = readComponent(parsed, zones)
  const id = String(parsed.component.getFirstProperty('recurrence-id')?.toJSON()[3])
  return { ...record, key: `${parsed.uid}#${id}` }
}

function readOverrides(components: readonly ParsedComponent[], timezone: string, zones: IcsZones) {
  const entries: OccurrenceOverride[] = []
  const failures: ExternalEntry[] = []
  for (const one of components) {
    const record = readComponent(one, zones)
    const date = readRecurrenceIdSafely(one, timezone, zones)
    if ('failure' in record) failures.push(record)
    else if (date === undefined) failures.push({ where: one.where, failure: 'RECURRENCE-ID is no date', key: one.uid })
    else entries.push({ date, fields: { ...record.fields, recurrence: undefined } })
  }
  return { entries, failures }
}

function readRecurrenceIdSafely({ component }: ParsedComponent, timezone: string, zones: IcsZones): string | undefined {
  try {
    return readRecurrenceId(component, timezone, zones)
  } catch {
    return undefined
  }
}
