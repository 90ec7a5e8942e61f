/** Objects of a replica: generations, each with a snapshot of the file and segments of the log. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createGunzip, createGzip, gunzip, gzip } from 'node:zlib'
import type { LogFrames } from '../../../storage/sqlite/log-follower.ts'
import { type BackupKey, decrypt, encrypt } from '../archive/encryption.ts'
import { type ObjectStore, readExisting } from '../stores/object-store.ts'

export interface ReplicaStore {
  readonly store: ObjectStore
  readonly key: BackupKey | undefined
}

const FOLDER = 'replica/'
const GENERATION_PATTERN = /^(replica\/(\d{13})-[0-9a-f]{8}\/)([^/]+)$/
const SEGMENT_PATTERN = /\/(\d{10})\.log\.gz$/
const SNAPSHOT = 'snapshot.gz'
const FIRST_SEGMENT = '0000000001.log.gz'
/** The time up to which a generation contains everything, when it is later than its newest segment. */
const REACHED = 'reached'

export interface ReplicaGeneration {
  /** Name of its folder, with a slash. */
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly started: number
}

interface StoredGeneration extends ReplicaGeneration {
  /** Without the folder. */
  readonly names: readonly string[]
}

export const createGenerationFolder = (started: number, random: string): string => `${FOLDER}${started}-${random}/`

/** Generations that can be restored, newest first. */
export async function listGenerations(store: ObjectStore): Promise<readonly ReplicaGeneration[]> {
  return (await listStoredGenerations(store)).filter(isComplete)
}

/** Newest first. */
async function listStoredGenerations(store: ObjectStore): Promise<readonly StoredGeneration[]> {
  const generations = new Map<string, { folder: string; started: number; names: string[] }>()
  for await (const { name: path } of store.list(FOLDER)) {
    const [, folder, started, name] = GENERATION_PATTERN.exec(path) ?? []
    if (folder === undefined || name === undefined) continue
    const generation = generations.get(folder) ?? { folder, started: Number(started), names: [] }
    generation.names.push(name)
    generations.set(folder, generation)
  }
  return [...generations.values()].sort((a, b) => b.started - a.started)
}

const isComplete = ({ names }: StoredGeneration): boolean => names.includes(SNAPSHOT) && names.includes(FIRST_SEGMENT)

/** Removes generations that ended before a time: those before the newest complete one that had started by then. */
export async function removeGenerations(store: ObjectStore, before: number): Promise<void> {
  const generations = await listStoredGenerations(store)
  const first = generations.findIndex((generation) => generation.started <= before && isComplete(generation))
  const expired = first < 0 ? [] : generations.slice(first + 1)
  // Without its snapshot, a generation that is removed in part is not complete.
  for (const { folder, names } of expired)
    await store.remove([SNAPSHOT, ...names.filter((name) => name !== SNAPSHOT)].map((name) => folder + name))
}

/** Frames that were read at one time. Times are in milliseconds since 1970. */
export interface LogBlock extends LogFrames {
  /** All commits in it are later. Undefined in replicas of earlier versions, whose blocks precede `time`. */
  readonly from?: number
  /** Everything that was committed until then is in this block or an earlier one. */
  readonly time: number
}

const getSegmentName = (folder: string, number: number): string => `${folder}${String(number).padStart(10, '0')}.log.gz`

function writeObject({ store, key }: ReplicaStore, name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  return store.write(name, key ? encrypt(content, key, name) : content)
}

export function writeSnapshot(replica: ReplicaStore, folder: string, path: string): Promise<void> {
  const content = createGzip()
  void pipeline(createReadStream(path), content).catch(() => undefined)
  return writeObject(replica, folder + SNAPSHOT, content)
}

export async function readSnapshot({ store, key }: ReplicaStore, folder: string): Promise<Readable> {
  const name = folder + SNAPSHOT
  const content = createGunzip()
  void pipeline(Readable.from(decrypt(await readExisting(store, name), key, name)), content).catch(() => undefined)
  return content
}

/** A tenth larger than by default, in less than half the time: otherwise it would take as long as the writes themselves. */
const COMPRESSION = { level: constants.Z_BEST_SPEED }

/** A line of JSON that describes the blocks, and their frames. */
export async function writeSegment(
  replica: ReplicaStore,
  folder: string,
  number: number,
  blocks: readonly LogBlock[],
): Promise<void> {
  const head = blocks.map(({ frames, ...block }) => ({ ...block, bytes: frames.length }))
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...blocks.map(({ frames }) => frames)])
  await writeObject(replica, getSegmentName(folder, number), Readable.from([await promisify(gzip)(bytes, COMPRESSION)]))
}

/** In order. Throws a plain `Error` if a segment is missing or damaged. */
export async function* readSegments(replica: ReplicaStore, folder: string): AsyncGenerator<LogBlock> {
  for (const [index, number] of (await listSegments(replica, folder)).entries()) {
    const name = getSegmentName(folder, number)
    if (number !== index + 1) throw new Error(`${replica.store.description}: a segment before ${name} is missing`)
    yield* await readSegment(replica, name)
  }
}

/** Numbers, ascending. */
async function listSegments({ store }: ReplicaStore, folder: string): Promise<readonly number[]> {
  const numbers: number[] = []
  for await (const { name } of store.list(folder)) {
    const number = SEGMENT_PATTERN.exec(name)?.[1]
    if (number) numbers.push(Number(number))
  }
  return numbers.sort((a, b) => a - b)
}

const readSegment = async (replica: ReplicaStore, name: string): Promise<Iterable<LogBlock>> =>
  parseSegment(await promisify(gunzip)(await readObject(replica, name)))

async function readObject({ store, key }: ReplicaStore, name: string): Promise<Buffer> {
  return buffer(decrypt(await readExisting(store, name), key, name))
}

/** Records that a generation contains everything up to a time, without a segment. */
export function writeReachedTime(replica: ReplicaStore, folder: string, time: number): Promise<void> {
  return writeObject(replica, folder + REACHED, Readable.from([Buffer.from(JSON.stringify({ time }))]))
}

/** The time up to which a generation contains everything, in milliseconds since 1970. */
export async function readReachedTime(replica: ReplicaStore, folder: string): Promise<number> {
  const newest = (await listSegments(replica, folder)).at(-1) ?? 1
  const blocks = [...(await readSegment(replica, getSegmentName(folder, newest)))]
  const object = await replica.store.read(folder + REACHED)
  const recorded = object && parseReachedTime(await buffer(decrypt(object, replica.key, folder + REACHED)))
  return Math.max(recorded ?? 0, blocks.at(-1)?.time ?? 0)
}

function parseReachedTime(bytes: Buffer): number | undefined {
  const value: unknown = JSON.parse(bytes.toString())
  const time: unknown = typeof value === 'object' && value !== null && Reflect.get(value, 'time')
  return typeof time === 'number' && Number.isSafeInteger(time) ? time : undefined
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
  ['time', 'pageSize', 'bytes'].every((name) => Number.isSafeInteger(Reflect.get(value, name))) &&
  ['undefined', 'number'].includes(typeof Reflect.get(value, 'from'))
