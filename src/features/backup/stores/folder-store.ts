import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createPartName, isAbandoned, isPartName } from '../../../base/part-file.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'

/** The folder is created with the first object. */
export function openFolderStore(root: string): ObjectStore {
  return {
    description: root,
    write: (name, content) => writeFileAtomically(join(root, name), content),
    read: (name) => openFile(join(root, name)),
    remove: async (names) => {
      for (const name of names) await rm(join(root, name), { force: true })
    },
    list: (prefix) => listFiles(root, prefix),
  }
}

/** Readers see the old or the new file. Returns when the file and its name are on disk. */
export async function writeFileAtomically(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const folder = dirname(path)
  const partPath = join(folder, createPartName())
  // Errors of the content pass unchanged.
  const run = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw new Error(`${path} cannot be written`, { cause: error })
    })
  await run(mkdir(folder, { recursive: true, mode: 0o700 }))
  try {
    const file = await run(open(partPath, 'wx', 0o600))
    try {
      // Unlike `write`, `appendFile` fails when a full disk takes only a part of the chunk.
      for await (const chunk of content) await run(file.appendFile(chunk))
      await run(file.sync())
    } finally {
      await run(file.close())
    }
    await run(rename(partPath, path))
    await run(syncFolder(folder))
  } catch (error) {
    await rm(partPath, { force: true }).catch(() => undefined)
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

async function openFile(path: string) {
  const file = await open(path, 'r').catch(returnUndefinedIfMissing)
  return file?.createReadStream()
}

async function* listFiles(root: string, prefix: string): AsyncGenerator<StoredObject> {
  const entries = (await readdir(join(root, prefix), { withFileTypes: true }).catch(returnUndefinedIfMissing)) ?? []
  for (const entry of entries) {
    const name = prefix + entry.name
    if (entry.isDirectory()) yield* listFiles(root, `${name}/`)
    if (!entry.isFile()) continue
    const stats = await stat(join(root, name)).catch(returnUndefinedIfMissing)
    if (!stats) continue
    if (!isPartName(entry.name)) yield { name, size: stats.size, modified: stats.mtimeMs }
    else if (isAbandoned(entry.name, Date.now() - stats.mtimeMs)) await rm(join(root, name), { force: true })
  }
}

function returnUndefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
