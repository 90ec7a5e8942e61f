/** Objects of a replica: generations, each with a snapshot of the file and segments of the log. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip, gunzip, gzip } from 'node:zlib'
import type { LogFrames } from '../../storage/sqlite/log-follower.ts'
import { type BackupKey, decrypt, encrypt } from '../archive/encryption.ts'
import { type ObjectStore, readExisting } from '../stores/object-store.ts'

export interface ReplicaStore {
  readonly store: ObjectStore
  readonly key: BackupKey | undefined
}

const FOLDER = 'replica/'
const GENERATION_PATTERN = /^replica\/(\d{13})-[0-9a-f]{8}\/snapshot\.gz$/
const SEGMENT_PATTERN = /\/(\d{10})\.log\.gz$/

export interface ReplicaGeneration {
  /** Name of its folder, with a slash. */
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly started: number
}

export const createGenerationFolder = (started: number, random: string): string => `${FOLDER}${started}-${random}/`

/** Generations with a complete snapshot, newest first. */
export async function listGenerations(store: ObjectStore): Promise<readonly ReplicaGeneration[]> {
  const generations: ReplicaGeneration[] = []
  for await (const { name } of store.list(FOLDER)) {
    const started = GENERATION_PATTERN.exec(name)?.[1]
    if (started) generations.push({ folder: name.slice(0, -'snapshot.gz'.length), started: Number(started) })
  }
  return generations.sort((a, b) => b.started - a.started)
}

/** Removes generations that ended before a time: those before the newest one that had started by then. */
export async function removeGenerations(store: ObjectStore, before: number): Promise<void> {
  const generations = await listGenerations(store)
  const first = generations.findIndex(({ started }) => started <= before)
  const expired = first < 0 ? [] : generations.slice(first + 1)
  for (const { folder } of expired) {
    const names: string[] = [`${folder}snapshot.gz`]
    for await (const { name } of store.list(folder)) names.push(name)
    await store.remove(names)
  }
}

/** Frames that were read at one time. */
export interface LogBlock extends LogFrames {
  /** Milliseconds since 1970; all commits in it are older. */
  readonly time: number
}

const getSegmentName = (folder: string, number: number): string => `${folder}${String(number).padStart(10, '0')}.log.gz`

function writeObject({ store, key }: ReplicaStore, name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  return store.write(name, key ? encrypt(content, key, name) : content)
}

export function writeSnapshot(replica: ReplicaStore, folder: string, path: string): Promise<void> {
  const content = createGzip()
  void pipeline(createReadStream(path), content).catch(() => undefined)
  return writeObject(replica, `${folder}snapshot.gz`, content)
}

export async function readSnapshot({ store, key }: ReplicaStore, folder: string): Promise<Readable> {
  const name = `${folder}snapshot.gz`
  const content = createGunzip()
  void pipeline(Readable.from(decrypt(await readExisting(store, name), key, name)), content).catch(() => undefined)
  return content
}

/** A line of JSON that describes the blocks, and their frames. */
export async function writeSegment(
  replica: ReplicaStore,
  folder: string,
  number: number,
  blocks: readonly LogBlock[],
): Promise<void> {
  const head = blocks.map(({ frames, ...block }) => ({ ...block, bytes: frames.length }))
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...blocks.map(({ frames }) => frames)])
  await writeObject(replica, getSegmentName(folder, number), Readable.from([await promisify(gzip)(bytes)]))
}

/** In order. Throws a plain `Error` if a segment is missing or damaged. */
export async function* readSegments(replica: ReplicaStore, folder: string): AsyncGenerator<LogBlock> {
  const numbers: number[] = []
  for await (const { name } of replica.store.list(folder)) {
    const number = SEGMENT_PATTERN.exec(name)?.[1]
    if (number) numbers.push(Number(number))
  }
  for (const [index, number] of numbers.sort((a, b) => a - b).entries()) {
    const name = getSegmentName(folder, number)
    if (number !== index + 1) throw new Error(`${replica.store.description}: a segment before ${name} is missing`)
    const content = await buffer(decrypt(await readExisting(replica.store, name), replica.key, name))
    yield* parseSegment(await promisify(gunzip)(content))
  }
}

function* parseSegment(bytes: Buffer): Generator<LogBlock> {
  const end = bytes.indexOf(10)
  const head: unknown = JSON.parse(bytes.toString('utf8', 0, end))
  if (!Array.isArray(head) || !head.every(isBlockHead)) throw new Error('a segment of the replica is not valid')
  let at = end + 1
  for (const { bytes: length, ...block } of head) {
    yield { ...block, frames: bytes.subarray(at, at + length) }
    at += length
  }
}

type BlockHead = Omit<LogBlock, 'frames'> & { readonly bytes: number }

const isBlockHead = (value: unknown): value is BlockHead =>
  typeof value === 'object' &&
  value !== null &&
  ['time', 'pageSize', 'bytes'].every((name) => Number.isSafeInteger(Reflect.get(value, name)))
