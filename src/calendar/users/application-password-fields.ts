/** Application passwords: one per program, each of which can be revoked (wire-contract §4.1). */
import { createHash } from 'node:crypto'
import type { DateTime } from '../../base/time/date-time.ts'
import { invalid, type ParseResult, valid } from '../../kernel/field.ts'

export interface ApplicationPassword {
  readonly id: number
  readonly userId: number
  /** Identifies the password in the API. */
  readonly uuid: string
  readonly name: string
  /** UUID chosen by the application; empty without one. */
  readonly appId: string
  /** Times are UTC. */
  readonly created: DateTime
  /** Accurate to an hour; undefined before the first use. */
  readonly lastUsed: DateTime | undefined
  /** IP address of the last recorded use. */
  readonly lastIp: string | undefined
}

/**
 * SHA-256 of the secret in hex: generated secrets need no slow hash. Separators are ignored, because users copy them
 * along (wire-contract §4.1).
 */
export function digestSecret(secret: string): string {
  return createHash('sha256')
    .update(secret.replace(/[^a-z0-9]/gi, ''))
    .digest('hex')
}

/**
 * UUID version 8 (RFC 9562), derived from the digest without revealing it. It needs no column, so passwords created by
 * nodes of earlier versions have one too.
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

/** Groups the secret by four characters, as the reference does. */
export const groupSecret = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ')

/** Characters that pages cannot show, that databases cannot store, or that change the text direction. */
const UNUSABLE_CHARACTERS = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u

/** The trimmed application name; undefined when invalid. */
export function parseApplicationName(raw: unknown, longest: number): string | undefined {
  const name = typeof raw === 'string' ? raw.trim() : ''
  return name === '' || name.length > longest || UNUSABLE_CHARACTERS.test(name) ? undefined : name
}

export const MAX_APPLICATION_NAME_LENGTH = 255

function parseName(raw: unknown): ParseResult<string> {
  const name = parseApplicationName(raw, MAX_APPLICATION_NAME_LENGTH)
  return name === undefined ? invalid : valid(name)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text)

const parseAppId = (raw: unknown): ParseResult<string> =>
  raw === '' || isUuid(raw) ? valid(raw.toLowerCase()) : invalid

const name = { type: 'string', describe: 'application.name', expects: { key: 'hint.text' }, parse: parseName } as const

/** Parameters of a creation. */
export const applicationPasswordFields = {
  app_id: { type: 'string', describe: 'application.app_id', expects: { key: 'hint.uuid' }, parse: parseAppId },
  name: { ...name, required: true },
} as const

/** Parameters of an update. */
export const applicationPasswordUpdateFields = { name } as const
