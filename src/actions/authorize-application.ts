import type { AccountAttempt, SignedInAccount } from './account-sign-in.ts'
import { createApplicationPassword } from './application-passwords.ts'
import type { Services } from './services.ts'
import type { SignIns } from './sign-in.ts'

export interface Authorized extends SignedInAccount {
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
  { attempt, name }: { readonly attempt: AccountAttempt; readonly name: string },
): Promise<Authorized> {
  const signedIn = await account(attempt)
  const { secret } = await createApplicationPassword(services, signedIn.user.id, { name })
  return { ...signedIn, secret }
}
