/** Claims of an OpenID Connect provider about a user, and the roles that they map to. */
import { isEmailAddress } from '../../base/text/email-address.ts'
import { isLogin } from '../../calendar/users/account-fields.ts'
import { isRole, ROLES, type Role } from '../../kernel/user.ts'

export interface RoleRule {
  /** Value of the claim. */
  readonly value: string
  readonly role: Role
}

/** Parses `VALUE=ROLE,VALUE=ROLE`. Values may contain `=`, as names of directories do. */
export function parseRoleRules(text: string): readonly RoleRule[] | undefined {
  const rules: RoleRule[] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const equals = entry.lastIndexOf('=')
    const [value, role] = [entry.slice(0, Math.max(equals, 0)).trim(), entry.slice(equals + 1).trim()]
    if (value === '' || !isRole(role)) return undefined
    rules.push({ value, role })
  }
  return rules
}

/** The highest role of the values; undefined without a rule for any of them. */
export const chooseMappedRole = (rules: readonly RoleRule[], values: readonly string[]): Role | undefined =>
  ROLES.find((role) => rules.some((rule) => rule.role === role && values.includes(rule.value)))

export type Claims = Readonly<Record<string, unknown>>

export interface OidcIdentity {
  /** Both together identify the user. */
  readonly issuer: string
  readonly subject: string
  /** Undefined unless the issuer has verified it. */
  readonly email: string | undefined
  readonly name: string | undefined
  /** Names for a new account, the best first. They contain no `@`, so that they are no email addresses of others. */
  readonly logins: readonly string[]
  /** Values of the claim with roles. */
  readonly groups: readonly string[]
}

/** Maximum of OpenID Connect Core, section 2. */
const MAX_SUBJECT_LENGTH = 255
const MAX_NAME_LENGTH = 250

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0') && value.trim() !== ''
    ? value.trim()
    : undefined

/** Undefined for claims without a valid issuer and subject. */
export function parseClaims(claims: Claims, roleClaim: string): OidcIdentity | undefined {
  const { iss, sub, email_verified, preferred_username } = claims
  if (typeof iss !== 'string' || !URL.canParse(iss)) return undefined
  if (typeof sub !== 'string' || sub.length > MAX_SUBJECT_LENGTH || !/^[\x20-\x7e]+$/.test(sub)) return undefined
  const email = readText(claims['email'])
  const isVerified = email_verified === true && email !== undefined && isEmailAddress(email)
  const names = [readText(preferred_username), isVerified ? email : undefined]
  return {
    issuer: iss,
    subject: sub,
    email: isVerified ? email : undefined,
    name: readText(claims['name'])?.slice(0, MAX_NAME_LENGTH),
    logins: names.flatMap((name) => createLogin(name ?? '')),
    groups: readGroups(findClaim(claims, roleClaim)),
  }
}

function createLogin(name: string): readonly string[] {
  const login = name.replace(/@.*/s, '')
  return isLogin(login) ? [login] : []
}

/** By its whole name, which may be a URL with dots, or else by the names of nested objects. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Object.entries(value).find(([key]) => key === part)?.[1]
  }
  return value
}

const readGroups = (value: unknown): readonly string[] => {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}
