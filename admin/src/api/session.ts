/**
 * The session: a cookie that scripts cannot read, and a nonce that every request has to contain. When it ends, requests
 * wait until the user has signed in again in another window, so that nothing that was entered is lost.
 */
import { ADMIN_URL, SITE_URL } from '../settings.ts'

export interface SignedIn {
  readonly user: {
    readonly id: number
    readonly login: string
    readonly name: string
    readonly email: string
    readonly role: string
  }
  readonly capabilities: readonly string[]
  readonly nonce: string
}

const SESSION_URL = new URL('api/cal/events/v1/session', SITE_URL)

/** Returns undefined without a session. */
export async function readSession(): Promise<SignedIn | undefined> {
  const response = await fetch(SESSION_URL, { cache: 'no-store' })
  if (!response.ok) return undefined
  const signedIn: SignedIn = await response.json()
  return signedIn.nonce ? signedIn : undefined
}

/** The sign-in page of the service, with all its methods. It continues at `path`. */
export function buildSignInUrl(path = `${location.pathname}${location.search}`): string {
  const url = new URL('sign-in', SITE_URL)
  url.searchParams.set('return', path)
  return url.href
}

/** Page of the admin that a sign-in in another window ends at. */
export const SIGNED_IN_URL = new URL('signed-in', ADMIN_URL)

type Listener = (isEnded: boolean) => void

/** One per application. */
export class SessionStore {
  #current: Promise<SignedIn | undefined> | undefined
  #waiting: (() => void)[] = []
  #listeners = new Set<Listener>()

  /** Reads the session once, and again after it ended. */
  read(): Promise<SignedIn | undefined> {
    this.#current ??= readSession()
    return this.#current
  }

  /** Resolves when the same user has signed in again. */
  waitForSignIn(): Promise<void> {
    const waiting = new Promise<void>((resolve) => this.#waiting.push(resolve))
    for (const listener of this.#listeners) listener(true)
    return waiting
  }

  /** Checks whether the user has signed in again, and lets waiting requests continue. Another user gets a new page. */
  async retry(): Promise<boolean> {
    const before = await this.#current
    const after = await readSession()
    if (!after) return false
    if (before && before.user.id !== after.user.id) location.reload()
    this.#current = Promise.resolve(after)
    for (const resume of this.#waiting.splice(0)) resume()
    for (const listener of this.#listeners) listener(false)
    return true
  }

  forget(): void {
    this.#current = undefined
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export const session = new SessionStore()
