import type { ProcessServices } from '../../calendar/services.ts'
import type { SignIns } from '../../calendar/users/sign-in.ts'
import { createAccountLinks } from './account-links.ts'
import { createOidcSignIn, type OidcOptions } from './oidc-sign-in.ts'
import { createPasskeySignIns } from './passkey-sign-in.ts'
import { createPasswordSignIn } from './second-factor.ts'

export type Accounts = ReturnType<typeof createAccounts>

interface AccountsOptions {
  /** In 15 minutes per client; 0 disables limits. */
  readonly maxFailures: number
  /** Undefined without an OpenID Connect provider. */
  readonly oidc: OidcOptions | undefined
}

/** Operations of users on their accounts. */
export function createAccounts(services: ProcessServices, signIns: SignIns, { maxFailures, oidc }: AccountsOptions) {
  const links = createAccountLinks(services, maxFailures)
  return {
    links,
    /** With the account password, and a second factor if the user has one. */
    signIn: createPasswordSignIn(services, signIns, maxFailures),
    passkeys: createPasskeySignIns(services, maxFailures),
    oidc: oidc && createOidcSignIn(services, oidc, maxFailures),
    /** Resolves once background work is done. */
    settle: links.settle,
  }
}
