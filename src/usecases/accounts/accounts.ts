import type { SignIns } from '../auth/sign-in.ts'
import type { Services } from '../services.ts'
import { createAccountLinks } from './account-links.ts'
import { createPasskeySignIns } from './passkey-sign-in.ts'
import { createPasswordSignIn } from './second-factor.ts'

export type Accounts = ReturnType<typeof createAccounts>

/** What people do with their accounts. `maxFailures` in 15 minutes per client; 0 disables limits. */
export function createAccounts(services: Services, signIns: SignIns, maxFailures: number) {
  const links = createAccountLinks(services, maxFailures)
  return {
    links,
    /** With the account password, and a second factor if the user has one. */
    signIn: createPasswordSignIn(services, signIns, maxFailures),
    passkeys: createPasskeySignIns(services, maxFailures),
    /** Resolves once background work is done. */
    settle: links.settle,
  }
}
