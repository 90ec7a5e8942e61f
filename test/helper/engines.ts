import { mkdtempSync, rmSync } from 'node:fs'
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
}

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  return { folder, removeFolder: () => rmSync(folder, { recursive: true, force: true }) }
}

const sqlite: TestEngine = {
  name: 'sqlite',
  create: async () => {
    const { folder, removeFolder } = makeFolder()
    return { url: `sqlite:${join(folder, 'calends.db')}`, folder, remove: async () => removeFolder() }
  },
}

/** For tests that require it in addition to the engine that they run on. */
export const POSTGRES: TestEngine = {
  name: 'postgres',
  create: async () => {
    const { folder, removeFolder } = makeFolder()
    const { url, drop } = await createTestDatabase()
    return {
      url,
      folder,
      remove: async () => {
        await drop()
        removeFolder()
      },
    }
  },
}

/** Storage and wire tests run on each engine; TEST_ENGINE selects one. */
export const ENGINES: readonly TestEngine[] = [sqlite, POSTGRES].filter(
  ({ name }) => (process.env['TEST_ENGINE'] ?? name) === name,
)
