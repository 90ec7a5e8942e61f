/** A folder with the files of a theme, for tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface ThemeFolder {
  readonly path: string
  readonly write: (files: Readonly<Record<string, string>>) => void
  readonly remove: () => void
}

export function createThemeFolder(files: Readonly<Record<string, string>> = {}): ThemeFolder {
  const path = mkdtempSync(join(tmpdir(), 'calends-theme-'))
  const write = (added: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(added)) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
    }
  }
  write(files)
  return { path, write, remove: () => rmSync(path, { recursive: true }) }
}
