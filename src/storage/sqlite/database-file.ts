/** Checks that the open file is still the one at its path: writes to a deleted file would be lost. */
import { statSync } from 'node:fs'
import { createUnavailableFile } from './translate-error.ts'

export interface DatabaseFile {
  /** Inode of the open file. */
  readonly inode: string
  /** The reason why the file must not be written to, for the user; undefined otherwise. */
  readonly findFault: () => string | undefined
  /** Throws `database_unavailable`. Takes a few microseconds. */
  readonly assertInPlace: () => void
}

/** Must be called right after the file was opened. */
export function trackFile(path: string): DatabaseFile {
  const { ino, dev } = statSync(path)
  const findFault = () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return `the database file ${path} is missing; nothing is written until it is back`
    if (found.ino === ino && found.dev === dev) return undefined
    return `the database file ${path} was replaced by another; nothing is written until the service is restarted`
  }
  return {
    inode: String(ino),
    findFault,
    assertInPlace: () => {
      const fault = findFault()
      if (fault) throw createUnavailableFile(fault)
    },
  }
}
