/** Makes schemas self-contained: referenced schemas are copied to `$defs`. */
import type { Schema } from '../../api/schemas/json-schema.ts'
import { isRecord } from '../../base/is-record.ts'

const COMPONENTS_PREFIX = '#/components/schemas/'
const DEFS_PREFIX = '#/$defs/'

/** Copies the `components` that `schema` refers to, directly or through other components. */
export function inlineReferences(schema: Schema, components: Readonly<Record<string, Schema>>): Schema {
  const definitions = new Map<string, unknown>()
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite)
    return isRecord(value) ? rewriteNode(value) : value
  }
  const rewriteNode = (node: Schema): Schema =>
    Object.fromEntries(
      Object.entries(node).map(([key, value]) => [
        key,
        key === '$ref' ? inlineReference(String(value)) : rewrite(value),
      ]),
    )
  const inlineReference = (reference: string): string => {
    const name = reference.slice(COMPONENTS_PREFIX.length)
    if (!definitions.has(name)) {
      // A placeholder first, because a schema may refer to itself.
      definitions.set(name, {})
      definitions.set(name, rewrite(components[name]))
    }
    return `${DEFS_PREFIX}${name}`
  }
  const rewritten = rewriteNode(schema)
  return definitions.size === 0 ? rewritten : { ...rewritten, $defs: Object.fromEntries(definitions) }
}
