import { parseExternalId } from '../calendar/external-id.ts'
import { ok, parseName, type Reading } from '../calendar/field.ts'

/** Digits; a number too long for the engine is as good as any that names nothing (contract 1.1). */
const parseId = (raw: unknown): Reading<number> => ok(Math.min(Number(raw), Number.MAX_SAFE_INTEGER))

export const idArgument = {
  id: { type: 'integer', describe: 'field.id', required: true, parse: parseId },
} as const

export const slugArgument = {
  slug: { type: 'string', describe: 'field.slug_key', required: true, parse: (raw: unknown) => parseName(raw) },
} as const

export const externalIdArgument = {
  external_id: { type: 'string', describe: 'field.external_id_key', required: true, parse: parseExternalId },
} as const

const pathText = (raw: unknown): Reading<string> => ok(String(raw))

/** The id of a user, or `me`. */
export const userArgument = {
  user_id: { type: 'string', describe: 'field.user_id', required: true, parse: pathText },
} as const

export const passwordArguments = {
  ...userArgument,
  uuid: { type: 'string', describe: 'field.password_uuid', required: true, parse: pathText },
} as const

/** Opens a protected record; empty is refused as observed (contract 14). */
export const passwordArgument = {
  password: { type: 'string', describe: 'field.password', parse: (raw: unknown) => parseName(raw) },
} as const
