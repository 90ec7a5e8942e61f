/** Ways to sign in (contract 4.1). */

import type { Services } from '../services.ts'
import { createAccountSignIn } from './account-sign-in.ts'
import { createApplicationSignIn, createUseRecorder } from './application-sign-in.ts'

export interface SignInAttempt {
  readonly login: string
  readonly password: string
  /** IP address of the client. */
  readonly ip: string
}

export type SignIns = ReturnType<typeof createSignIns>

/** `most` failures in 15 minutes per IP address; 0 for no limits. */
export function createSignIns(services: Services, maxFailures: number) {
  const useRecorder = createUseRecorder(services)
  return {
    /** With an application password, over HTTP Basic. */
    application: createApplicationSignIn(services, maxFailures, useRecorder.record),
    /** With the password of the account. */
    account: createAccountSignIn(services, maxFailures),
    /** Resolves once nothing of the sign-ins so far is still being stored. */
    settle: useRecorder.settle,
  }
}
