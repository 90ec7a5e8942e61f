/** Fields of passkeys. Credentials have the JSON form of WebAuthn Level 3, in which binary values are base64url. */
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { isRecord } from '../../base/is-record.ts'
import { parseApplicationName } from '../../calendar/users/application-password-fields.ts'
import { invalid, type ParseResult, valid } from '../../kernel/field.ts'

/** The response of an authenticator that has created a passkey. */
export interface PasskeyRegistration {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports: readonly string[]
}

/** The response of an authenticator that has signed a challenge. */
export interface PasskeyAssertion {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string
}

const BASE64URL = /^[\w-]+$/
/** Credential IDs have at most 1023 bytes (WebAuthn), other values a few kilobytes. */
export const MAX_CREDENTIAL_ID_LENGTH = 1364
export const MAX_CREDENTIAL_VALUE_LENGTH = 20_000
export const MAX_PASSKEY_NAME_LENGTH = 100
const MAX_TRANSPORTS = 10
const TRANSPORT = /^[a-z-]{1,20}$/

const isBase64url = (value: unknown, limit = MAX_CREDENTIAL_VALUE_LENGTH): value is string =>
  typeof value === 'string' && value.length <= limit && BASE64URL.test(value)

/** Unknown transports are dropped. */
const parseTransports = (raw: unknown): readonly string[] =>
  (Array.isArray(raw) ? raw : [])
    .filter((value) => typeof value === 'string' && TRANSPORT.test(value))
    .slice(0, MAX_TRANSPORTS)

/** The id and the response of a credential; undefined when it has another form. */
function parseCredential(raw: unknown): { id: string; response: Readonly<Record<string, unknown>> } | undefined {
  if (!isRecord(raw) || raw['type'] !== 'public-key') return undefined
  const { id, response } = raw
  return isBase64url(id, MAX_CREDENTIAL_ID_LENGTH) && isRecord(response) ? { id, response } : undefined
}

function parseRegistration(raw: unknown): ParseResult<PasskeyRegistration> {
  const credential = parseCredential(raw)
  if (!credential) return invalid
  const { clientDataJSON, attestationObject, transports } = credential.response
  if (!isBase64url(clientDataJSON) || !isBase64url(attestationObject)) return invalid
  return valid({ id: credential.id, clientDataJSON, attestationObject, transports: parseTransports(transports) })
}

function parseAssertion(raw: unknown): ParseResult<PasskeyAssertion> {
  const credential = parseCredential(raw)
  if (!credential) return invalid
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response
  if (!isBase64url(clientDataJSON) || !isBase64url(authenticatorData)) return invalid
  if (!isBase64url(signature) || !isBase64url(userHandle)) return invalid
  return valid({ id: credential.id, clientDataJSON, authenticatorData, signature, userHandle })
}

const defineCredentialField = <T>(describe: MessageKey, parse: (raw: unknown) => ParseResult<T>) =>
  ({ describe, isSecret: true, expects: { key: 'hint.passkey_credential' }, required: true, parse }) as const

const name = {
  type: 'string',
  describe: 'account.passkey_name',
  expects: { key: 'hint.text' },
  required: true,
  parse: (raw: unknown): ParseResult<string> => {
    const text = parseApplicationName(raw, MAX_PASSKEY_NAME_LENGTH)
    return text === undefined ? invalid : valid(text)
  },
} as const

export const newPasskeyFields = {
  name,
  credential: defineCredentialField('account.passkey_registration', parseRegistration),
} as const

export const passkeyUpdateFields = { name } as const

export const passkeySignInFields = {
  credential: defineCredentialField('account.passkey_assertion', parseAssertion),
} as const
