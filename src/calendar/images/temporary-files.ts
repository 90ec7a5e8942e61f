import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createPartName, isAbandoned } from '../../base/part-file.ts'
import { rethrowAsMediaProblem } from './media-problems.ts'

/** Files for the duration of a request, in a private folder. */
export interface TemporaryFiles {
  /** Reserves paths of files that do not exist yet. The caller removes them. */
  readonly reserve: (count: number) => Promise<readonly string[]>
  /** Throws the problem `media_unavailable` if writing fails; the partial file is removed. */
  readonly write: (content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => Promise<string>
  /** Ignores missing files. */
  readonly remove: (paths: readonly string[]) => Promise<void>
  /** Removes files of killed processes. Returns their number. */
  readonly removeAbandoned: () => Promise<number>
}

/** The folder is created with the first file. */
export function createTemporaryFiles(folder: string): TemporaryFiles {
  const remove = async (paths: readonly string[]) => {
    for (const path of paths) await rm(path, { force: true })
  }
  const reserve = async (count: number) => {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(rethrowAsMediaProblem)
    return Array.from({ length: count }, () => join(folder, createPartName()))
  }
  return {
    reserve,
    write: async (content) => {
      const [path = ''] = await reserve(1)
      // Opened before anything can fail, so that the file is not created after its removal.
      const file = await open(path, 'wx', 0o600).catch(rethrowAsMediaProblem)
      try {
        await pipeline(content, file.createWriteStream())
        return path
      } catch (error) {
        await remove([path])
        return rethrowAsMediaProblem(error)
      }
    },
    remove,
    removeAbandoned: () => removeAbandonedPartFiles(folder),
  }
}

/** Removes unfinished files of killed processes from one folder. */
export async function removeAbandonedPartFiles(folder: string): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const stats = await lstat(path).catch(() => undefined)
    if (!stats?.isFile() || !isAbandoned(name, Date.now() - stats.mtimeMs)) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
