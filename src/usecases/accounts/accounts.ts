import type { SignIns } from '../auth/sign-in.ts'
import type { Services } from '../services.ts'
import { createAccountLinks } from './account-links.ts'

export type Accounts = ReturnType<typeof createAccounts>

/** What users do with their accounts besides signing in. `maxFailures` in 15 minutes per client; 0 disables limits. */
export function createAccounts(services: Services, _signIns: SignIns, maxFailures: number) {
  const links = createAccountLinks(services, maxFailures)
  return {
    links,
    /** Resolves once background work is done. */
    settle: links.settle,
  }
}
