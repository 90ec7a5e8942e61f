import { constants } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createPartName } from '../../../base/part-file.ts'
import { isMediaKey } from '../../../calendar/images/image.ts'
import { assertMediaKey } from '../../../calendar/images/media-key.ts'
import { rethrowAsMediaProblem } from '../../../calendar/images/media-problems.ts'
import type { ListedMedia, MediaContent, MediaStore, StoredMedia } from '../../../calendar/images/media-store.ts'
import { removeAbandonedPartFiles } from '../../../calendar/images/temporary-files.ts'

/** Stores images in a private folder, which is created with the first file. */
export function createDiskStore(root: string): MediaStore {
  const getPath = (key: string): string => {
    assertMediaKey(key)
    return join(root, key)
  }
  return {
    write: async (key, content) => writeAtomically(root, getPath(key), content).catch(rethrowAsMediaProblem),
    read: async (key) => readFile(getPath(key)).catch(rethrowAsMediaProblem),
    remove: async (keys) => {
      for (const path of keys.map(getPath)) await rm(path, { force: true }).catch(rethrowAsMediaProblem)
    },
    list: () => listKeys(root),
    removeAbandoned: () => removeAbandoned(root),
    close: async () => undefined,
  }
}

/** Writes to a temporary name and renames after fsync, so that readers see the old or the new file. */
async function writeAtomically(root: string, path: string, content: MediaContent): Promise<void> {
  const folder = dirname(path)
  const createdFolder = await mkdir(folder, { recursive: true, mode: 0o700 })
  const partPath = join(folder, createPartName())
  try {
    if (Buffer.isBuffer(content)) await withFile(partPath, 'wx', (file) => file.writeFile(content))
    else await moveFile(content.path, partPath)
    await withFile(partPath, 'r', async (file) => {
      await file.chmod(0o600)
      await file.sync()
    })
    await rename(partPath, path)
  } catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
  const changedFolders = createdFolder === undefined ? [folder] : [folder, dirname(folder), root]
  for (const changedFolder of changedFolders) await withFile(changedFolder, 'r', (file) => file.sync())
}

/** Copies between different file systems. */
async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EXDEV') return copyFile(from, to)
    throw error
  })
}

async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** Does not follow symbolic links, so that only files of the store are read. */
async function readFile(path: string): Promise<StoredMedia | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(returnUndefinedIfAbsent)
  if (file === undefined) return undefined
  const stats = await file.stat()
  if (stats.isFile()) return { size: stats.size, stream: file.createReadStream() }
  await file.close()
  return undefined
}

async function* listKeys(root: string): AsyncGenerator<ListedMedia> {
  for await (const folder of listFolders(root))
    for (const name of await listNames(join(root, folder), 'file')) {
      const key = `${folder}/${name}`
      const stats = isMediaKey(key) ? await stat(join(root, key)).catch(returnUndefinedIfAbsent) : undefined
      if (stats) yield { key, modified: stats.mtimeMs }
    }
}

async function removeAbandoned(root: string): Promise<number> {
  let removed = 0
  for await (const folder of listFolders(root)) removed += await removeAbandonedPartFiles(join(root, folder))
  return removed
}

/** Yields folders such as `2026/11`. */
async function* listFolders(root: string): AsyncGenerator<string> {
  for (const year of await listNames(root))
    for (const month of await listNames(join(root, year))) yield `${year}/${month}`
}

async function listNames(folder: string, kind: 'folder' | 'file' = 'folder'): Promise<readonly string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(returnUndefinedIfAbsent)) ?? []
  return entries.filter((entry) => (kind === 'folder' ? entry.isDirectory() : entry.isFile())).map(({ name }) => name)
}

const ABSENT_CODES: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP']

function returnUndefinedIfAbsent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && ABSENT_CODES.includes(error.code)) return undefined
  throw error
}
