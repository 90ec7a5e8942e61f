import type { Services } from '../services.ts'
import type { AccountAttempt, SignedInAccount } from './account-sign-in.ts'
import { createApplicationPassword, type NewApplicationPassword } from './application-passwords.ts'
import type { SignIns } from './sign-in.ts'

export interface AuthorizedApplication extends SignedInAccount {
  /** Shown this once. */
  readonly secret: string
}

/**
 * A new application password for the user who signs in with the password of an account, named after the application.
 * Throws what signing in throws.
 */
export async function authorizeApplication(
  services: Services,
  { account }: SignIns,
  { attempt, application }: { readonly attempt: AccountAttempt; readonly application: NewApplicationPassword },
): Promise<AuthorizedApplication> {
  const signedIn = await account(attempt)
  const { secret } = await createApplicationPassword(services, signedIn.user.id, application)
  return { ...signedIn, secret }
}
