/** Writes one consistent snapshot of database and images as an archive while the service runs. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { iterateMediaKeys } from '../../calendar/images/image-store.ts'
import type { MediaStore } from '../../calendar/images/media-store.ts'
import { readGeneration } from '../../storage/database-identity.ts'
import { countAllRows, findLastIds } from '../../storage/maintenance/copy-database.ts'
import { createTableDigester, readTables } from '../../storage/maintenance/table-rows.ts'
import { findAppliedMigrations } from '../../storage/migrations/migrate.ts'
import type { Database, Reader } from '../../storage/types.ts'
import type { BackupKey } from './archive/encryption.ts'
import { ARCHIVE_FORMAT, type Manifest, type MediaEntry } from './archive/manifest.ts'
import { hashBytes } from './archive/read-archive.ts'
import { type ArchiveWriter, writeArchive } from './archive/write-archive.ts'
import { createArchiveName, listArchives, openMediaObjects, readMediaList, writeMediaList } from './repository.ts'
import type { BackupTarget } from './stores/backup-target.ts'
import type { ObjectStore } from './stores/object-store.ts'

export interface BackupSource {
  /** A handle of its own, because the snapshot occupies it. */
  readonly database: Database
  readonly files: MediaStore
}

export interface BackupOptions {
  readonly key: BackupKey | undefined
  /** Version of Calends. */
  readonly version: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onProgress: (stage: 'images' | 'rows', done: number, total: number) => void
}

export interface WrittenBackup {
  /** Name of the archive in its store. */
  readonly name: string
  /** Bytes of the archive; images of a repository are not included. */
  readonly size: number
  /** SHA-256 of the archive in hex. */
  readonly sha256: string
  readonly manifest: Manifest
  /** Images that were copied; the others were already stored. */
  readonly newImages: number
}

/** Throws a plain `Error`, and stores no archive, if anything fails. */
export async function createBackup(
  source: BackupSource,
  { store, file }: BackupTarget,
  options: BackupOptions,
): Promise<WrittenBackup> {
  const { key } = options
  const objects = file === undefined && createImageCollector(await createObjectCopier(source, store, key))
  // The name of the archive has the time of its snapshot, so copying images must not delay that.
  if (objects) await collectImages(source, objects, options)
  const name = file ?? createArchiveName(options.now(), key !== undefined)
  const digest = createHash('sha256')
  let size = 0
  const write = (content: AsyncIterable<Uint8Array>) =>
    store.write(
      name,
      tap(content, (bytes) => {
        digest.update(bytes)
        size += bytes.length
      }),
    )
  const { manifest, newImages } = await writeArchive(write, key, async (archive) => {
    const images = objects || createImageCollector(createFileCopier(source, archive))
    if (!objects) await collectImages(source, images, options)
    const manifest = await fillArchive(source, archive, images, options)
    // Before the archive is complete: an archive that exists has its list and all images.
    if (objects) await writeMediaList(store, name, images.entries(), key)
    return { manifest, newImages: images.copied() }
  })
  return { name, size, sha256: digest.digest('hex'), manifest, newImages }
}

async function* tap(
  content: AsyncIterable<Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    onBytes(bytes)
    yield bytes
  }
}

/** Copies the current images. They are copied before the snapshot, because some may be deleted while it is written. */
async function collectImages(
  { database }: BackupSource,
  images: ImageCollector,
  { onProgress }: BackupOptions,
): Promise<void> {
  const keys = await listKeys(database.read)
  await images.collect(keys, (done) => onProgress('images', done, keys.length))
}

/** Images that were created after `collectImages` are copied after the snapshot. */
async function fillArchive(
  { database }: BackupSource,
  archive: ArchiveWriter,
  images: ImageCollector,
  { now, version, onProgress }: BackupOptions,
): Promise<Manifest> {
  const { keys, ...snapshot } = await database.snapshot(async (db) => {
    await database.engine.disableStatementTimeout(db)
    const created = new Date(now()).toISOString()
    const { epoch, seq } = await readGeneration(db)
    const total = await countAllRows(db)
    const tables = await writeTables(db, archive, (done) => onProgress('rows', done, total))
    return {
      ...{ created, epoch, seq, tables },
      migrations: await findAppliedMigrations(db),
      lastIds: await findLastIds(database, db),
      keys: await listKeys(db),
    }
  })
  await images.collect(keys)
  images.retain(keys)
  const entries = images.entries()
  await archive.addMediaList(entries)
  const found = new Set(entries.map(({ key }) => key))
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    ...snapshot,
    version,
    engine: database.engine.name,
    media: {
      files: entries.length,
      bytes: entries.reduce((bytes, { size }) => bytes + size, 0),
      isIncluded: images.areIncluded,
      missing: keys.filter((key) => !found.has(key)),
    },
  }
  await archive.addManifest(manifest)
  return manifest
}

async function writeTables(db: Reader, archive: ArchiveWriter, onRows: (done: number) => void) {
  const digester = createTableDigester()
  let done = 0
  for await (const batch of readTables(db)) {
    digester.add(batch)
    await archive.addRows(batch)
    done += batch.rows.length
    onRows(done)
  }
  return digester.digests()
}

async function listKeys(db: Reader): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const image of iterateMediaKeys(db)) keys.push(...image.keys)
  return keys
}

/** Copies one image. Returns undefined if the file does not exist. */
interface ImageCopier {
  readonly areIncluded: boolean
  readonly copy: (key: string) => Promise<{ readonly entry: MediaEntry; readonly isNew: boolean } | undefined>
}

interface ImageCollector {
  readonly areIncluded: boolean
  /** Copies the images that were not copied before. */
  readonly collect: (keys: readonly string[], onProgress?: (done: number) => void) => Promise<void>
  /** Forgets all other images. */
  readonly retain: (keys: readonly string[]) => void
  readonly entries: () => readonly MediaEntry[]
  /** Number of images that were not stored before. */
  readonly copied: () => number
}

function createImageCollector({ areIncluded, copy }: ImageCopier): ImageCollector {
  const entries = new Map<string, MediaEntry>()
  let copied = 0
  return {
    areIncluded,
    collect: async (keys, onProgress = () => {}) => {
      for (const [index, key] of keys.entries()) {
        const result = entries.has(key) ? undefined : await copy(key)
        if (result) entries.set(key, result.entry)
        if (result?.isNew) copied++
        onProgress(index + 1)
      }
    },
    retain: (keys) => {
      const retained = new Set(keys)
      for (const key of entries.keys()) if (!retained.has(key)) entries.delete(key)
    },
    entries: () => [...entries.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
    copied: () => copied,
  }
}

async function readImage(files: MediaStore, key: string): Promise<Buffer | undefined> {
  const stored = await files.read(key)
  return stored && buffer(stored.stream)
}

/** Includes the files in the archive. */
function createFileCopier({ files }: BackupSource, archive: ArchiveWriter): ImageCopier {
  return {
    areIncluded: true,
    copy: async (key) => {
      const content = await readImage(files, key)
      if (!content) return undefined
      await archive.addFile(key, content)
      return { entry: { key, size: content.length, modified: 0, sha256: hashBytes(content) }, isNew: true }
    },
  }
}

/** Stores the files as objects. A file that has not changed since the last backup is not read again. */
async function createObjectCopier(
  { files }: BackupSource,
  store: ObjectStore,
  key: BackupKey | undefined,
): Promise<ImageCopier> {
  const objects = await openMediaObjects(store, key)
  const [newest] = await listArchives(store)
  const known = new Map<string, MediaEntry>()
  // A list that cannot be read, as after a change of the key, only means that all images are read again.
  const previous = newest && (await readMediaList(store, newest.name, key).catch(() => undefined))
  for (const entry of previous ?? []) known.set(entry.key, entry)
  const modified = new Map<string, number>()
  for await (const file of files.list()) modified.set(file.key, file.modified)
  return {
    areIncluded: false,
    copy: async (mediaKey) => {
      const entry = known.get(mediaKey)
      const time = modified.get(mediaKey) ?? 0
      if (entry && time !== 0 && entry.modified === time && objects.has(entry.sha256)) return { entry, isNew: false }
      const content = await readImage(files, mediaKey)
      if (!content) return undefined
      const sha256 = hashBytes(content)
      const isNew = !objects.has(sha256)
      await objects.write(sha256, content)
      return { entry: { key: mediaKey, size: content.length, modified: time, sha256 }, isNew }
    },
  }
}
