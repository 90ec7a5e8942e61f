/** The history of records: who changed what, when and through which channel. */

/** `admin`: a page of the service; `job`: work that the service starts itself; `submission`: the form for visitors. */
export const CHANNELS = ['api', 'admin', 'mcp', 'import', 'job', 'command', 'submission'] as const
export type Channel = (typeof CHANNELS)[number]

export const HISTORY_ACTIONS = [
  ...(['create', 'update', 'trash', 'delete', 'merge', 'return'] as const),
  ...(['sign-in', 'sign-in-failed', 'change-password', 'change-role', 'forget'] as const),
  ...(['add-second-factor', 'remove-second-factor', 'link-identity', 'unlink-identity'] as const),
  ...(['add-passkey', 'rename-passkey', 'remove-passkey'] as const),
  ...(['create-application-password', 'rename-application-password', 'revoke-application-passwords'] as const),
  'rotate-secret',
] as const
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

/** Where a write comes from. */
export interface Origin {
  readonly channel: Channel
  /** 0 without a user. */
  readonly userId: number
  /** Name of the application password; empty without one. */
  readonly application: string
  /** IP address of the client; empty without one. */
  readonly ip: string
  /** The import that writes, so that it can be undone; undefined without one. */
  readonly importId?: number
}

/** The origin of a write that no user has requested. */
export const createSystemOrigin = (channel: Channel): Origin => ({ channel, userId: 0, application: '', ip: '' })

/** A JSON value. */
export type RecordedValue =
  | (string | number | boolean | null)
  | readonly RecordedValue[]
  | { readonly [name: string]: RecordedValue }

/** Values of a record by the field names of the API. */
export type RecordedFields = Readonly<Record<string, RecordedValue>>

/** Values before and after a write; null for a record that does not exist. */
export type FieldChange = readonly [RecordedValue, RecordedValue]
export type FieldChanges = Readonly<Record<string, FieldChange>>

/** Only whether such a field has a value is recorded. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['post_password', 'password'])

/**
 * The fields that differ. A new record has no `before` and a deleted one no `after`; their empty fields are omitted.
 */
export function diffFields(before: RecordedFields | undefined, after: RecordedFields | undefined): FieldChanges {
  const changes: Record<string, FieldChange> = {}
  for (const name of Object.keys(after ?? before ?? {})) {
    const [old, next] = [before?.[name] ?? null, after?.[name] ?? null]
    if (before && after ? isEqual(old, next) : isEmpty(old) && isEmpty(next)) continue
    changes[name] = SECRET_FIELDS.has(name) ? [Boolean(old), Boolean(next)] : [old, next]
  }
  return changes
}

const isEqual = (a: RecordedValue, b: RecordedValue): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

const isEmpty = (value: RecordedValue): boolean =>
  value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0)
