/** Creation of the first administrator in the browser, with a token that the service prints. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { ProcessServices, Services } from '../../calendar/services.ts'
import { createAccount, hasAdministrator, type NewAccount } from '../../calendar/users/accounts.ts'
import { generateSecret } from '../../calendar/users/generate-secret.ts'
import { findUserById, listUsers } from '../../calendar/users/user-store.ts'
import { problem } from '../../kernel/problem.ts'
import type { User } from '../../kernel/user.ts'
import type { Reader } from '../../storage/types.ts'
import { deleteSetupToken, findSetupToken, insertSetupToken } from './setup-token.ts'
import { assertNotFixed, type SettingTexts, storeSettings } from './write-site-settings.ts'

/** The token for a site without an administrator; undefined for others. All processes of a database have the same one. */
export async function findOrCreateSetupToken({ database, random }: ProcessServices): Promise<string | undefined> {
  if (!(await isSetupOpen(database.read))) return undefined
  const existing = await findSetupToken(database.read)
  return existing ?? database.transaction((tx) => insertSetupToken(tx, generateSecret(random)))
}

export const isSetupOpen = async (db: Reader): Promise<boolean> => !hasAdministrator(await listUsers(db))

export interface SetupInput {
  readonly token: string
  readonly account: Omit<NewAccount, 'role' | 'id'>
  readonly settings: SettingTexts
}

export interface SetUpSite {
  readonly user: User
  /** Name of the requested application password. */
  readonly applicationPassword: string | undefined
}

/**
 * Creates the first administrator and stores settings, in one transaction. Throws `setup_closed` when an administrator
 * exists, `setup_token_invalid`, or `rest_invalid_param` for an account or settings that are not possible.
 */
export async function setUpSite(services: Services, { token, account, settings }: SetupInput): Promise<SetUpSite> {
  const { database } = services
  await assertMaySetUp(database.read, token)
  assertNotFixed(services.settings.fixed, settings)
  const { id, app_password } = await createAccount(
    services,
    { ...account, role: 'administrator' },
    async (tx, userId) => {
      // Another request may have used the token since.
      await assertMaySetUp(tx, token, userId)
      await deleteSetupToken(tx)
      await storeSettings(tx, services, settings)
    },
  )
  await services.settings.refresh()
  const user = await findUserById(database.read, id)
  if (!user) throw problem('rest_user_invalid_id')
  return { user, applicationPassword: app_password }
}

/** `newId` is the administrator that the transaction creates. */
async function assertMaySetUp(db: Reader, token: string, newId = 0): Promise<void> {
  const others = (await listUsers(db)).filter(({ id }) => id !== newId)
  if (hasAdministrator(others)) throw problem('setup_closed')
  const expected = await findSetupToken(db)
  if (expected === undefined || !isSameToken(expected, token)) throw problem('setup_token_invalid')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Takes the same time for every token. */
const isSameToken = (expected: string, token: string): boolean => timingSafeEqual(digest(expected), digest(token))
