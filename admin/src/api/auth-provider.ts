import type { AuthProvider } from 'ra-core'
import { send } from './client.ts'
import { buildSignInUrl, session } from './session.ts'

/** Signing in is a page of the service, so this never resolves. */
function leaveForSignIn(): Promise<never> {
  location.assign(buildSignInUrl())
  return new Promise(() => {})
}

export const authProvider: AuthProvider = {
  login: leaveForSignIn,
  logout: async () => {
    if (await session.read()) await send('/session', { method: 'DELETE' })
    location.assign(buildSignInUrl(new URL(document.baseURI).pathname))
    return new Promise(() => {})
  },
  checkAuth: async () => {
    if (!(await session.read())) await leaveForSignIn()
  },
  // An ended session is handled where requests are sent; other errors are shown.
  checkError: () => Promise.resolve(),
  getIdentity: async () => {
    const signedIn = await session.read()
    const { id = 0, name = '', login = '', role = '', email = '' } = signedIn?.user ?? {}
    return { id, fullName: name || login, login, role, email }
  },
  getPermissions: async () => (await session.read())?.capabilities ?? [],
}
