/** Creating, listing, renaming and revoking application passwords (decisions: Application passwords). */

import type { HistoryAction, RecordedValue } from '../../kernel/change-record.ts'
import { problem } from '../../kernel/problem.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import type { ProcessServices } from '../services.ts'
import { type ApplicationPassword, digestSecret } from './application-password-fields.ts'
import {
  deleteApplicationPasswords,
  insertApplicationPassword,
  listApplicationPasswords,
  renameApplicationPassword,
} from './application-password-store.ts'
import { generateSecret } from './generate-secret.ts'
import { findUserById } from './user-store.ts'

export interface NewApplicationPassword {
  readonly name: string
  readonly appId?: string
}

export interface CreatedApplicationPassword {
  readonly password: ApplicationPassword
  /** Returned only once; only its digest is stored. */
  readonly secret: string
}

export function createApplicationPassword(
  services: ProcessServices,
  userId: number,
  input: NewApplicationPassword,
): Promise<CreatedApplicationPassword> {
  const secret = generateSecret(services.random)
  return services.database.transaction(async (tx) => {
    // The user may have been deleted since the request was authenticated.
    if (!(await findUserById(tx, userId))) throw problem('rest_user_invalid_id')
    const password = await addApplicationPassword(tx, services, { userId, secret, ...input })
    const change = { userId, action: 'create-application-password', before: null, after: input.name } as const
    await recordPasswordChange(tx, services, change)
    return { password, secret }
  })
}

interface AddedPassword extends NewApplicationPassword {
  readonly userId: number
  readonly secret: string
}

/** Adds a password in a transaction that records a change of the user. */
export function addApplicationPassword(
  tx: Writer,
  { now }: ProcessServices,
  { userId, secret, name, appId = '' }: AddedPassword,
): Promise<ApplicationPassword> {
  return insertApplicationPassword(tx, {
    user_id: userId,
    name,
    digest: digestSecret(secret),
    created_utc: now(),
    app_id: appId,
    last_used_utc: '',
    last_ip: '',
  })
}

interface PasswordChange {
  readonly userId: number
  readonly action: HistoryAction
  /** Names of application passwords. */
  readonly before: RecordedValue
  readonly after: RecordedValue
}

export const recordPasswordChange = (
  tx: Writer,
  { now }: ProcessServices,
  { userId: id, action, before, after }: PasswordChange,
): Promise<number> =>
  recordChange(tx, {
    ...{ kind: 'user', id, op: 'update', at: now() },
    ...{ action, fields: { application_password: [before, after] } },
  })

/** The passwords of a user, the oldest first. */
export const findApplicationPasswords = (
  { database }: ProcessServices,
  userId: number,
): Promise<ApplicationPassword[]> => listApplicationPasswords(database.read, userId)

/** The passwords of all users, the oldest first. */
export const findAllApplicationPasswords = ({ database }: ProcessServices): Promise<ApplicationPassword[]> =>
  listApplicationPasswords(database.read)

export async function findApplicationPassword(
  services: ProcessServices,
  userId: number,
  uuid: string,
): Promise<ApplicationPassword | undefined> {
  const lowercaseUuid = uuid.toLowerCase()
  return (await findApplicationPasswords(services, userId)).find((password) => password.uuid === lowercaseUuid)
}

export async function renamePassword(
  services: ProcessServices,
  password: ApplicationPassword,
  name: string,
): Promise<ApplicationPassword> {
  await services.database.transaction(async (tx) => {
    await renameApplicationPassword(tx, password.id, name)
    const { userId, name: before } = password
    const change = { userId, action: 'rename-application-password', before, after: name } as const
    await recordPasswordChange(tx, services, change)
  })
  return { ...password, name }
}

/** Revokes the passwords that `isMeant` selects, and returns them. Other nodes reject them once they learn of the change. */
export function revokePasswords(
  services: ProcessServices,
  userId: number,
  isSelected: (password: ApplicationPassword) => boolean,
): Promise<readonly ApplicationPassword[]> {
  return services.database.transaction((tx) => deletePasswords(tx, services, userId, isSelected))
}

/** Like `revokePasswords`, in a transaction. */
export async function deletePasswords(
  tx: Writer,
  services: ProcessServices,
  userId: number,
  isSelected: (password: ApplicationPassword) => boolean,
): Promise<readonly ApplicationPassword[]> {
  const revoked = (await listApplicationPasswords(tx, userId)).filter(isSelected)
  const ids = revoked.map(({ id }) => id)
  await deleteApplicationPasswords(tx, ids)
  const before = revoked.map(({ name }) => name)
  const change = { userId, action: 'revoke-application-passwords', before, after: null } as const
  if (ids.length > 0) await recordPasswordChange(tx, services, change)
  return revoked
}
