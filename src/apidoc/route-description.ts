import type { Fields } from '../domain/fields/field.ts'
import type { MessageKey } from '../i18n/translate.ts'
import type { SchemaName } from './all-schemas.ts'

/** What documents say of a route. `pattern` is spelled as the index spells it, with named captures. */
export interface RouteDescription {
  readonly pattern: string
  readonly endpoints: readonly EndpointDescription[]
  /** Whether reads need credentials too. */
  readonly needsSignIn?: boolean
  /** Whether the path names a record that `If-Match` can be compared with; true by default where it has captures. */
  readonly hasRevisions?: boolean
}

/** The pattern of a route without captures as a path: a dot stands for itself. */
export const toPlainPath = (pattern: string): string => pattern.replaceAll('\\.', '.')

type OperationSuffix<K> = K extends `operation.${infer Name}` ? Name : never

/** Names of operations: those that the catalogue has a text for. */
export type OperationName = OperationSuffix<MessageKey>

export interface EndpointDescription {
  readonly methods: readonly string[]
  /** Arguments that stand first: those of the path, and what opens the record it names. */
  readonly path: Fields
  readonly args: Fields
  /** Query parameters have defaults; fields of a record do not. */
  readonly isQuery?: boolean
  /** Whether it lists all there is unless a page is asked for, so that a page has no length by default. */
  readonly isUnpaged?: boolean
  /** What its success is in, where that is not JSON. */
  readonly mediaType?: string
  /** Whether it takes a file: as the field `file` of a form, or as the body itself. */
  readonly takesFile?: boolean
  readonly operation: OperationName
  /** What it answers by status. Failures that any route can have go without saying. */
  readonly answers: Readonly<Record<number, SchemaName>>
}
