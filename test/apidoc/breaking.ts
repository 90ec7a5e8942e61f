/** Finds breaking changes of the document for generated clients of an older version. */
import type { Json } from '../helper/service.ts'

type Direction = 'given' | 'answered'

/** One line per broken promise; additional paths, optional parameters and keys of responses break nothing. */
export function breakingChanges(before: Json, after: Json): string[] {
  const requests = Object.values<Json>(before.paths).flatMap((item) =>
    Object.values<Json>(item).flatMap(({ requestBody }) => requestBody ?? []),
  )
  const bodies = new Set(JSON.stringify(requests).match(/(?<=\/schemas\/)\w+/g))
  const schemas = Object.entries<Json>(before.components.schemas).flatMap(([name, schema]) =>
    changesOf(name, schema, after.components.schemas[name], bodies.has(name) ? 'given' : 'answered'),
  )
  const operations = Object.entries<Json>(before.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).flatMap(([method, operation]) =>
      changesOfOperation(`${method} ${path}`, operation, after.paths[path]?.[method]),
    ),
  )
  return [...operations, ...schemas]
}

function changesOfOperation(name: string, before: Json, after: Json): string[] {
  if (!after) return [`${name} is gone`]
  const named = ({ parameters }: Json) =>
    new Map<string, Json>(parameters.map((item: Json) => [`${item.in} ${item.name}`, item]))
  const [old, fresh] = [named(before), named(after)]
  const parameters = [...old].flatMap(([key, one]) => {
    const other = fresh.get(key)
    if (!other) return [`${name}: ${key} is gone`]
    const isStricter = other.required && !one.required ? [`${name}: ${key} has become required`] : []
    return [...isStricter, ...changesOf(`${name}: ${key}`, one.schema, other.schema, 'given')]
  })
  const demanded = [...fresh]
    .filter(([key, one]) => one.required && !old.has(key))
    .map(([key]) => `${name}: ${key} is demanded`)
  const responses = Object.keys(before.responses).filter((status) => !after.responses[status])
  return [
    ...(before.operationId === after.operationId ? [] : [`${name} is called ${after.operationId}`]),
    ...parameters,
    ...demanded,
    ...responses.map((status) => `${name}: ${status} is gone`),
    ...mediaOf(before.requestBody)
      .filter((type) => !mediaOf(after.requestBody).includes(type))
      .map((type) => `${name} takes no ${type}`),
  ]
}

const mediaOf = (body: Json): string[] => Object.keys(body?.content ?? {})

function changesOf(name: string, before: Json, after: Json, direction: Direction): string[] {
  if (!after) return [`${name} is gone`]
  const [old, fresh] = [plain(before), plain(after)]
  const own = [
    ...changedKind(name, old, fresh),
    ...changedWords(name, old, fresh, direction),
    ...changedNeed(name, old, fresh, direction),
  ]
  const properties = Object.entries<Json>(old.properties ?? {}).flatMap(([key, schema]) =>
    changesOf(`${name}.${key}`, schema, fresh.properties?.[key], direction),
  )
  const items = old.items ? changesOf(`${name}[]`, old.items, fresh.items, direction) : []
  const choices = [...(old.anyOf ?? []), ...(old.oneOf ?? [])].flatMap((schema: Json, index: number) =>
    changesOf(`${name}|${index}`, schema, [...(fresh.anyOf ?? []), ...(fresh.oneOf ?? [])][index], direction),
  )
  return [...own, ...properties, ...items, ...choices]
}

/** A reference that is wrapped to add a text is the same reference. */
const plain = (schema: Json): Json => (schema.allOf?.length === 1 ? { ...schema.allOf[0] } : schema)

function changedKind(name: string, old: Json, fresh: Json): string[] {
  const kind = ({ type, format, $ref, pattern }: Json) =>
    [type, format, $ref, pattern].filter(Boolean).join(' ') || 'anything'
  return kind(old) === kind(fresh) ? [] : [`${name} is ${kind(fresh)} instead of ${kind(old)}`]
}

/** An accepted enum value must remain; a response must not gain a new one, or null. */
function changedWords(name: string, old: Json, fresh: Json, direction: Direction): string[] {
  const [wide, narrow] = direction === 'given' ? [fresh, old] : [old, fresh]
  const words = (narrow.enum ?? []).filter((word: Json) => wide.enum && !wide.enum.includes(word))
  const isNullLost = narrow.nullable === true && wide.nullable !== true
  const isWordless = wide.enum !== undefined && narrow.enum === undefined
  return [...words, ...(isNullLost ? ['null'] : []), ...(isWordless ? ['any word'] : [])].map(
    (word) => `${name}: ${word} is ${direction === 'given' ? 'no longer taken' : 'new'}`,
  )
}

/** Nothing more may be required, and nothing removed. */
function changedNeed(name: string, old: Json, fresh: Json, direction: Direction): string[] {
  const [had, has]: [string[], string[]] = [old.required ?? [], fresh.required ?? []]
  if (direction === 'given') return has.filter((key) => !had.includes(key)).map((key) => `${name}.${key} is demanded`)
  return had.filter((key) => !has.includes(key)).map((key) => `${name}.${key} may be absent`)
}
