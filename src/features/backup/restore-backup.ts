/** Restores an archive into a database and a media store. */
import { buffer } from 'node:stream/consumers'
import { findTypeByKey } from '../../calendar/images/image.ts'
import type { MediaStore } from '../../calendar/images/media-store.ts'
import {
  assertRestorable,
  assertRestoreTarget,
  type RestoreOptions,
  restoreTables,
} from '../../storage/maintenance/restore-tables.ts'
import { sumRows } from '../../storage/maintenance/table-rows.ts'
import type { Manifest, MediaEntry } from './archive/manifest.ts'
import {
  type ArchiveSource,
  hashBytes,
  type InspectedArchive,
  inspectArchive,
  readArchive,
  readRows,
} from './archive/read-archive.ts'
import { readMediaObject } from './repository.ts'
import type { ObjectStore } from './stores/object-store.ts'

type Progress = (stage: 'images' | 'restoring' | 'checking', done: number, total: number) => void

export interface RestoreTarget {
  readonly databaseUrl: string
  readonly files: MediaStore
  /** Receives images whose key has another content in `files`. */
  readonly previousFiles: MediaStore
}

export interface RestoredBackup {
  readonly manifest: Manifest
  /** New name of the data that was replaced; undefined without any. */
  readonly previous: string | undefined
  /** Images that were written, and images that had another content before. */
  readonly images: { readonly written: number; readonly replaced: number }
}

/**
 * Verifies the archive, then writes the images, then the database in one step. Throws a plain `Error`; the database is
 * unchanged then, and images that were written belong to no record.
 */
export async function restoreBackup(
  source: ArchiveSource,
  store: ObjectStore,
  target: RestoreTarget,
  options: Omit<RestoreOptions, 'onProgress'> & { readonly onProgress: Progress },
): Promise<RestoredBackup> {
  const { onProgress } = options
  const inspected = await inspectArchive(source)
  const { manifest } = inspected
  assertRestorable(manifest)
  const total = sumRows(manifest.tables)
  const tableOptions: RestoreOptions = { ...options, onProgress: (stage, done) => onProgress(stage, done, total) }
  await assertRestoreTarget(target.databaseUrl, tableOptions)
  const images = await restoreImages(readImages(source, store, inspected), target, {
    replaces: options.replaces,
    onImage: (done) => onProgress('images', done, manifest.media.files),
  })
  const tables = { ...manifest, digests: manifest.tables, batches: () => readRows(source) }
  return { manifest, previous: await restoreTables(target.databaseUrl, tables, tableOptions), images }
}

interface Image {
  readonly entry: MediaEntry
  readonly content: Buffer
}

/** Images of the archive, or objects of its repository, verified. */
export async function* readImages(
  source: ArchiveSource,
  store: ObjectStore,
  { manifest, media }: InspectedArchive,
): AsyncGenerator<Image> {
  if (!manifest.media.isIncluded) {
    for (const entry of media) yield { entry, content: await readMediaObject(store, entry, source.key) }
    return
  }
  const entries = new Map(media.map((entry) => [entry.key, entry]))
  for await (const item of readArchive(source)) {
    const entry = item.kind === 'file' && entries.get(item.key)
    if (entry) yield { entry, content: item.content }
  }
}

interface ImageOptions {
  readonly replaces: boolean
  readonly onImage: (done: number) => void
}

async function restoreImages(
  images: AsyncIterable<Image>,
  { files, previousFiles }: RestoreTarget,
  { replaces, onImage }: ImageOptions,
): Promise<RestoredBackup['images']> {
  let [done, written, replaced] = [0, 0, 0]
  for await (const { entry, content } of images) {
    const { key, sha256 } = entry
    const existing = await readFile(files, key)
    const isEqual = existing !== undefined && hashBytes(existing) === sha256
    if (existing && !isEqual) {
      if (!replaces) throw new Error(`the file ${key} exists with another content. Replace it with --replace`)
      await previousFiles.write(key, existing, getType(key))
      replaced++
    }
    if (!isEqual) {
      await files.write(key, content, getType(key))
      written++
    }
    onImage(++done)
  }
  return { written, replaced }
}

const getType = (key: string): string => findTypeByKey(key) ?? 'application/octet-stream'

async function readFile(files: MediaStore, key: string): Promise<Buffer | undefined> {
  const stored = await files.read(key)
  return stored && buffer(stored.stream)
}
