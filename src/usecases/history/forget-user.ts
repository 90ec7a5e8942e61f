/** Erases the personal data of a user: the account, and name and IP addresses in the history. */
import { toLocal } from '../../datetime/time-zone.ts'
import { diffFields } from '../../domain/history/history.ts'
import { POST_KINDS } from '../../domain/model/post.ts'
import { findRevision, recordChange, recordChanges } from '../../storage/changes/change-log.ts'
import { anonymizeHistory } from '../../storage/changes/history.ts'
import type { ChangeKind, Writer } from '../../storage/core/types.ts'
import { type Reassignment, reassignMedia, reassignPosts, reassignSeries } from '../../storage/stores/authors.ts'
import { deleteUser, findUser } from '../../storage/stores/users.ts'
import { assertNotLastAdministrator, requireUser } from '../auth/accounts.ts'
import type { Services } from '../services.ts'

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

/** Makes another user the author of all records of a user, and returns their number. */
async function reassignRecords(
  tx: Writer,
  { now, site }: Services,
  { from, to }: Pick<Reassignment, 'from' | 'to'>,
): Promise<number> {
  const at = now()
  const reassignment = { from, to, modified_utc: at, modified: toLocal(at, site.zone) }
  const fields = diffFields({ author: from }, { author: to })
  const record = async (kind: ChangeKind, ids: readonly number[]) => {
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      const batch = ids.slice(start, start + BATCH_SIZE)
      await recordChanges(
        tx,
        batch.map((id) => ({ kind, id, op: 'update', at, fields })),
      )
    }
    return ids.length
  }
  let total = 0
  for (const kind of POST_KINDS) total += await record(kind, await reassignPosts(tx, kind, reassignment))
  total += await record('media', await reassignMedia(tx, reassignment))
  return total + (await record('series', await reassignSeries(tx, reassignment)))
}

const BATCH_SIZE = 500
