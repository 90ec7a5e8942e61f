/** Schemas of users, sessions and the ways to sign in. */
import { ANY_OBJECT, createRevokedSchema, ISO_TIME } from '../../api/schemas/common-schemas.ts'
import {
  arraySchema,
  BOOLEAN,
  describeSchema,
  enumSchema,
  INTEGER,
  nullable,
  objectSchema,
  type Properties,
  STRING,
  schemaRef,
  URI,
} from '../../api/schemas/json-schema.ts'
import { LINK_PURPOSES } from '../../calendar/users/account-fields.ts'
import { ROLES } from '../../kernel/user.ts'

const createUserProperties = (): Properties => ({
  id: describeSchema(INTEGER, 'field.id'),
  login: describeSchema(STRING, 'account.login'),
  name: describeSchema(STRING, 'account.name'),
  email: describeSchema(STRING, 'account.email'),
  role: describeSchema(enumSchema(ROLES), 'account.role'),
  disabled: describeSchema(BOOLEAN, 'account.disabled'),
})

const createSessionSchema = () =>
  objectSchema({
    id: describeSchema(INTEGER, 'account.session_id'),
    created: describeSchema(ISO_TIME, 'account.session_created'),
    last_used: describeSchema(ISO_TIME, 'account.session_last_used'),
    expires: describeSchema(ISO_TIME, 'account.session_expires'),
    ip: describeSchema(STRING, 'account.session_ip'),
    user_agent: describeSchema(STRING, 'account.session_user_agent'),
    is_current: describeSchema(BOOLEAN, 'account.session_is_current'),
  })

export const createSignedInProperties = () => ({
  user: schemaRef('User'),
  capabilities: describeSchema(arraySchema(STRING), 'account.capabilities'),
  nonce: describeSchema(nullable(STRING), 'account.nonce'),
  session: nullable(createSessionSchema()),
})

const createPasskeySchema = () =>
  objectSchema({
    id: describeSchema(INTEGER, 'account.passkey_id'),
    name: describeSchema(STRING, 'account.passkey_name'),
    created: describeSchema(ISO_TIME, 'account.passkey_created'),
    last_used: describeSchema(nullable(ISO_TIME), 'account.passkey_last_used'),
  })

export const createAccountSchemas = () => ({
  User: objectSchema(createUserProperties()),
  NewUser: describeSchema(
    objectSchema(createUserProperties(), { invitation: schemaRef('SentLink') }),
    'account.new_user',
  ),
  SentLink: objectSchema({
    mailed: describeSchema(BOOLEAN, 'account.link_mailed'),
    url: describeSchema(nullable(URI), 'account.link_url'),
    expires: describeSchema(ISO_TIME, 'account.link_expires'),
  }),
  AccountLink: objectSchema({
    login: describeSchema(STRING, 'account.login'),
    purpose: describeSchema(enumSchema(LINK_PURPOSES), 'account.link_purpose'),
  }),
  TotpStatus: objectSchema({
    totp: describeSchema(BOOLEAN, 'account.totp'),
    recovery_codes: describeSchema(INTEGER, 'account.recovery_codes'),
  }),
  NewTotp: objectSchema({
    secret: describeSchema(STRING, 'account.totp_secret'),
    url: describeSchema(URI, 'account.totp_url'),
  }),
  RecoveryCodes: objectSchema({ recovery_codes: describeSchema(arraySchema(STRING), 'account.new_recovery_codes') }),
  Passkey: createPasskeySchema(),
  Passkeys: arraySchema(schemaRef('Passkey')),
  PasskeyOptions: describeSchema(ANY_OBJECT, 'account.passkey_options'),
  DeletedPasskey: createRevokedSchema({ previous: schemaRef('Passkey') }),
  RequestedReset: objectSchema({ requested: BOOLEAN }),
  Users: arraySchema(schemaRef('User')),
  DeletedUser: createRevokedSchema({ previous: schemaRef('User') }),
  Session: createSessionSchema(),
  Sessions: arraySchema(schemaRef('Session')),
  RevokedSession: createRevokedSchema({ previous: schemaRef('Session') }),
  RevokedSessions: createRevokedSchema({ count: describeSchema(INTEGER, 'account.session_count') }),
  SignedIn: objectSchema(createSignedInProperties()),
  Deleted: createRevokedSchema({}),
})
