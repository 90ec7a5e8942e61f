import { externalIdFilter } from '../calendar/posts/external-id.ts'
import { password, textFormField } from '../kernel/common-fields.ts'
import { defineBooleanField, defineNonEmptyTextField, type ParseResult, valid } from '../kernel/field.ts'

/** Digits. Values beyond the range of the database are clamped to one that no record has (wire-contract §1.1). */
const parseId = (raw: unknown): ParseResult<number> => valid(Math.min(Number(raw), Number.MAX_SAFE_INTEGER))

export const idArgument = {
  id: { type: 'integer', describe: 'field.id', expects: { key: 'hint.existing_id' }, required: true, parse: parseId },
} as const

export const revisionArgument = {
  revision: { ...idArgument.id, describe: 'field.revision', expects: { key: 'hint.existing_revision' } },
} as const

export const slugArgument = {
  slug: {
    ...defineNonEmptyTextField({ describe: 'field.slug_key' }),
    expects: { key: 'hint.existing_slug' },
    required: true,
  },
} as const

export const externalIdArgument = {
  external_id: { ...externalIdFilter, describe: 'field.external_id_key', required: true },
} as const

/** ID of a user, or `me`. */
export const userArgument = {
  user_id: {
    ...defineNonEmptyTextField({ describe: 'field.user_id' }),
    expects: { key: 'hint.user_id' },
    required: true,
  },
} as const

export const applicationPasswordArguments = {
  ...userArgument,
  uuid: {
    ...defineNonEmptyTextField({ describe: 'field.password_uuid' }),
    expects: { key: 'hint.uuid' },
    required: true,
  },
} as const

export const sessionArguments = {
  ...userArgument,
  session_id: { ...idArgument.id, describe: 'account.session_id' },
} as const

export const passkeyArguments = {
  ...userArgument,
  passkey_id: { ...idArgument.id, describe: 'account.passkey_id' },
} as const

export const runArguments = {
  ...idArgument,
  run_id: { ...idArgument.id, describe: 'source.run_id' },
} as const

export const deliveryArguments = {
  ...idArgument,
  delivery_id: { ...idArgument.id, describe: 'webhook.delivery_id' },
} as const

/** Record password. An empty one is invalid, as in the reference (wire-contract §14). */
export const passwordArgument = { password } as const

/** Parameters of reads of one record. */
export const readArguments = { password, text: textFormField } as const

/** Without it, DELETE moves the record to the trash. */
export const permanentField = defineBooleanField('field.permanent')
