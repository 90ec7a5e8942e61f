/** Schemas that stand alone: what they refer to comes along, under `$defs`. */
import type { Schema } from '../apidoc/schema.ts'
import { isRecord } from '../calendar/field.ts'

const ELSEWHERE = '#/components/schemas/'
const HERE = '#/$defs/'

/** `schema` with all that it refers to of `named`, also by way of one another. */
export function selfContained(schema: Schema, named: Readonly<Record<string, Schema>>): Schema {
  const definitions = new Map<string, unknown>()
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved)
    return isRecord(value) ? movedNode(value) : value
  }
  const movedNode = (node: Schema): Schema =>
    Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, key === '$ref' ? broughtAlong(String(value)) : moved(value)]),
    )
  const broughtAlong = (reference: string): string => {
    const name = reference.slice(ELSEWHERE.length)
    if (!definitions.has(name)) {
      // Entered before it is made, since it may refer to itself.
      definitions.set(name, {})
      definitions.set(name, moved(named[name]))
    }
    return `${HERE}${name}`
  }
  const whole = movedNode(schema)
  return definitions.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(definitions) }
}
