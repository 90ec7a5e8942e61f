/** Reads the events of an iCalendar file (RFC 5545). */
import ICAL from 'ical.js'
import type { ExternalEntry, ExternalRecord, OccurrenceOverride } from '../../external/external-record.ts'
import { findIcsComponents, type IcsComponent, type IcsContent } from './ics-components.ts'
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
 * component begins.
 */
export async function* readIcs({ text, name, siteZone }: IcsInput): AsyncGenerator<ExternalEntry> {
  const content = findIcsComponents(text)
  for (const { line, message } of content.problems) yield { where: `${name}:${line}`, failure: message }
  const zones = createIcsZones(content.components, content.properties.get('X-WR-TIMEZONE'), siteZone)
  const { groups, failures } = groupByUid(content, name)
  yield* failures
  for (const components of groups.values()) yield* readGroup(components, zones)
}

interface ParsedComponent {
  readonly component: ICAL.Component
  readonly where: string
  readonly uid: string
}

function groupByUid({ components }: IcsContent, name: string) {
  const groups = new Map<string, ParsedComponent[]>()
  const failures: ExternalEntry[] = []
  for (const source of components) {
    if (source.name !== 'VEVENT') continue
    const where = `${name}:${source.line}`
    const parsed = parseComponent(source, where)
    if ('failure' in parsed) failures.push(parsed)
    else groups.set(parsed.uid, [...(groups.get(parsed.uid) ?? []), parsed])
  }
  return { groups, failures }
}

function parseComponent(
  { text }: IcsComponent,
  where: string,
): ParsedComponent | Extract<ExternalEntry, { failure: string }> {
  try {
    const component = new ICAL.Component(ICAL.parse(text))
    const uid = String(component.getFirstPropertyValue('uid') ?? '').trim()
    return uid === '' ? { where, failure: 'UID is missing' } : { component, where, uid }
  } catch (error) {
    return createFailure(where, error)
  }
}

const createFailure = (where: string, error: unknown) => ({
  where,
  failure: error instanceof Error ? error.message : String(error),
})

/** A series with its replaced occurrences. Replaced occurrences without their series are events of their own. */
function* readGroup(components: readonly ParsedComponent[], zones: IcsZones): Generator<ExternalEntry> {
  const isOverride = ({ component }: ParsedComponent) => component.getFirstProperty('recurrence-id') !== null
  const [main, ...repeated] = components.filter((one) => !isOverride(one))
  const overrides = components.filter(isOverride)
  for (const one of repeated) yield { where: one.where, failure: `the UID "${one.uid}" occurs twice`, key: one.uid }
  const record = main && readComponent(main, zones)
  if (!record || 'failure' in record) {
    if (record) yield record
    for (const one of overrides) yield readDetached(one, zones)
    return
  }
  const { entries, failures } = readOverrides(overrides, String(record.fields['timezone']), zones)
  yield* failures
  yield entries.length > 0 && record.fields['recurrence'] !== undefined ? { ...record, overrides: entries } : record
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
