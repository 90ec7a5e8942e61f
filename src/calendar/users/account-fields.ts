/** Fields of users, sessions and passwords. */
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { isEmailAddress } from '../../base/text/email-address.ts'
import {
  defineBooleanField,
  defineEnumField,
  defineNonEmptyTextField,
  definePositiveField,
  defineTextField,
  type Field,
  invalid,
  type ParseResult,
  type Reference,
  valid,
} from '../../kernel/field.ts'
import { can, isLongEnough, ROLES, SHORTEST_PASSWORD, type Viewer } from '../../kernel/user.ts'

export const MAX_LOGIN_LENGTH = 60
const LOGIN = new RegExp(`^[\\p{L}\\p{N}][\\p{L}\\p{N} _.@-]{0,${MAX_LOGIN_LENGTH - 1}}$`, 'u')
export const MAX_USER_NAME_LENGTH = 250
/** Far longer than any password, but short enough to hash. */
export const MAX_PASSWORD_LENGTH = 1000

export const isLogin = (text: string): boolean => LOGIN.test(text)

/** A trimmed text that satisfies a condition. NUL and lone surrogates cannot be stored. */
const parseTextIf =
  (isValid: (text: string) => boolean) =>
  (raw: unknown): ParseResult<string> => {
    const text = typeof raw === 'string' ? raw.trim() : ''
    return isValid(text) && text.isWellFormed() && !text.includes('\0') ? valid(text) : invalid
  }

const login = {
  type: 'string',
  describe: 'account.login',
  expects: { key: 'hint.login' },
  parse: parseTextIf(isLogin),
} as const

const email = {
  type: 'string',
  describe: 'account.email',
  expects: { key: 'hint.email' },
  parse: parseTextIf(isEmailAddress),
} as const

const name = {
  type: 'string',
  describe: 'account.name',
  expects: { key: 'hint.text' },
  parse: parseTextIf((text) => text !== '' && text.length <= MAX_USER_NAME_LENGTH),
} as const

const role = defineEnumField(ROLES, 'account.role')

/** A password that is compared with a stored one. */
const definePasswordField = (describe: MessageKey) =>
  ({
    type: 'string',
    describe,
    isSecret: true,
    expects: { key: 'hint.text' },
    parse: (raw: unknown): ParseResult<string> =>
      typeof raw === 'string' && raw !== '' && raw.length <= MAX_PASSWORD_LENGTH ? valid(raw) : invalid,
  }) as const

/** A password that is set. */
const defineNewPasswordField = (describe: MessageKey) =>
  ({
    ...definePasswordField(describe),
    expects: { key: 'hint.password', values: { length: String(SHORTEST_PASSWORD) } },
    parse: (raw: unknown): ParseResult<string> =>
      typeof raw === 'string' && isLongEnough(raw) && raw.length <= MAX_PASSWORD_LENGTH ? valid(raw) : invalid,
  }) as const

/** Users may change their own name; everything else is for those who manage users. */
const forAdministrators = <T>(field: Field<T>): Field<T> => ({
  ...field,
  allows: (_value: T, viewer: Viewer): boolean => can(viewer, 'edit_users'),
})

export const signInFields = {
  login: { ...defineNonEmptyTextField({ describe: 'account.login_or_email' }), required: true },
  password: { ...definePasswordField('account.password'), required: true },
  code: { ...defineTextField('account.code'), isSecret: true },
} as const

const code = defineNonEmptyTextField({ describe: 'account.code' })

export const codeFields = { code: { ...code, isSecret: true, required: true } } as const

export const newUserFields = {
  login: { ...login, required: true },
  email: { ...email, required: true },
  name,
  role: { ...role, required: true },
  password: defineNewPasswordField('account.password_or_invitation'),
} as const

export const userUpdateFields = {
  name,
  email: forAdministrators(email),
  role: forAdministrators(role),
  disabled: forAdministrators(defineBooleanField('account.disabled')),
  password: forAdministrators(defineNewPasswordField('account.new_password')),
  revoke_credentials: forAdministrators(defineBooleanField('account.revoke_credentials')),
} as const

export const userDeletionFields = {
  reassign: {
    ...definePositiveField('account.reassign'),
    expects: { key: 'hint.user_id' },
    references: (id: number): Reference[] => [{ kind: 'user', ids: [id] }],
  },
} as const

/** The password that a signed-in user has to repeat before a change of the account. */
export const currentPasswordField = {
  current_password: { ...definePasswordField('account.current_password'), required: true },
} as const

export const ownPasswordField = { current_password: definePasswordField('account.current_password') } as const

export const passwordChangeFields = {
  ...currentPasswordField,
  password: { ...defineNewPasswordField('account.new_password'), required: true },
  revoke_application_passwords: defineBooleanField('account.revoke_application_passwords'),
} as const

export const LINK_PURPOSES = ['invitation', 'reset'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

export const linkFields = {
  purpose: { ...defineEnumField(LINK_PURPOSES, 'account.link_purpose'), required: true },
} as const

export const linkTokenFields = {
  token: { ...defineNonEmptyTextField({ describe: 'account.link_token' }), isSecret: true, required: true },
} as const

export const linkRedemptionFields = {
  ...linkTokenFields,
  password: { ...defineNewPasswordField('account.new_password'), required: true },
} as const

export const resetRequestFields = { login: signInFields.login } as const
