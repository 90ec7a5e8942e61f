/** Finds breaking changes of the document for generated clients of an older version. */
import type { Json } from '../helper/service.ts'

type Direction = 'given' | 'answered'

/** One line per breaking change; additional paths, optional parameters and keys of responses are compatible. */
export function findBreakingChanges(before: Json, after: Json): string[] {
  const requests = Object.values<Json>(before.paths).flatMap((item) =>
    Object.values<Json>(item).flatMap(({ requestBody }) => requestBody ?? []),
  )
  const bodies = new Set(JSON.stringify(requests).match(/(?<=\/schemas\/)\w+/g))
  const schemas = Object.entries<Json>(before.components.schemas).flatMap(([name, schema]) =>
    compareSchemas(name, schema, after.components.schemas[name], bodies.has(name) ? 'given' : 'answered'),
  )
  const operations = Object.entries<Json>(before.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).flatMap(([method, operation]) =>
      compareOperations(`${method} ${path}`, operation, after.paths[path]?.[method]),
    ),
  )
  return [...operations, ...schemas]
}

function compareOperations(name: string, before: Json, after: Json): string[] {
  if (!after) return [`${name} is gone`]
  const named = ({ parameters }: Json) =>
    new Map<string, Json>(parameters.map((item: Json) => [`${item.in} ${item.name}`, item]))
  const [old, fresh] = [named(before), named(after)]
  const parameters = [...old].flatMap(([key, one]) => {
    const other = fresh.get(key)
    if (!other) return [`${name}: ${key} is gone`]
    const isStricter = other.required && !one.required ? [`${name}: ${key} has become required`] : []
    return [...isStricter, ...compareSchemas(`${name}: ${key}`, one.schema, other.schema, 'given')]
  })
  const newlyRequired = [...fresh]
    .filter(([key, one]) => one.required && !old.has(key))
    .map(([key]) => `${name}: ${key} is demanded`)
  const responses = Object.keys(before.responses).filter((status) => !after.responses[status])
  return [
    ...(before.operationId === after.operationId ? [] : [`${name} is called ${after.operationId}`]),
    ...parameters,
    ...newlyRequired,
    ...responses.map((status) => `${name}: ${status} is gone`),
    ...listMediaTypes(before.requestBody)
      .filter((type) => !listMediaTypes(after.requestBody).includes(type))
      .map((type) => `${name} takes no ${type}`),
  ]
}

const listMediaTypes = (body: Json): string[] => Object.keys(body?.content ?? {})

function compareSchemas(name: string, before: Json, after: Json, direction: Direction): string[] {
  if (!after) return [`${name} is gone`]
  const [old, fresh] = [plain(before), plain(after)]
  if (isEmptyMap(old) && fresh.oneOf?.some(isEmptyMap)) return []
  const own = [
    ...compareTypes(name, old, fresh),
    ...compareEnums(name, old, fresh, direction),
    ...compareRequired(name, old, fresh, direction),
  ]
  const properties = Object.entries<Json>(old.properties ?? {}).flatMap(([key, schema]) =>
    compareSchemas(`${name}.${key}`, schema, fresh.properties?.[key], direction),
  )
  const items = old.items ? compareSchemas(`${name}[]`, old.items, fresh.items, direction) : []
  const choices = [...(old.anyOf ?? []), ...(old.oneOf ?? [])].flatMap((schema: Json, index: number) =>
    compareSchemas(`${name}|${index}`, schema, [...(fresh.anyOf ?? []), ...(fresh.oneOf ?? [])][index], direction),
  )
  return [...own, ...properties, ...items, ...choices]
}

/** The list without elements that represents an object without members, whose form can be described later. */
const isEmptyMap = ({ type, maxItems }: Json): boolean => type === 'array' && maxItems === 0

/** A reference that is wrapped to add a text is the same reference. */
const plain = (schema: Json): Json => (schema.allOf?.length === 1 ? { ...schema.allOf[0] } : schema)

function compareTypes(name: string, old: Json, fresh: Json): string[] {
  const kind = ({ type, format, $ref, pattern }: Json) =>
    [type, format, $ref, pattern].filter(Boolean).join(' ') || 'anything'
  return kind(old) === kind(fresh) ? [] : [`${name} is ${kind(fresh)} instead of ${kind(old)}`]
}

/** An accepted enum value must remain; a response must not gain a new one, or null. */
function compareEnums(name: string, old: Json, fresh: Json, direction: Direction): string[] {
  const [accepted, required] = direction === 'given' ? [fresh, old] : [old, fresh]
  const words = (required.enum ?? []).filter((word: Json) => accepted.enum && !accepted.enum.includes(word))
  const isNullLost = required.nullable === true && accepted.nullable !== true
  const isLimited = accepted.enum !== undefined && required.enum === undefined
  return [...words, ...(isNullLost ? ['null'] : []), ...(isLimited ? ['any word'] : [])].map(
    (word) => `${name}: ${word} is ${direction === 'given' ? 'no longer taken' : 'new'}`,
  )
}

/** Requests may not require more, and responses may not omit more. */
function compareRequired(name: string, old: Json, fresh: Json, direction: Direction): string[] {
  const [had, has]: [string[], string[]] = [old.required ?? [], fresh.required ?? []]
  if (direction === 'given') return has.filter((key) => !had.includes(key)).map((key) => `${name}.${key} is demanded`)
  return had.filter((key) => !has.includes(key)).map((key) => `${name}.${key} may be absent`)
}
