/** Words of OpenAPI's schema language, 3.0: short records to put documents together from. */
import type { MessageKey } from '../i18n/translate.ts'
import { createDescription } from './localize.ts'

export type Schema = Readonly<Record<string, unknown>>
export type Properties = Readonly<Record<string, Schema>>

export const STRING: Schema = { type: 'string' }
export const INTEGER: Schema = { type: 'integer' }
export const BOOLEAN: Schema = { type: 'boolean' }
export const URI: Schema = { type: 'string', format: 'uri' }

/** What the wire shows where there is no map or record (contract 1.4). */
export const EMPTY_LIST: Schema = { type: 'array', items: {}, maxItems: 0 }

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const arraySchema = (items: Schema): Schema => ({ type: 'array', items })
export const mapSchema = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })
export const oneOf = (...schemas: readonly Schema[]): Schema => ({ oneOf: schemas })
export const anyOf = (...schemas: readonly Schema[]): Schema => ({ anyOf: schemas })
export const enumSchema = (names: readonly string[]): Schema => ({ type: 'string', enum: names })

/** `null` as well. The word counts only beside a type, so a choice gives it to its first part. */
export function nullable(schema: Schema): Schema {
  const { anyOf: alternatives } = schema
  if (!Array.isArray(alternatives)) return { ...schema, nullable: true }
  return {
    ...schema,
    anyOf: alternatives.map((alternative: Schema, index) => (index === 0 ? nullable(alternative) : alternative)),
  }
}

/** With a text. What stands beside a reference is not read, so it is wrapped. */
export function describeSchema(schema: Schema, key: MessageKey): Schema {
  const target = '$ref' in schema ? { allOf: [schema] } : schema
  return { ...target, description: createDescription(key) }
}

/** An object with keys that are always there and keys that may be absent. Readers must expect further ones. */
export function objectSchema(required: Properties, optional: Properties = {}): Schema {
  const requiredKeys = Object.keys(required)
  return {
    type: 'object',
    ...(requiredKeys.length > 0 && { required: requiredKeys }),
    properties: { ...required, ...optional },
  }
}
