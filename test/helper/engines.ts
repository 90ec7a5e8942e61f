import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A database engine to test on: gives the address of a new empty database, and takes it away again. */
export interface TestEngine {
  readonly name: string
  /** With a folder for whatever else a service keeps. */
  readonly create: () => { readonly url: string; readonly folder: string; readonly remove: () => void }
}

/** Every storage and wire test loops over these. */
export const ENGINES: readonly TestEngine[] = [
  {
    name: 'sqlite',
    create: () => {
      const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
      return {
        folder,
        url: `sqlite:${join(folder, 'calends.db')}`,
        remove: () => rmSync(folder, { recursive: true, force: true }),
      }
    },
  },
]
