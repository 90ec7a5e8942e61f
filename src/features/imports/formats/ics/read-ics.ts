/** Reads the events of an iCalendar file (RFC 5545). */
import type { ExternalEntry } from '../../external/external-record.ts'
import { type IcsComponent, parseComponent } from './content-lines.ts'
import { decodeIcs } from './decode-ics.ts'
import { type CalendarContext, getUid } from './ics-events.ts'
import { findIcsSections, type IcsSection } from './ics-sections.ts'
import { createIcsZones } from './ics-zones.ts'
import { readIcsSeries } from './read-series.ts'

export interface IcsInput {
  readonly bytes: Uint8Array
  /** Charset that a header states, for bytes that are not UTF-8. */
  readonly charset?: string | undefined
  /** Path or URL, for messages. */
  readonly name: string
  /** Zone of times without one, if the calendar states none either. */
  readonly siteZone: string
}

/**
 * Yields the events, each with the components that replace occurrences of it. Every failure names its line. Components are
 * parsed one event at a time, because a parsed one takes much more memory than its text.
 */
export async function* readIcs({ bytes, charset, name, siteZone }: IcsInput): AsyncGenerator<ExternalEntry> {
  const { text, warning } = decodeIcs(bytes, charset)
  const { sections, properties, problems } = findIcsSections(text)
  for (const { line, message } of problems) yield { where: `${name}:${line}`, failure: message }
  const parse = ({ start, end, line }: IcsSection) => parseComponent(text.slice(start, end), line)
  const definitions = sections.filter((one) => one.name === 'VTIMEZONE').map(parse)
  const statedZone = properties.get('X-WR-TIMEZONE') ?? ''
  const zones = createIcsZones(definitions, statedZone, siteZone)
  const isOwn = properties.get('PRODID')?.startsWith('-//Calends//') ?? false
  const context: CalendarContext = {
    name,
    // Calends writes the zone of a rule with its start.
    zones: isOwn ? { ...zones, calendarZone: undefined } : zones,
    linksToPages: isOwn,
    isCanceled: properties.get('METHOD')?.toUpperCase() === 'CANCEL',
  }
  const unknownZone =
    statedZone !== '' && zones.calendarZone === undefined ? [describeUnknown(statedZone, siteZone)] : []
  let fileWarnings = [...(warning === undefined ? [] : [warning]), ...unknownZone]
  for (const [uid, group] of groupByUid(sections, parse))
    for (const entry of readIcsSeries({ uid, components: group.map(parse) }, context)) {
      if ('failure' in entry) yield entry
      else {
        const warnings = [...fileWarnings, ...(entry.warnings ?? [])]
        yield warnings.length > 0 ? { ...entry, warnings } : entry
        fileWarnings = []
      }
    }
}

const describeUnknown = (statedZone: string, siteZone: string): string =>
  `X-WR-TIMEZONE "${statedZone.slice(0, 80)}" is neither known nor defined. Times without a zone were read in ${siteZone}.`

/** Events in the order of the file. */
function groupByUid(
  sections: readonly IcsSection[],
  parse: (section: IcsSection) => IcsComponent,
): ReadonlyMap<string, readonly IcsSection[]> {
  const groups = new Map<string, IcsSection[]>()
  for (const section of sections) {
    if (section.name !== 'VEVENT') continue
    const uid = section.uid || getUid(parse(section))
    const group = groups.get(uid)
    if (group) group.push(section)
    else groups.set(uid, [section])
  }
  return groups
}
