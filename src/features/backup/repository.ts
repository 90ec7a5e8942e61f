/**
 * A folder or bucket of archives. Images are stored once, as objects named by their content, and each archive has a list
 * of those that it needs, so that only new images are copied.
 */
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type BackupKey, decrypt, encrypt } from './archive/encryption.ts'
import { type MediaEntry, parseMediaEntry } from './archive/manifest.ts'
import { hashBytes, parseLines } from './archive/read-archive.ts'
import { formatLines } from './archive/write-archive.ts'
import { type ObjectStore, readExisting } from './stores/object-store.ts'

export interface ArchiveName {
  /** Name of the object. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly created: number
}

const NAME_PATTERN = /^calends-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z\.tar\.gz(?:\.enc)?$/

export function createArchiveName(created: number, isEncrypted: boolean): string {
  const time = new Date(created).toISOString().replaceAll(/[-:]/g, '')
  return `calends-${time}.tar.gz${isEncrypted ? '.enc' : ''}`
}

/** Undefined for objects of another kind. */
function parseArchiveName(name: string): ArchiveName | undefined {
  const [year, month, day, hour, minute, second, milliseconds] = NAME_PATTERN.exec(name)?.slice(1) ?? []
  if (year === undefined) return undefined
  const created = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`)
  return Number.isNaN(created) ? undefined : { name, created }
}

/** Newest first. */
export async function listArchives(store: ObjectStore): Promise<readonly ArchiveName[]> {
  const archives: ArchiveName[] = []
  for await (const { name } of store.list('')) {
    const archive = parseArchiveName(name)
    if (archive) archives.push(archive)
  }
  return archives.sort((a, b) => b.created - a.created)
}

const MEDIA_FOLDER = 'media/'

/** With a key, the name does not disclose the hash of the content. */
function createMediaName(sha256: string, key: BackupKey | undefined): string {
  const name = key ? createHmac('sha256', key).update(sha256).digest('hex') : sha256
  return `${MEDIA_FOLDER}${name.slice(0, 2)}/${name}`
}

async function listMedia(store: ObjectStore): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of store.list(MEDIA_FOLDER)) names.add(name)
  return names
}

/** Stores each content once. */
export interface MediaObjects {
  readonly has: (sha256: string) => boolean
  readonly write: (sha256: string, content: Buffer) => Promise<void>
}

export async function openMediaObjects(store: ObjectStore, key: BackupKey | undefined): Promise<MediaObjects> {
  const stored = await listMedia(store)
  return {
    has: (sha256) => stored.has(createMediaName(sha256, key)),
    write: async (sha256, content) => {
      const name = createMediaName(sha256, key)
      if (stored.has(name)) return
      const bytes = Readable.from([content])
      await store.write(name, key ? encrypt(bytes, key, `image ${sha256}`) : bytes)
      stored.add(name)
    },
  }
}

/** Throws a plain `Error` if the object is missing or was changed. */
export async function readMediaObject(
  store: ObjectStore,
  { key: mediaKey, sha256 }: MediaEntry,
  key: BackupKey | undefined,
): Promise<Buffer> {
  try {
    const stored = await readExisting(store, createMediaName(sha256, key))
    const content = await buffer(decrypt(stored, key, `image ${sha256}`))
    if (hashBytes(content) !== sha256) throw new Error('it was changed')
    return content
  } catch (error) {
    throw new Error(`The image ${mediaKey} cannot be read`, { cause: error })
  }
}

const getListName = (archive: string): string => archive.replace(/\.tar\.gz(?:\.enc)?$/, '.media.gz')
const getListPurpose = (archive: string): string => `images of ${archive}`

export async function writeMediaList(
  store: ObjectStore,
  archive: string,
  entries: readonly MediaEntry[],
  key: BackupKey | undefined,
): Promise<void> {
  const content = Readable.from([await promisify(gzip)(formatLines(entries))])
  await store.write(getListName(archive), key ? encrypt(content, key, getListPurpose(archive)) : content)
}

/** Undefined if the list is missing. */
export async function readMediaList(
  store: ObjectStore,
  archive: string,
  key: BackupKey | undefined,
): Promise<readonly MediaEntry[] | undefined> {
  const stored = await store.read(getListName(archive))
  if (!stored) return undefined
  const compressed = await buffer(decrypt(stored, key, getListPurpose(archive)))
  return parseLines(await promisify(gunzip)(compressed), parseMediaEntry)
}

/**
 * Removes archives, then the images that no other archive needs. Images stay if the list of another archive is missing
 * or cannot be read. Returns the number of removed images.
 */
export async function removeArchives(
  store: ObjectStore,
  removed: readonly ArchiveName[],
  key: BackupKey | undefined,
): Promise<number> {
  if (removed.length === 0) return 0
  const unused = await listMedia(store)
  const names = new Set(removed.map(({ name }) => name))
  const remaining = (await listArchives(store)).filter(({ name }) => !names.has(name))
  for (const { name } of remaining) {
    const entries = await readMediaList(store, name, key).catch(() => undefined)
    if (!entries) unused.clear()
    for (const { sha256 } of entries ?? []) unused.delete(createMediaName(sha256, key))
  }
  await store.remove([...names])
  await store.remove([...names].map(getListName))
  await store.remove([...unused])
  return unused.size
}
