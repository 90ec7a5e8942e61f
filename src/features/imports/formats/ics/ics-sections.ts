/** Finds the events and time zones of an iCalendar file with their lines, so that a broken one does not affect others. */

export interface IcsSection {
  readonly name: 'VEVENT' | 'VTIMEZONE'
  /** Position of its first and after its last character. Only positions are kept, because a file has many events. */
  readonly start: number
  readonly end: number
  /** Number of its first line, from 1. */
  readonly line: number
  /** UID of the event or series to which it belongs; empty if it is missing. */
  readonly uid: string
}

export interface IcsContent {
  readonly sections: readonly IcsSection[]
  /** Properties of the calendar by upper-case name, without parameters; the first of each. */
  readonly properties: ReadonlyMap<string, string>
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

const CALENDAR_PROPERTY = /^([A-Z0-9-]+)(?:;[^:]*)?:(.*)$/i

interface OpenSection extends Pick<IcsSection, 'name' | 'start' | 'line'> {
  readonly uid: UidReader
}

/** Nested components, such as alarms, belong to the event that contains them. */
export function findIcsSections(text: string): IcsContent {
  const sections: IcsSection[] = []
  const problems: { line: number; message: string }[] = []
  const properties = new Map<string, string>()
  let open: OpenSection | undefined
  let isCalendar = false
  const reportOpen = () => {
    if (open) problems.push({ line: open.line, message: `BEGIN:${open.name} has no END:${open.name}` })
  }
  let line = 0
  for (const { content, start, end } of splitLines(text)) {
    line += 1
    const name = /^BEGIN:(VEVENT|VTIMEZONE)\s*$/i.exec(content)?.[1]?.toUpperCase()
    if (name === 'VEVENT' || name === 'VTIMEZONE') {
      reportOpen()
      open = { name, line, start, uid: createUidReader() }
    } else if (open) {
      open.uid.addLine(content)
      if (content.trim().toUpperCase() !== `END:${open.name}`) continue
      sections.push({ ...open, end, uid: open.uid.read() })
      open = undefined
    } else {
      isCalendar ||= /^BEGIN:VCALENDAR\s*$/i.test(content)
      const [, key = '', value = ''] = CALENDAR_PROPERTY.exec(content) ?? []
      if (key !== '' && !properties.has(key.toUpperCase())) properties.set(key.toUpperCase(), value.trim())
    }
  }
  reportOpen()
  if (!isCalendar) problems.push({ line: 1, message: 'it is not an iCalendar file: BEGIN:VCALENDAR is missing' })
  return { sections, properties, problems }
}

function* splitLines(text: string) {
  let start = 0
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n|[\n\r]/g)) {
    yield { content: text.slice(start, index), start, end: index }
    start = index + lineBreak.length
  }
  yield { content: text.slice(start), start, end: text.length }
}

interface UidReader {
  readonly addLine: (content: string) => void
  readonly read: () => string
}

/** Occurrences that the rule of their series does not select state it in calendars of Calends. */
const UID = /^(UID|X-CALENDS-SERIES|X-CALENDS-OCCURRENCE)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/i

/** Reads the UID of the event or series to which a component belongs, but none of the components in it. */
function createUidReader(): UidReader {
  const values = new Map<string, string>()
  let depth = 0
  return {
    addLine: (content) => {
      const [, name = '', value = ''] = (depth === 0 && UID.exec(content)) || []
      const key = name.toUpperCase()
      if (key !== '' && !values.get(key)) values.set(key, value.trim())
      if (/^BEGIN:/i.test(content)) depth += 1
      else if (/^END:/i.test(content)) depth -= 1
    },
    read: () => (values.get('X-CALENDS-OCCURRENCE') && values.get('X-CALENDS-SERIES')) || (values.get('UID') ?? ''),
  }
}
