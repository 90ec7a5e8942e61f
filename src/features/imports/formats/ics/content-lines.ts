/** Parses the content lines of iCalendar components (RFC 5545, section 3.1). Lines are unfolded before. */

export interface IcsProperty {
  /** In upper case. */
  readonly name: string
  /** Values by upper-case name, without quotation marks. */
  readonly parameters: ReadonlyMap<string, string>
  /** As written, without blanks at its ends; never empty. */
  readonly value: string
  /** Number in the file. */
  readonly line: number
}

export interface IcsComponent {
  /** In upper case, such as `VEVENT`. */
  readonly name: string
  readonly line: number
  /** By name, in the order of the file. */
  readonly properties: ReadonlyMap<string, readonly IcsProperty[]>
  /** Nested components, such as the observances of a time zone. */
  readonly components: readonly IcsComponent[]
  /** Numbers of lines that are no properties. */
  readonly invalidLines: readonly number[]
}

interface OpenComponent extends IcsComponent {
  readonly properties: Map<string, IcsProperty[]>
  readonly components: IcsComponent[]
  readonly invalidLines: number[]
}

const createComponent = (name: string, line: number): OpenComponent => ({
  ...{ name, line, properties: new Map(), components: [], invalidLines: [] },
})

/** `text` begins with BEGIN, on the line `firstLine` of the file, and ends with END. Empty properties are missing. */
export function parseComponent(text: string, firstLine: number): IcsComponent {
  const root = createComponent('', firstLine)
  const open = [root]
  for (const [index, content] of text.split(/\r\n|[\n\r]/).entries()) {
    const current = open.at(-1) ?? root
    const property = parseContentLine(content, firstLine + index)
    if (property === undefined) {
      if (content.trim() !== '') current.invalidLines.push(firstLine + index)
    } else if (property.name === 'BEGIN') {
      const created = createComponent(property.value.toUpperCase(), property.line)
      current.components.push(created)
      open.push(created)
    } else if (property.name === 'END') open.pop()
    else if (property.value !== '') {
      const same = current.properties.get(property.name)
      if (same) same.push(property)
      else current.properties.set(property.name, [property])
    }
  }
  return root.components[0] ?? root
}

const NAME = /^[A-Z0-9-]+(?=[;:])/i
/** The names of time zones in Exchange contain colons although they are not quoted. */
const PARAMETER = /;([^=;:"]*)(?:=((?:"[^"]*"|tzone:|\((?:UTC|GMT)[+-]\d\d:\d\d\)|[^";:]+)*))?/iy

/** Undefined for another line. Without closing quotation marks, the value begins after the first colon. */
function parseContentLine(text: string, line: number): IcsProperty | undefined {
  const name = NAME.exec(text)?.[0]
  if (name === undefined) return undefined
  const parameters = new Map<string, string>()
  let end = name.length
  PARAMETER.lastIndex = end
  for (let match = PARAMETER.exec(text); match; match = PARAMETER.exec(text)) {
    const [all, key = '', value = ''] = match
    parameters.set(key.trim().toUpperCase(), decodeParameter(value))
    end += all.length
  }
  const colon = text[end] === ':' ? end : text.indexOf(':')
  return colon < 0 ? undefined : { name: name.toUpperCase(), parameters, value: text.slice(colon + 1).trim(), line }
}

/** With the escapes of RFC 6868. */
const decodeParameter = (value: string): string =>
  value
    .replaceAll('"', '')
    .replaceAll(/\^([n'^])/g, (_match, code: string) => (code === 'n' ? '\n' : code === "'" ? '"' : '^'))
    .trim()

export const findProperty = ({ properties }: IcsComponent, name: string): IcsProperty | undefined =>
  properties.get(name)?.[0]

export const listProperties = ({ properties }: IcsComponent, name: string): readonly IcsProperty[] =>
  properties.get(name) ?? []

/** A value of the type TEXT (RFC 5545, section 3.3.11). */
export const unescapeText = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_match, code: string) => (code === 'n' || code === 'N' ? '\n' : code)).trim()

/** The text of the first property; empty without one. */
export const readText = (component: IcsComponent, name: string): string =>
  unescapeText(findProperty(component, name)?.value ?? '')

/** The texts of all properties, of which each may be a list. */
export const readTexts = (component: IcsComponent, name: string): string[] =>
  listProperties(component, name)
    .flatMap(({ value }) => value.match(/(?:[^\\,]+|\\.)+|\\$/gs) ?? [])
    .map(unescapeText)
    .filter((text) => text !== '')

/** A reason why an event cannot be read, in words for the reader. */
export type IcsError = Error & { readonly line: number }

export const createIcsError = (line: number, message: string): IcsError => Object.assign(new Error(message), { line })

const MAX_SHOWN = 80

/** `problem` continues the name of the property, such as `is not a date`. */
export function createPropertyError({ name, value, line }: IcsProperty, problem: string): IcsError {
  const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value
  return createIcsError(line, `${name} ${problem}: ${shown}`)
}

export const isIcsError = (error: unknown): error is IcsError =>
  error instanceof Error && 'line' in error && typeof error.line === 'number'
