/** Copies new images to a replica, so that the records that show them are restored with them. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { coalesceRuns, waitAtMost } from '../../../base/concurrency/wait-for-work.ts'
import { findMedia, iterateMediaKeys, listMediaKeys } from '../../../calendar/images/image-store.ts'
import type { MediaStore } from '../../../calendar/images/media-store.ts'
import { readGeneration } from '../../../storage/database-identity.ts'
import type { Database } from '../../../storage/types.ts'
import { decrypt, encrypt } from '../archive/encryption.ts'
import { readExisting } from '../stores/object-store.ts'
import type { ReplicaStore } from './replica-format.ts'

const FOLDER = 'replica/images/'

export interface ReplicatedSource {
  readonly database: Database
  readonly files: MediaStore
}

/** Milliseconds for which records wait for their images. */
const MAX_WAIT_MILLISECONDS = 2000

/**
 * Returns a function that copies the images of all records that exist when it is called. It resolves when they are copied,
 * or after two seconds, so that images delay no records for long. Rejects if images could not be copied since the last call.
 */
export function createImageReplicator(source: ReplicatedSource, replica: ReplicaStore): () => Promise<void> {
  const copyImages = createImageCopier(source, replica)
  let failure: { readonly error: unknown } | undefined
  const copyNew = coalesceRuns(() =>
    copyImages().catch((error: unknown) => {
      failure = { error }
    }),
  )
  return async () => {
    await waitAtMost(MAX_WAIT_MILLISECONDS, copyNew())
    if (!failure) return
    const { error } = failure
    failure = undefined
    throw error
  }
}

function createImageCopier({ database, files }: ReplicatedSource, replica: ReplicaStore): () => Promise<void> {
  let stored: Set<string> | undefined
  let lastSeq = 0
  const copy = async (key: string, names: Set<string>) => {
    const name = FOLDER + key
    if (names.has(name)) return
    const file = await files.read(key)
    // Deleted meanwhile, or missing in the media store, too.
    if (!file) return
    const content = Readable.from([await buffer(file.stream)])
    await replica.store.write(name, replica.key ? encrypt(content, replica.key, name) : content)
    names.add(name)
  }
  return async () => {
    const { seq } = await readGeneration(database.read)
    if (stored && seq === lastSeq) return
    const keys = stored ? await findNewKeys(database, lastSeq) : await findAllKeys(database)
    stored ??= await listImages(replica)
    for (const key of keys) await copy(key, stored)
    lastSeq = seq
  }
}

async function findAllKeys({ read }: Database): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const image of iterateMediaKeys(read)) keys.push(...image.keys)
  return keys
}

async function findNewKeys({ read }: Database, seq: number): Promise<readonly string[]> {
  const changes = await read
    .selectFrom('changes')
    .select('id')
    .where('kind', 'in', ['media', 'variants'])
    .where('seq', '>', seq)
    .execute()
  const ids = changes.map(({ id }) => id)
  return (await findMedia(read, ids)).flatMap(listMediaKeys)
}

async function listImages({ store }: ReplicaStore): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of store.list(FOLDER)) names.add(name)
  return names
}

export interface ReplicatedImage {
  readonly key: string
  readonly read: () => Promise<Buffer>
}

/** The images of the records of a database that the replica has. */
export async function* findReplicatedImages(
  replica: ReplicaStore,
  database: Database,
): AsyncGenerator<ReplicatedImage> {
  const stored = await listImages(replica)
  for (const key of await findAllKeys(database)) {
    const name = FOLDER + key
    if (!stored.has(name)) continue
    const read = async () => buffer(decrypt(await readExisting(replica.store, name), replica.key, name))
    yield { key, read }
  }
}
