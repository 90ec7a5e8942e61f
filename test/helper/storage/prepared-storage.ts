/**
 * Databases that are copied instead of created: migrations take up to three seconds on PostgreSQL, and hashing the passwords
 * of the users half a second. Each process creates its templates once.
 */

import { type Services, withCurrentSite } from '../../../src/calendar/services.ts'
import { readConfig } from '../../../src/config.ts'
import { createServices } from '../../../src/process-services.ts'
import { createUsers, type TestUsers } from '../accounts/users.ts'
import type { TestEngine, TestStorage } from '../engines.ts'

interface Template<T> {
  readonly storage: TestStorage
  readonly content: T
}

/** When the users of prepared databases were created. */
export const DEFAULT_NOW = '2026-11-21T03:00:00Z'

const usersTemplates = new Map<TestEngine, Promise<Template<TestUsers>>>()
const emptyTemplates = new Map<TestEngine, Promise<Template<void>>>()

export interface PreparedStorage {
  readonly storage: TestStorage
  /** The users that the database contains. */
  readonly users: TestUsers
}

/** A database with users that no service has opened yet. */
export async function createStorageWithUsers(engine: CopyingEngine): Promise<PreparedStorage> {
  const template = usersTemplates.get(engine) ?? createTemplate(engine, createUsers)
  usersTemplates.set(engine, template)
  const { storage, content } = await template
  return { storage: await engine.copy(storage), users: content }
}

/** A database with the current schema and nothing else, for tests that are not about migrations. */
export async function createMigratedStorage(engine: TestEngine): Promise<TestStorage> {
  if (!canCopy(engine)) return engine.create()
  const template = emptyTemplates.get(engine) ?? createTemplate(engine, async () => {})
  emptyTemplates.set(engine, template)
  return engine.copy((await template).storage)
}

type CopyingEngine = TestEngine & Required<Pick<TestEngine, 'copy'>>

export const canCopy = (engine: TestEngine): engine is CopyingEngine => engine.copy !== undefined

async function createTemplate<T>(engine: TestEngine, fill: (services: Services) => Promise<T>): Promise<Template<T>> {
  const storage = await engine.create()
  process.once('beforeExit', () => void storage.remove())
  const config = readConfig({
    DATABASE_URL: storage.url,
    DATA_DIR: storage.folder,
    SITE_TIMEZONE: 'America/New_York',
    LOG_LEVEL: 'silent',
  })
  const services = await createServices(config, () => Date.parse(DEFAULT_NOW))
  const content = await fill(withCurrentSite(services))
  await services.close()
  return { storage, content }
}
