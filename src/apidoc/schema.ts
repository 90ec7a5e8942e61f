/** Words of OpenAPI's schema language, 3.0: short records to put documents together from. */
import type { MessageKey } from '../text/say.ts'
import { told } from './localized.ts'

export type Schema = Readonly<Record<string, unknown>>
export type Properties = Readonly<Record<string, Schema>>

export const STRING: Schema = { type: 'string' }
export const INTEGER: Schema = { type: 'integer' }
export const BOOLEAN: Schema = { type: 'boolean' }
export const URI: Schema = { type: 'string', format: 'uri' }

/** What the wire shows where there is no map or record (contract 1.4). */
export const EMPTY_LIST: Schema = { type: 'array', items: {}, maxItems: 0 }

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const listOf = (items: Schema): Schema => ({ type: 'array', items })
export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })
export const oneOf = (...schemas: readonly Schema[]): Schema => ({ oneOf: schemas })
export const anyOf = (...schemas: readonly Schema[]): Schema => ({ anyOf: schemas })
export const words = (names: readonly string[]): Schema => ({ type: 'string', enum: names })

/** `null` as well. The word counts only beside a type, so a choice gives it to its first part. */
export function nullable(schema: Schema): Schema {
  const { anyOf: choice } = schema
  if (!Array.isArray(choice)) return { ...schema, nullable: true }
  return { ...schema, anyOf: choice.map((part: Schema, index) => (index === 0 ? nullable(part) : part)) }
}

/** With a text. What stands beside a reference is not read, so it is wrapped. */
export function said(schema: Schema, key: MessageKey): Schema {
  const described = '$ref' in schema ? { allOf: [schema] } : schema
  return { ...described, description: told(key) }
}

/** An object with keys that are always there and keys that may be absent. Readers must expect further ones. */
export function object(always: Properties, sometimes: Properties = {}): Schema {
  const required = Object.keys(always)
  return { type: 'object', ...(required.length > 0 && { required }), properties: { ...always, ...sometimes } }
}
