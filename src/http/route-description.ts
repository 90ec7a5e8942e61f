import type { MessageKey } from '../base/i18n/messages/catalog.ts'
import type { Fields } from '../kernel/field.ts'

/** The documentation of a route. `pattern` has the syntax of the index, with named captures. */
export interface RouteDescription {
  readonly pattern: string
  readonly endpoints: readonly EndpointDescription[]
  /** Requires credentials for reads, too. */
  readonly needsSignIn?: boolean
  /** The record of the path supports `If-Match`. True by default if the pattern has captures. */
  readonly hasRevisions?: boolean
}

/** Converts a pattern without captures to a path by unescaping its dots. */
export const toPlainPath = (pattern: string): string => pattern.replaceAll('\\.', '.')

type OperationSuffix<K> = K extends `operation.${infer Name}` ? Name : never

/** Operation names. Each has a message `operation.NAME`. */
export type OperationName = OperationSuffix<MessageKey>

export interface UploadDescription {
  /** Bytes. */
  readonly limit: number
  readonly mediaType: string
  readonly describe: MessageKey
}

export interface EndpointDescription {
  readonly methods: readonly string[]
  /** Arguments that are listed first: path parameters, and the password of the record. */
  readonly path: Fields
  readonly args: Fields
  /** The arguments are query parameters, which have defaults, and not fields of a record. */
  readonly isQuery?: boolean
  /** Returns all records unless a page is requested, so that `per_page` has no default. */
  readonly isUnpaged?: boolean
  /** Media type of a successful response. Default: JSON. */
  readonly mediaType?: string
  /** Accepts a file, as the form field `file` or as the raw body. */
  readonly takesFile?: boolean
  /** Kind and size of the file. Default: an image. */
  readonly upload?: UploadDescription
  /** Needs no credentials although it writes, such as a sign-in. */
  readonly isPublic?: true
  /** It signs in, counts wrong passwords or sends a message, which must not be rolled back or repeated from storage. */
  readonly isIrreversible?: true
  /** Its writes are never saved, as with `dry_run`. */
  readonly isRolledBack?: true
  /** Its response contains a credential, so that it is not stored for `Idempotency-Key`. */
  readonly returnsCredentials?: true
  /** It sends its requests one by one, or as one transaction with the parameter `atomic`. */
  readonly isBatch?: true
  readonly operation: OperationName
  /** Response schemas by status. Errors that every route can return are added automatically. */
  readonly answers: Readonly<Record<number, string>>
}

/** Schemas of responses by name. */
export type ResponseSchemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>
