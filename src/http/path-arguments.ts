import { externalIdFilter } from '../calendar/external-id.ts'
import { ok, type Reading, word } from '../calendar/field.ts'
import { password } from '../calendar/shared-fields.ts'

/** Digits; a number too long for the engine is as good as any that names nothing (contract 1.1). */
const parseId = (raw: unknown): Reading<number> => ok(Math.min(Number(raw), Number.MAX_SAFE_INTEGER))

export const idArgument = {
  id: { type: 'integer', describe: 'field.id', expects: { key: 'hint.existing_id' }, required: true, parse: parseId },
} as const

export const slugArgument = {
  slug: { ...word({ describe: 'field.slug_key' }), expects: { key: 'hint.existing_slug' }, required: true },
} as const

export const externalIdArgument = {
  external_id: { ...externalIdFilter, describe: 'field.external_id_key', required: true },
} as const

/** The id of a user, or `me`. */
export const userArgument = {
  user_id: { ...word({ describe: 'field.user_id' }), expects: { key: 'hint.user_id' }, required: true },
} as const

export const passwordArguments = {
  ...userArgument,
  uuid: { ...word({ describe: 'field.password_uuid' }), expects: { key: 'hint.uuid' }, required: true },
} as const

/** Opens a protected record; empty is refused as observed (contract 14). */
export const passwordArgument = { password } as const
