/** Restores a database from a replica, to the state at a time. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { findTypeByKey } from '../../domain/model/media.ts'
import type { MediaStore } from '../../media/stores/media-store.ts'
import {
  assertRestoreTarget,
  type RestoreOptions,
  restoreSqliteFile,
} from '../../storage/maintenance/restore-tables.ts'
import { getFilePath, openDatabase } from '../../storage/open-database.ts'
import { applyFrames } from '../../storage/sqlite/apply-frames.ts'
import {
  listGenerations,
  type ReplicaGeneration,
  type ReplicaStore,
  readSegments,
  readSnapshot,
} from './replica-format.ts'
import { findReplicatedImages } from './replicate-images.ts'

/** The newest generation that had started at the time; undefined without one. */
export async function findGeneration(
  { store }: ReplicaStore,
  at: number | undefined,
): Promise<ReplicaGeneration | undefined> {
  const generations = await listGenerations(store)
  return generations.find(({ started }) => at === undefined || started <= at)
}

export interface RestoredReplica {
  /** Milliseconds since 1970; everything that was committed until then is restored. */
  readonly time: number
  readonly previous: string | undefined
  /** Number of images that were written. Existing ones stay. */
  readonly images: number
}

/** Throws a plain `Error`; the database is unchanged then. */
export async function restoreReplica(
  replica: ReplicaStore,
  generation: ReplicaGeneration,
  {
    databaseUrl,
    files,
    at,
  }: { readonly databaseUrl: string; readonly files: MediaStore; readonly at: number | undefined },
  options: RestoreOptions,
): Promise<RestoredReplica> {
  await assertRestoreTarget(databaseUrl, options)
  const path = getFilePath(databaseUrl) ?? join(tmpdir(), 'calends.db')
  const partPath = `${path}.restore-${randomBytes(6).toString('hex')}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const time = await writeReplicatedFile(replica, generation, partPath, at)
    const images = await restoreImages(replica, partPath, files)
    return { time, images, previous: await restoreSqliteFile(databaseUrl, partPath, options) }
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(partPath + suffix, { force: true })
  }
}

async function restoreImages(replica: ReplicaStore, file: string, files: MediaStore): Promise<number> {
  const database = await openDatabase(`sqlite:${file}`)
  const stored = new Set<string>()
  for await (const { key } of files.list()) stored.add(key)
  let written = 0
  try {
    for await (const { key, read } of findReplicatedImages(replica, database)) {
      if (stored.has(key)) continue
      await files.write(key, await read(), findTypeByKey(key) ?? 'application/octet-stream')
      written++
    }
  } finally {
    await database.close()
  }
  return written
}

/**
 * Writes the file. Returns the time of its state, in milliseconds since 1970. Throws a plain `Error` if the generation
 * is damaged.
 */
async function writeReplicatedFile(
  replica: ReplicaStore,
  { folder, started }: ReplicaGeneration,
  path: string,
  at = Number.POSITIVE_INFINITY,
): Promise<number> {
  await pipeline(await readSnapshot(replica, folder), createWriteStream(path, { mode: 0o600 }))
  const file = await open(path, 'r+')
  let time: number | undefined
  try {
    for await (const block of readSegments(replica, folder)) {
      // The first block completes the snapshot, so it is always applied.
      if (time !== undefined && block.time > at) break
      await applyFrames(file, block)
      time = block.time
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (time === undefined) throw new Error(`the replica of ${new Date(started).toISOString()} is incomplete`)
  return time
}
