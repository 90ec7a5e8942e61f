/** Settings of sign-in by OpenID Connect; part of `SETTINGS`. */
import { toSeconds } from '../../base/time/civil-time.ts'
import type { ProcessServices } from '../../calendar/services.ts'
import { anyText, choice } from '../../http/settings/setting-types.ts'
import { ROLES } from '../../kernel/user.ts'
import { parseRoleRules } from './oidc-claims.ts'
import { createOidcClient } from './oidc-client.ts'
import type { OidcOptions } from './oidc-sign-in.ts'

/** Unchanged, because providers compare the identifier with a trailing slash or without one. */
function parseIssuer(text: string): string | undefined {
  if (text === '') return ''
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const { username, password, search, hash } = new URL(text)
  return username + password + search + hash === '' ? text : undefined
}

/** The scope `openid` is what makes a request one of OpenID Connect. */
const parseScopes = (text: string): string | undefined => {
  const scopes = text.split(/[\s,]+/).filter(Boolean)
  return scopes.includes('openid') && scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
    ? scopes.join(' ')
    : undefined
}

export const OIDC_SETTINGS = {
  OIDC_ISSUER: {
    default: '',
    describe: 'Issuer URL of an OpenID Connect provider, exactly as the provider states it; none by default',
    expected: 'an http or https URL without user name, password, query and fragment',
    parse: parseIssuer,
  },
  OIDC_CLIENT_ID: { default: '', describe: 'Client ID that the provider has assigned to the site', ...anyText },
  OIDC_CLIENT_SECRET: {
    default: '',
    describe: 'Client secret that the provider has assigned to the site',
    ...anyText,
    secret: true,
  },
  OIDC_NAME: { default: 'OpenID Connect', describe: 'Name of the provider on the sign-in page', ...anyText },
  OIDC_SCOPES: {
    default: 'openid email profile',
    describe: 'Scopes that are requested from the provider, separated by spaces',
    expected: 'scopes separated by spaces, including openid',
    parse: parseScopes,
  },
  OIDC_ROLE_CLAIM: {
    default: 'groups',
    describe: 'Claim with the values that OIDC_ROLES maps; a dot separates nested names, as in realm_access.roles',
    ...anyText,
  },
  OIDC_ROLES: {
    default: '',
    describe:
      'Roles by values of OIDC_ROLE_CLAIM, such as calendar-admins=administrator,staff=editor; applied at each sign-in. By default the provider does not change roles',
    expected: `VALUE=ROLE, separated by commas, with the roles ${ROLES.join(', ')}`,
    parse: parseRoleRules,
  },
  OIDC_NEW_USERS: {
    default: 'off',
    describe:
      'Role of users who sign in for the first time; off: only users whom an administrator has created can sign in',
    ...choice('off', ...ROLES),
  },
} as const

export type OidcSettings = {
  readonly [K in keyof typeof OIDC_SETTINGS]: NonNullable<ReturnType<(typeof OIDC_SETTINGS)[K]['parse']>>
}

/** Throws an `Error` for an issuer without credentials of the client. */
export function assertOidcComplete({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: OidcSettings): void {
  if (OIDC_ISSUER !== '' && (OIDC_CLIENT_ID === '' || OIDC_CLIENT_SECRET === ''))
    throw new Error('OIDC_ISSUER requires OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Set both.')
}

/** Undefined without a provider. */
export function createOidcOptions(settings: OidcSettings, { now }: ProcessServices): OidcOptions | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings
  if (issuer === '') return undefined
  const scopes = settings.OIDC_SCOPES
  return {
    client: createOidcClient({ issuer, clientId, clientSecret, scopes, now: () => toSeconds(now()) }),
    clientSecret,
    name: settings.OIDC_NAME,
    roleClaim: settings.OIDC_ROLE_CLAIM,
    roles: settings.OIDC_ROLES,
    newUserRole: settings.OIDC_NEW_USERS === 'off' ? undefined : settings.OIDC_NEW_USERS,
  }
}
