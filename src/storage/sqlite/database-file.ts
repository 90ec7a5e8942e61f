/** Whether the file that a process has open is still the one at its path: a file that was deleted can be written to. */
import { statSync } from 'node:fs'
import { createUnavailableFile } from './translate-error.ts'

export interface DatabaseFile {
  /** Inode of the open file. */
  readonly inode: string
  /** Why the file must not be written to, a line for a person; undefined while all is well. */
  readonly findFault: () => string | undefined
  /** Throws `database_unavailable`. A look costs some microseconds. */
  readonly assertInPlace: () => void
}

/** The file has just been opened. */
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
