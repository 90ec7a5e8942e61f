import { addApplicationPassword } from './accounts.ts'
import type { Services } from './services.ts'
import type { Attempt, SignIn } from './sign-in.ts'

export interface Authorized {
  readonly login: string
  /** Shown this once. */
  readonly password: string
}

/**
 * A new application password for whoever signs in with the password of an account, named after the application. Throws
 * what `signIn` throws.
 */
export async function authorizeApplication(
  services: Services,
  signIn: SignIn,
  { attempt, name }: { readonly attempt: Attempt; readonly name: string },
): Promise<Authorized> {
  const { login } = await signIn(attempt)
  return { login, password: await addApplicationPassword(services, login, name) }
}
