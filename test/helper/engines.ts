/** Databases to test on. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from './postgres.ts'

/** Database and files of a test service. */
export interface TestStorage {
  /** URL of a new empty database. */
  readonly url: string
  /** Folder for all other files. */
  readonly folder: string
  readonly remove: () => Promise<void>
}

/** A database engine to test on. */
export interface TestEngine {
  readonly name: 'sqlite' | 'postgres'
  readonly create: () => Promise<TestStorage>
  /** A copy of a database that nothing uses, with its files. Faster than migrations and users for each service. */
  readonly copy?: (source: TestStorage) => Promise<TestStorage>
}

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  return { folder, removeFolder: () => rmSync(folder, { recursive: true, force: true }) }
}

function createSqliteStorage(): TestStorage {
  const { folder, removeFolder } = makeFolder()
  return { url: `sqlite:${join(folder, 'calends.db')}`, folder, remove: async () => removeFolder() }
}

const sqlite: TestEngine = {
  name: 'sqlite',
  create: async () => createSqliteStorage(),
  copy: async (source) => {
    const storage = createSqliteStorage()
    cpSync(source.folder, storage.folder, { recursive: true })
    return storage
  },
}

async function createPostgresStorage(template?: string): Promise<TestStorage> {
  const { folder, removeFolder } = makeFolder()
  const { url, drop } = await createTestDatabase(template)
  return {
    url,
    folder,
    remove: async () => {
      await drop()
      removeFolder()
    },
  }
}

/** For tests that require it in addition to the engine that they run on. */
export const POSTGRES: TestEngine = {
  name: 'postgres',
  create: () => createPostgresStorage(),
  copy: async (source) => {
    const storage = await createPostgresStorage(new URL(source.url).pathname.slice(1))
    cpSync(source.folder, storage.folder, { recursive: true })
    return storage
  },
}

/** Both engines, or the one that TEST_ENGINE selects. For tests of storage, queries, order and transactions. */
export const ENGINES: readonly TestEngine[] = [sqlite, POSTGRES].filter(
  ({ name }) => (process.env['TEST_ENGINE'] ?? name) === name,
)

const SPLIT: Readonly<Record<string, TestEngine['name']>> = { quick: 'sqlite', full: 'postgres' }

/** For HTTP tests where SQL matters: `npm test` runs them on SQLite, and `npm run test:full` on PostgreSQL. */
export const SPLIT_ENGINES: readonly TestEngine[] = ENGINES.filter(
  ({ name }) => (SPLIT[process.env['TEST_SET'] ?? ''] ?? name) === name,
)

/**
 * SQLite, or the engine that TEST_ENGINE selects. For tests of what is above the storage: test/differential and
 * test/golden prove that both engines respond alike.
 */
export const ONE_ENGINE: readonly TestEngine[] = ENGINES.slice(0, 1)
