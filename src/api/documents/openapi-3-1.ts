/** Converts the document to OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
type DocumentNode = Readonly<Record<string, unknown>>

export const convertToOpenapi31 = (document: DocumentNode): DocumentNode => ({
  ...convertNode(document),
  openapi: '3.1.1',
})

function convertValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertValue)
  return isNode(value) ? convertNode(value) : value
}

const isNode = (value: unknown): value is DocumentNode => typeof value === 'object' && value !== null

/** Converts a schema or an object that contains schemas. Examples are not converted. */
export function convertNode(node: DocumentNode): DocumentNode {
  const { nullable, exclusiveMinimum, minimum, ...rest } = isSchema(node) ? renameExample(node) : node
  return {
    ...Object.fromEntries(Object.entries(rest).map(convertEntry)),
    ...convertBounds(minimum, exclusiveMinimum),
    ...(nullable === true && addNull(node)),
  }
}

/** Tells a schema from an object of properties that are named like keywords. */
const isSchema = ({ type }: DocumentNode): boolean => typeof type === 'string'

const renameExample = ({ example, ...rest }: DocumentNode): DocumentNode =>
  example === undefined ? rest : { ...rest, examples: [example] }

function convertEntry([name, value]: [string, unknown]): [string, unknown] {
  if (name === 'format' && value === 'binary') return ['contentMediaType', 'application/octet-stream']
  return [name, name === 'examples' ? value : convertValue(value)]
}

function convertBounds(minimum: unknown, exclusiveMinimum: unknown): DocumentNode {
  if (exclusiveMinimum === true) return { exclusiveMinimum: minimum }
  return minimum === undefined ? {} : { minimum }
}

const addNull = ({ type, enum: values }: DocumentNode): DocumentNode => ({
  type: [type, 'null'],
  ...(Array.isArray(values) && { enum: [...values, null] }),
})
