/** Records the use of credentials, at most once per interval, because programs sign in with every request. */
import { toSeconds } from '../../base/time/civil-time.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Writer } from '../../storage/types.ts'
import type { ProcessServices } from '../services.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'

const RECORD_SECONDS = 60 * 60

interface UsedCredential {
  readonly id: number
  readonly lastUsed: DateTime | undefined
}

/** Whether a use need not be recorded. */
export const hasRecentUse = ({ lastUsed }: UsedCredential, now: DateTime): boolean =>
  lastUsed !== undefined && toSeconds(now) - toSeconds(lastUsed) < RECORD_SECONDS

/** Where credentials are used. */
export type CredentialClient = Pick<SignInAttempt, 'ip' | 'channel'>

export interface CredentialUse {
  readonly at: DateTime
  readonly client: CredentialClient
}

export interface UseRecorder<T> {
  /** Records a use without delaying the request. */
  readonly record: (credential: T, client: CredentialClient) => void
  /** Resolves once all uses are stored. */
  readonly settle: () => Promise<void>
}

export function createUseRecorder<T extends UsedCredential>(
  { database, now, reportError }: ProcessServices,
  update: (tx: Writer, credential: T, use: CredentialUse) => Promise<void>,
): UseRecorder<T> {
  const pending = new Map<number, Promise<void>>()
  return {
    record: (credential, client) => {
      const { id } = credential
      const at = now()
      if (hasRecentUse(credential, at) || pending.has(id)) return
      const storing = database
        .transaction((tx) => update(tx, credential, { at, client }))
        .catch(reportError)
        .finally(() => pending.delete(id))
      pending.set(id, storing)
    },
    settle: async () => {
      await Promise.all(pending.values())
    },
  }
}
