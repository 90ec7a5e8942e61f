/** Authentication methods (wire-contract §4.1). */

import type { ProcessServices } from '../services.ts'
import { createAccountSignIn } from './account-sign-in.ts'
import type { ApplicationPassword } from './application-password-fields.ts'
import { updateLastUse } from './application-password-store.ts'
import { createApplicationSignIn } from './application-sign-in.ts'
import { createKnownSignIns } from './known-sign-ins.ts'
import { createSessions } from './sessions.ts'
import { createSignInLog, insertSignIn } from './sign-in-log.ts'
import { createUseRecorder } from './use-recorder.ts'

export type SignIns = ReturnType<typeof createSignIns>

/** `maxFailures` in 15 minutes per IP address; 0 disables limits. */
export function createSignIns(services: ProcessServices, maxFailures: number) {
  const uses = createUseRecorder<ApplicationPassword>(services, async (tx, { id, userId, name }, { at, client }) => {
    await updateLastUse(tx, id, { at, ip: client.ip })
    await insertSignIn(tx, services, { action: 'sign-in', userId, application: name, ...client })
  })
  const logSignIn = createSignInLog(services)
  const sessions = createSessions(services)
  return {
    /** With an application password by HTTP Basic. */
    application: createApplicationSignIn(services, maxFailures, { recordUse: uses.record, logSignIn }),
    /** Application passwords that were verified before. */
    known: createKnownSignIns(services),
    /** With an account password. */
    account: createAccountSignIn(services, maxFailures, logSignIn),
    sessions,
    /** Resolves once the uses of all passwords and sessions are stored. */
    settle: async () => {
      await Promise.all([uses.settle(), sessions.settle()])
    },
  }
}
