import { type Services, withOrigin } from '../services.ts'
import type { AccountAttempt, SignedInAccount } from './account-sign-in.ts'
import { createApplicationPassword, type NewApplicationPassword } from './application-passwords.ts'
import type { SignIns } from './sign-in.ts'

export interface AuthorizedApplication extends SignedInAccount {
  /** Returned only once. */
  readonly secret: string
}

/**
 * Creates an application password, named after the application, for the user who signs in with an account password.
 * Throws the errors of that sign-in.
 */
export async function authorizeApplication(
  services: Services,
  { account }: SignIns,
  { attempt, application }: { readonly attempt: AccountAttempt; readonly application: NewApplicationPassword },
): Promise<AuthorizedApplication> {
  const signedIn = await account(attempt)
  const { ip, channel } = attempt
  const origin = { channel, userId: signedIn.user.id, application: '', ip }
  const { secret } = await createApplicationPassword(withOrigin(services, origin), signedIn.user.id, application)
  return { ...signedIn, secret }
}
