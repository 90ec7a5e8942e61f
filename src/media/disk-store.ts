import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMediaKey } from '../calendar/media.ts'
import { assertMediaKey } from './media-key.ts'
import type { MediaStore, StoredMedia } from './media-store.ts'

/** Pictures as files of a folder that is its owner's alone, made when the first one is written. */
export function diskStore(root: string): MediaStore {
  const pathOf = (key: string): string => {
    assertMediaKey(key)
    return join(root, key)
  }
  return {
    write: async (key, bytes) => writeWhole(root, pathOf(key), bytes),
    read: async (key) => readFile(pathOf(key)),
    remove: async (keys) => {
      for (const path of keys.map(pathOf)) await rm(path, { force: true })
    },
    list: () => listKeys(root),
    close: async () => undefined,
  }
}

/** Under a name that is no key until every byte is on the disk: who reads sees the old file, or the new one. */
async function writeWhole(root: string, path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path)
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${randomBytes(12).toString('hex')}.part`)
  try {
    await withFile(draft, 'wx', async (file) => {
      await file.writeFile(bytes)
      await file.sync()
    })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const changed = made === undefined ? [folder] : [folder, dirname(folder), root]
  for (const each of changed) await withFile(each, 'r', (file) => file.sync())
}

async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** A link is none of ours: only files that were written here are read. */
async function readFile(path: string): Promise<StoredMedia | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(absentAsUndefined)
  if (file === undefined) return undefined
  const stats = await file.stat()
  if (stats.isFile()) return { size: stats.size, stream: file.createReadStream() }
  await file.close()
  return undefined
}

async function* listKeys(root: string): AsyncGenerator<string> {
  for (const year of await namesIn(root))
    for (const month of await namesIn(join(root, year)))
      for (const name of await namesIn(join(root, year, month), 'file')) {
        const key = `${year}/${month}/${name}`
        if (isMediaKey(key)) yield key
      }
}

async function namesIn(folder: string, kind: 'folder' | 'file' = 'folder'): Promise<readonly string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(absentAsUndefined)) ?? []
  return entries.filter((entry) => kind === 'folder' || entry.isFile()).map(({ name }) => name)
}

const ABSENT: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP']

function absentAsUndefined(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && ABSENT.includes(error.code)) return undefined
  throw error
}
