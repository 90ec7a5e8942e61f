/** Authentication methods (wire-contract §4.1). */

import type { Services } from '../services.ts'
import { createAccountSignIn } from './account-sign-in.ts'
import { createApplicationSignIn, createUseRecorder } from './application-sign-in.ts'
import { createKnownSignIns } from './known-sign-ins.ts'
import { createSignInLog } from './sign-in-log.ts'

export type SignIns = ReturnType<typeof createSignIns>

/** `maxFailures` in 15 minutes per IP address; 0 disables limits. */
export function createSignIns(services: Services, maxFailures: number) {
  const useRecorder = createUseRecorder(services)
  const logSignIn = createSignInLog(services)
  return {
    /** With an application password by HTTP Basic. */
    application: createApplicationSignIn(services, maxFailures, { recordUse: useRecorder.record, logSignIn }),
    /** Application passwords that were verified before. */
    known: createKnownSignIns(services),
    /** With an account password. */
    account: createAccountSignIn(services, maxFailures, logSignIn),
    /** Resolves once the uses of all passwords are stored. */
    settle: useRecorder.settle,
  }
}
