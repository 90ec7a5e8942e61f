/** The users of test services, and databases that contain them. */
import { readConfig } from '../../../src/config.ts'
import { createServices } from '../../../src/container.ts'
import type { Role } from '../../../src/domain/model/user.ts'
import { createAccount } from '../../../src/usecases/auth/accounts.ts'
import type { Services } from '../../../src/usecases/services.ts'
import type { TestEngine, TestStorage } from '../engines.ts'

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

/** A database with users that no service has opened yet. */
export interface PreparedStorage {
  readonly storage: TestStorage
  readonly users: TestUsers
}

const templates = new Map<TestEngine, Promise<PreparedStorage>>()

/** Copies a database with users, which is created once per process: hashing six passwords and migrating take a second. */
export async function copyPreparedStorage(
  engine: TestEngine,
  copy: Required<TestEngine>['copy'],
): Promise<PreparedStorage> {
  const template = templates.get(engine) ?? createTemplate(engine)
  templates.set(engine, template)
  const { storage, users } = await template
  return { storage: await copy(storage), users }
}

/** When the users of templates were created. */
export const DEFAULT_NOW = '2026-11-21T03:00:00Z'

async function createTemplate(engine: TestEngine): Promise<PreparedStorage> {
  const storage = await engine.create()
  process.once('beforeExit', () => void storage.remove())
  const config = readConfig({
    DATABASE_URL: storage.url,
    DATA_DIR: storage.folder,
    SITE_TIMEZONE: 'America/New_York',
    LOG_LEVEL: 'silent',
  })
  const services = await createServices(config, () => Date.parse(DEFAULT_NOW))
  const users = await createUsers(services)
  await services.close()
  return { storage, users }
}
