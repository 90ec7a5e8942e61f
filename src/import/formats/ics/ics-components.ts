/** Finds the components of an iCalendar file with their lines, so that a broken event does not affect the others. */

export interface IcsComponent {
  readonly name: 'VEVENT' | 'VTIMEZONE'
  /** Content lines from BEGIN to END. */
  readonly text: string
  /** Number of its first line, from 1. */
  readonly line: number
}

export interface IcsContent {
  readonly components: readonly IcsComponent[]
  /** Properties of the calendar by upper-case name, without parameters; the first of each. */
  readonly properties: ReadonlyMap<string, string>
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

const CALENDAR_PROPERTY = /^([A-Z0-9-]+)(?:;[^:]*)?:(.*)$/i

/** Nested components, such as alarms, belong to the event that contains them. */
export function findIcsComponents(text: string): IcsContent {
  const components: IcsComponent[] = []
  const problems: { line: number; message: string }[] = []
  const properties = new Map<string, string>()
  let open: { name: IcsComponent['name']; line: number; lines: string[] } | undefined
  let isCalendar = false
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    const name = /^BEGIN:(VEVENT|VTIMEZONE)\s*$/i.exec(content)?.[1]?.toUpperCase()
    if (name === 'VEVENT' || name === 'VTIMEZONE') {
      if (open) problems.push({ line: open.line, message: `BEGIN:${open.name} has no END:${open.name}` })
      open = { name, line, lines: [content] }
    } else if (open) {
      open.lines.push(content)
      if (content.trim().toUpperCase() !== `END:${open.name}`) continue
      components.push({ name: open.name, text: open.lines.join('\r\n'), line: open.line })
      open = undefined
    } else {
      isCalendar ||= /^BEGIN:VCALENDAR\s*$/i.test(content)
      const [, key = '', value = ''] = CALENDAR_PROPERTY.exec(content) ?? []
      if (key !== '' && !properties.has(key.toUpperCase())) properties.set(key.toUpperCase(), value.trim())
    }
  }
  if (open) problems.push({ line: open.line, message: `BEGIN:${open.name} has no END:${open.name}` })
  if (!isCalendar) problems.push({ line: 1, message: 'it is not an iCalendar file: BEGIN:VCALENDAR is missing' })
  return { components, properties, problems }
}
