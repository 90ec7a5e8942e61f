/** Building blocks of OpenAPI 3.0 schemas, and their texts. */
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import type { Translate } from '../../base/i18n/translate.ts'

export type Schema = Readonly<Record<string, unknown>>
export type Properties = Readonly<Record<string, Schema>>

export const STRING: Schema = { type: 'string' }
export const INTEGER: Schema = { type: 'integer' }
export const BOOLEAN: Schema = { type: 'boolean' }
export const URI: Schema = { type: 'string', format: 'uri' }

/** Returned in place of an empty map or a missing record (wire-contract §1.4). */
export const EMPTY_LIST: Schema = { type: 'array', items: {}, maxItems: 0 }

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const arraySchema = (items: Schema): Schema => ({ type: 'array', items })
export const mapSchema = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })
export const oneOf = (...schemas: readonly Schema[]): Schema => ({ oneOf: schemas })
export const anyOf = (...schemas: readonly Schema[]): Schema => ({ anyOf: schemas })
export const enumSchema = (names: readonly string[]): Schema => ({ type: 'string', enum: names })

/** Also accepts `null`. `nullable` requires a `type` in the same schema, so for `anyOf` it is set on the first alternative. */
export function nullable(schema: Schema): Schema {
  const { anyOf: alternatives } = schema
  if (!Array.isArray(alternatives)) return { ...schema, nullable: true }
  return {
    ...schema,
    anyOf: alternatives.map((alternative: Schema, index) => (index === 0 ? nullable(alternative) : alternative)),
  }
}

/** Adds a description. A `$ref` is wrapped in `allOf`, because OpenAPI 3.0 ignores its siblings. */
export function describeSchema(schema: Schema, key: MessageKey): Schema {
  const target = '$ref' in schema ? { allOf: [schema] } : schema
  return { ...target, description: createDescription(key) }
}

/** An object with required and optional keys. Clients must expect additional ones. */
export function objectSchema(required: Properties, optional: Properties = {}): Schema {
  const requiredKeys = Object.keys(required)
  return {
    type: 'object',
    ...(requiredKeys.length > 0 && { required: requiredKeys }),
    properties: { ...required, ...optional },
  }
}

/** A text of the document that is resolved when the language is known. */
export type Description = (translate: Translate) => string

export const createDescription =
  (key: MessageKey): Description =>
  (translate) =>
    translate(key)

type DocumentNode = Readonly<Record<string, unknown>>

/** Resolves all descriptions in a document. Other values are returned unchanged. */
export const localizeNode = (node: DocumentNode, translate: Translate): DocumentNode =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, localizeValue(value, translate)]))

function localizeValue(value: unknown, translate: Translate): unknown {
  if (typeof value === 'function') return (value as Description)(translate)
  if (Array.isArray(value)) return value.map((item) => localizeValue(item, translate))
  return typeof value === 'object' && value !== null ? localizeNode(value as DocumentNode, translate) : value
}
