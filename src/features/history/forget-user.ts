/** Erases the personal data of a user: the account, and name and IP addresses in the history. */

import type { Services } from '../../calendar/services.ts'
import { assertNotLastAdministrator, requireUser } from '../../calendar/users/accounts.ts'
import { reassignRecords } from '../../calendar/users/reassign-records.ts'
import { deleteUser, findUser } from '../../calendar/users/user-store.ts'
import { findRevision, recordChange } from '../../storage/change-log/change-log.ts'
import { anonymizeHistory } from '../../storage/change-log/history.ts'
import type { Writer } from '../../storage/types.ts'

export interface ForgetOptions {
  /** Login or email address of the user who becomes the author of the records; by default their author is unchanged. */
  readonly reassignTo?: string
}

export interface ForgottenUser {
  readonly id: number
  /** Number of reassigned records. */
  readonly reassigned: number
}

/**
 * Forgets a user by login or email address, or one who was removed before by the ID. Throws an `Error` for the user when
 * there is none, and for the last administrator.
 */
export function forgetUser(
  services: Services,
  loginOrId: string,
  { reassignTo }: ForgetOptions = {},
): Promise<ForgottenUser> {
  return services.database.transaction(async (tx) => {
    const user = await findUser(tx, loginOrId)
    const id = user?.id ?? (await requireRemovedId(tx, loginOrId))
    if (user) await assertNotLastAdministrator(tx, user)
    const successor = reassignTo === undefined ? undefined : await requireUser(tx, reassignTo)
    if (successor?.id === id) throw new Error(`${reassignTo} is the user to forget`)
    const reassigned = successor ? await reassignRecords(tx, services, { from: id, to: successor.id }) : 0
    await deleteUser(tx, id)
    const change = { kind: 'user', id, op: 'delete', at: services.now(), action: 'forget', fields: {} } as const
    await recordChange(tx, change)
    await anonymizeHistory(tx, id)
    return { id, reassigned }
  })
}

/** The change log contains every user that has existed. */
async function requireRemovedId(tx: Writer, text: string): Promise<number> {
  const id = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
  if ((await findRevision(tx, 'user', id)) === 0) throw new Error(`there is no user ${text}`)
  return id
}
