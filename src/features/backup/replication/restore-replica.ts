/** Restores a database from a replica, to the state at a time. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { findTypeByKey } from '../../../calendar/images/image.ts'
import type { MediaStore } from '../../../calendar/images/media-store.ts'
import {
  assertRestoreTarget,
  type RestoreOptions,
  restoreSqliteFile,
} from '../../../storage/maintenance/restore-tables.ts'
import { getFilePath, openDatabase } from '../../../storage/open-database.ts'
import { applyFrames } from '../../../storage/sqlite/apply-frames.ts'
import {
  listGenerations,
  type ReplicaGeneration,
  type ReplicaStore,
  readReachedTime,
  readSegments,
  readSnapshot,
} from './replica-format.ts'
import { findReplicatedImages } from './replicate-images.ts'

/** A state that a replica contains. */
export interface ReplicatedState {
  readonly generation: ReplicaGeneration
  /** Milliseconds since 1970. */
  readonly time: number
}

export interface ReplicatedStates {
  /** The state at the time; undefined if the replica does not contain it. */
  readonly exact: ReplicatedState | undefined
  readonly nearest: ReplicatedState
  /** Whether the time precedes everything that the replica contains. */
  readonly isTooEarly: boolean
}

/** Finds the state at a time, by default the newest. Undefined if the store contains no replica. */
export async function findReplicatedStates(
  replica: ReplicaStore,
  at = Number.POSITIVE_INFINITY,
): Promise<ReplicatedStates | undefined> {
  let next: ReplicaGeneration | undefined
  for (const generation of await listGenerations(replica.store)) {
    if (generation.started > at) {
      next = generation
      continue
    }
    const reached = await readReachedTime(replica, generation.folder)
    // The upload of its beginning was not completed.
    if (reached < generation.started) continue
    if (at <= reached) return createExactState({ generation, time: at })
    const end = { generation, time: reached }
    if (at === Number.POSITIVE_INFINITY) return createExactState(end)
    const isNextNearer = next && next.started - at < at - reached
    const nearest = isNextNearer && next ? createFirstState(next) : end
    return { exact: undefined, nearest, isTooEarly: false }
  }
  return next && { exact: undefined, nearest: createFirstState(next), isTooEarly: true }
}

const createFirstState = (generation: ReplicaGeneration): ReplicatedState => ({ generation, time: generation.started })

const createExactState = (state: ReplicatedState): ReplicatedStates => ({
  exact: state,
  nearest: state,
  isTooEarly: false,
})

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
  state: ReplicatedState,
  { databaseUrl, files }: { readonly databaseUrl: string; readonly files: MediaStore },
  options: RestoreOptions,
): Promise<RestoredReplica> {
  await assertRestoreTarget(databaseUrl, options)
  const path = getFilePath(databaseUrl) ?? join(tmpdir(), 'calends.db')
  const partPath = `${path}.restore-${randomBytes(6).toString('hex')}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeReplicatedFile(replica, state, partPath)
    const images = await restoreImages(replica, partPath, files)
    return { time: state.time, images, previous: await restoreSqliteFile(databaseUrl, partPath, options) }
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

/** Throws a plain `Error` if the generation is damaged. */
async function writeReplicatedFile(
  replica: ReplicaStore,
  { generation: { folder, started }, time }: ReplicatedState,
  path: string,
): Promise<void> {
  await pipeline(await readSnapshot(replica, folder), createWriteStream(path, { mode: 0o600 }))
  const file = await open(path, 'r+')
  let isComplete = false
  try {
    for await (const block of readSegments(replica, folder)) {
      // The first block of an earlier version completes the snapshot, so it is always applied.
      if (isComplete && (block.from === undefined ? block.time > time : block.from >= time)) break
      await applyFrames(file, block)
      isComplete = true
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (!isComplete) throw new Error(`the replica of ${new Date(started).toISOString()} is incomplete`)
}
