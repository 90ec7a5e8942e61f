import { type Services, withOrigin } from '../../calendar/services.ts'
import type { SignedInAccount } from '../../calendar/users/account-sign-in.ts'
import { createApplicationPassword, type NewApplicationPassword } from '../../calendar/users/application-passwords.ts'
import type { Accounts } from './accounts.ts'
import type { PasswordSignIn } from './second-factor.ts'

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
  { signIn }: Accounts,
  { attempt, application }: { readonly attempt: PasswordSignIn; readonly application: NewApplicationPassword },
): Promise<AuthorizedApplication> {
  const signedIn = await signIn(attempt)
  const { ip, channel } = attempt
  const origin = { channel, userId: signedIn.user.id, application: '', ip }
  const { secret } = await createApplicationPassword(withOrigin(services, origin), signedIn.user.id, application)
  return { ...signedIn, secret }
}
