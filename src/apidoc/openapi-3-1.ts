/** The document in OpenAPI 3.1, whose schemas are JSON Schema 2020-12: what 3.0 says in words of its own. */
type Node = Readonly<Record<string, unknown>>

export const openapi31 = (document: Node): Node => ({ ...translatedNode(document), openapi: '3.1.1' })

function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated)
  return isNode(value) ? translatedNode(value) : value
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** A schema or what holds some. What an example holds is none, whatever its keys are called. */
export function translatedNode(node: Node): Node {
  const { nullable, exclusiveMinimum, minimum, ...rest } = node
  return {
    ...Object.fromEntries(Object.entries(rest).map(translatedEntry)),
    ...bounds(minimum, exclusiveMinimum),
    ...(nullable === true && orNull(node)),
  }
}

function translatedEntry([name, value]: [string, unknown]): [string, unknown] {
  if (name === 'format' && value === 'binary') return ['contentMediaType', 'application/octet-stream']
  return [name, name === 'value' ? value : translated(value)]
}

function bounds(minimum: unknown, exclusiveMinimum: unknown): Node {
  if (exclusiveMinimum === true) return { exclusiveMinimum: minimum }
  return minimum === undefined ? {} : { minimum }
}

const orNull = ({ type, enum: values }: Node): Node => ({
  type: [type, 'null'],
  ...(Array.isArray(values) && { enum: [...values, null] }),
})
