/** The users of test services. */

import type { Services } from '../../../src/calendar/services.ts'
import { createAccount } from '../../../src/calendar/users/accounts.ts'
import type { Role } from '../../../src/kernel/user.ts'

/** `anon`, or the login of a user: one per role, named by it, and `author2` in addition to `author`. */
export type TestUser = 'anon' | 'admin' | 'editor' | 'author' | 'contributor' | 'subscriber' | 'author2'

export interface TestUsers {
  readonly ids: Readonly<Record<Exclude<TestUser, 'anon'>, number>>
  /** Basic credentials of a user; empty for `anon`. */
  readonly authorization: (user: TestUser) => string
}

const USERS: readonly (readonly [Exclude<TestUser, 'anon'>, Role])[] = [
  ['admin', 'administrator'],
  ['editor', 'editor'],
  ['author', 'author'],
  ['contributor', 'contributor'],
  ['subscriber', 'subscriber'],
  ['author2', 'author'],
]

/** Password of all users. */
export const ACCOUNT_PASSWORD = 'x'

export async function createUsers(services: Services): Promise<TestUsers> {
  const ids: Record<string, number> = {}
  const tokens = new Map<TestUser, string>()
  for (const [login, role] of USERS) {
    const email = `${login}@example.test`
    const account = await createAccount(services, {
      ...{ login, role, email },
      password: ACCOUNT_PASSWORD,
      appPassword: 'test',
    })
    tokens.set(login, `Basic ${Buffer.from(`${login}:${account.app_password}`).toString('base64')}`)
    ids[login] = account.id
  }
  return { ids: ids as TestUsers['ids'], authorization: (user) => tokens.get(user) ?? '' }
}
