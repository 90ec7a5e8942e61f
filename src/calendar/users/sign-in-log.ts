/** Records sign-ins in the history. They are no changes of records, so caches stay valid. */
import type { Channel, Origin } from '../../kernel/change-record.ts'
import { insertHistory } from '../../storage/change-log/history.ts'
import type { Writer } from '../../storage/types.ts'
import type { ProcessServices } from '../services.ts'

export interface SignInEntry {
  readonly action: 'sign-in' | 'sign-in-failed'
  /** 0 for an unknown login, which is not recorded, because it may be a password typed into the wrong field. */
  readonly userId: number
  /** Name of the application password; empty for account passwords and failures. */
  readonly application: string
  readonly ip: string
  readonly channel: Channel
}

export type LogSignIn = (record: SignInEntry) => Promise<void>

/** Writes a sign-in in the caller's transaction. */
export async function insertSignIn(
  tx: Writer,
  { now }: Pick<ProcessServices, 'now'>,
  { action, userId, ...client }: SignInEntry,
): Promise<void> {
  const origin: Origin = { userId, ...client }
  await insertHistory(tx, [{ kind: 'user', id: userId, action, at: now(), fields: {} }], origin)
}

/**
 * Sign-ins that arrive during a write are stored together by the next one, and equal ones once, so that a flood of them
 * does not block writers. Resolves once the sign-in is stored.
 */
export function createSignInLog(services: ProcessServices): LogSignIn {
  let pending = new Map<string, SignInEntry>()
  let stored: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const store = () => {
    const records = [...pending.values()]
    pending = new Map()
    stored = undefined
    return services.database.transaction(async (tx) => {
      for (const record of records) await insertSignIn(tx, services, record)
    })
  }
  return (record) => {
    pending.set(JSON.stringify(Object.values(record)), record)
    if (!stored) {
      stored = last.then(store)
      last = stored.catch(() => {})
    }
    return stored
  }
}
