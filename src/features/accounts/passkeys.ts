/** Passkeys of users: registered, listed, renamed and deleted. */

import type { Services } from '../../calendar/services.ts'
import type { Passkey } from '../../calendar/users/passkey.ts'
import { findUserById } from '../../calendar/users/user-store.ts'
import type { HistoryAction } from '../../kernel/change-record.ts'
import { createInvalidParams, problem } from '../../kernel/problem.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { createChallenge, useChallenge } from './passkey-challenges.ts'
import type { PasskeyRegistration } from './passkey-fields.ts'
import {
  deletePasskeyRow,
  insertPasskey,
  listPasskeyCredentials,
  listPasskeys,
  renamePasskeyRow,
} from './passkey-store.ts'
import { createRegistrationOptions, verifyRegistration } from './webauthn.ts'

/** The passkeys of a user, the oldest first. */
export const findUserPasskeys = ({ database }: Services, userId: number): Promise<Passkey[]> =>
  listPasskeys(database.read, userId)

/** Options for the browser, and the token for its cookie. `site` is the URL of the site. */
export async function createPasskeyOptions(services: Services, userId: number, site: string) {
  const {
    database,
    site: { name },
  } = services
  const user = await findUserById(database.read, userId)
  if (!user) throw problem('rest_user_invalid_id')
  const existing = await listPasskeyCredentials(database.read, userId)
  const { token, challenge } = await createChallenge(services, userId)
  return { token, options: await createRegistrationOptions({ site, challenge }, user, name, existing) }
}

export interface NewPasskey {
  readonly name: string
  readonly credential: PasskeyRegistration
  /** Token of the cookie. */
  readonly token: string | undefined
  readonly site: string
}

/** Registers a passkey. Throws `rest_invalid_param` for a credential that does not answer a valid challenge. */
export async function createPasskey(
  services: Services,
  userId: number,
  { name, credential, token, site }: NewPasskey,
): Promise<Passkey> {
  const { now } = services
  const challenge = await useChallenge(services, userId, token)
  const verified = challenge && (await verifyRegistration({ site, challenge }, credential))
  if (!verified) throw createCredentialProblem()
  const { credentialId, publicKey, counter, transports } = verified
  return changePasskeys(services, userId, 'add-passkey', async (tx) => {
    const passkey = await insertPasskey(tx, {
      user_id: userId,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports: transports.join(','),
      name,
      created_utc: now(),
      last_used_utc: '',
    })
    if (!passkey) throw createCredentialProblem()
    return passkey
  })
}

const createCredentialProblem = () =>
  createInvalidParams({ credential: { kind: 'invalid', message: 'error.passkey_invalid' } })

/** Throws `passkey_not_found`, like `deletePasskey`. */
export const renamePasskey = (
  services: Services,
  passkey: Pick<Passkey, 'id' | 'userId'>,
  name: string,
): Promise<Passkey> =>
  changePasskeys(services, passkey.userId, 'rename-passkey', async (tx) =>
    requirePasskey(await renamePasskeyRow(tx, passkey, name)),
  )

/** Returns the deleted passkey. */
export const deletePasskey = (services: Services, passkey: Pick<Passkey, 'id' | 'userId'>): Promise<Passkey> =>
  changePasskeys(services, passkey.userId, 'remove-passkey', async (tx) =>
    requirePasskey(await deletePasskeyRow(tx, passkey)),
  )

function requirePasskey(passkey: Passkey | undefined): Passkey {
  if (!passkey) throw problem('passkey_not_found')
  return passkey
}

const changePasskeys = (
  { database, now }: Services,
  userId: number,
  action: HistoryAction,
  change: (tx: Writer) => Promise<Passkey>,
): Promise<Passkey> =>
  database.transaction(async (tx) => {
    const passkey = await change(tx)
    await recordChange(tx, { kind: 'user', id: userId, op: 'update', at: now(), action, fields: {} })
    return passkey
  })
