/** Passwords that programs sign in with, one for each program, which can be revoked one by one (wire-contract §4.1). */
import { createHash } from 'node:crypto'
import type { DateTime } from '../../datetime/parse-date.ts'
import { invalid, type ParseResult, valid } from './field.ts'

export interface ApplicationPassword {
  readonly id: number
  readonly userId: number
  /** Names the password in the API. */
  readonly uuid: string
  readonly name: string
  /** UUID that the application gave itself; empty when it gave none. */
  readonly appId: string
  /** Times are UTC. */
  readonly created: DateTime
  /** Accurate to an hour; undefined before the first use. */
  readonly lastUsed: DateTime | undefined
  /** Where it was used from then. */
  readonly lastIp: string | undefined
}

/**
 * SHA-256 of the secret, in hex: generated secrets need no slow hash. Separators, which people copy along, do not count
 * (wire-contract §4.1).
 */
export function digestSecret(secret: string): string {
  return createHash('sha256')
    .update(secret.replace(/[^a-z0-9]/gi, ''))
    .digest('hex')
}

/**
 * A UUID of version 8 (RFC 9562), derived from the digest of the secret, which it does not reveal. It needs no column, so
 * passwords that nodes of earlier versions create have one too.
 */
export function deriveUuid(digest: string): string {
  const hex = createHash('sha256').update(`uuid ${digest}`).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Puts spaces between groups of four, as clients of the reference get secrets. */
export const groupSecret = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ')

/** Characters that pages cannot show, databases cannot store, or that change the direction of the text around them. */
const UNUSABLE_CHARACTERS = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u

/** The trimmed name of an application, or undefined when it cannot be one. */
export function parseApplicationName(raw: unknown, longest: number): string | undefined {
  const name = typeof raw === 'string' ? raw.trim() : ''
  return name === '' || name.length > longest || UNUSABLE_CHARACTERS.test(name) ? undefined : name
}

const MAX_NAME_LENGTH = 255

function parseName(raw: unknown): ParseResult<string> {
  const name = parseApplicationName(raw, MAX_NAME_LENGTH)
  return name === undefined ? invalid : valid(name)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text)

const parseAppId = (raw: unknown): ParseResult<string> =>
  raw === '' || isUuid(raw) ? valid(raw.toLowerCase()) : invalid

const name = { type: 'string', describe: 'application.name', expects: { key: 'hint.text' }, parse: parseName } as const

/** Arguments of a creation. */
export const applicationPasswordFields = {
  app_id: { type: 'string', describe: 'application.app_id', expects: { key: 'hint.uuid' }, parse: parseAppId },
  name: { ...name, required: true },
} as const

/** Arguments of an update. */
export const applicationPasswordUpdateFields = { name } as const
