/** Restores an archive to a temporary place and checks it there. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDatabase, type Finding } from '../../calendar/check-integrity.ts'
import type { MediaStore } from '../../calendar/images/media-store.ts'
import type { Site } from '../../kernel/site.ts'
import { assertRestorable, restoreTables } from '../../storage/maintenance/restore-tables.ts'
import { sumRows } from '../../storage/maintenance/table-rows.ts'
import { openExistingDatabase } from '../../storage/open-database.ts'
import type { DatabaseOptions } from '../../storage/types.ts'
import type { Manifest, MediaEntry } from './archive/manifest.ts'
import { type ArchiveSource, inspectArchive, readRows } from './archive/read-archive.ts'
import { readImages } from './restore-backup.ts'
import type { ObjectStore } from './stores/object-store.ts'

export interface VerifiedBackup {
  readonly manifest: Manifest
  /** Problems that `calends check` finds in the restored data. */
  readonly findings: readonly Finding[]
}

export interface VerifyOptions {
  readonly database: DatabaseOptions
  readonly site: Site
  readonly onProgress: (stage: 'images' | 'restoring' | 'checking', done: number, total: number) => void
}

/**
 * Reads every byte of the archive and of its images, restores all rows into a SQLite file, compares them with the
 * manifest, and runs all checks of `calends check`. Throws a plain `Error` for an archive that cannot be restored.
 */
export async function verifyBackup(
  source: ArchiveSource,
  store: ObjectStore,
  { database: limits, site, onProgress }: VerifyOptions,
): Promise<VerifiedBackup> {
  const inspected = await inspectArchive(source)
  const { manifest, media } = inspected
  assertRestorable(manifest)
  let images = 0
  for await (const _ of readImages(source, store, inspected)) onProgress('images', ++images, media.length)
  const folder = await mkdtemp(join(tmpdir(), 'calends-verify-'))
  try {
    const total = sumRows(manifest.tables)
    const url = `sqlite:${join(folder, 'calends.db')}`
    const batches = { ...manifest, digests: manifest.tables, batches: () => readRows(source) }
    await restoreTables(url, batches, {
      database: limits,
      replaces: false,
      suffix: 'verify',
      onProgress: (stage, done) => onProgress(stage, done, total),
    })
    const database = await openExistingDatabase(url, limits)
    const findings = await checkDatabase({ database, files: listOnly(media), site }).finally(database.close)
    return { manifest, findings }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The check compares names only; the content was verified before. */
function listOnly(media: readonly MediaEntry[]): MediaStore {
  const reject = async (): Promise<never> => {
    throw new Error('the images of a backup can only be listed')
  }
  return {
    list: async function* () {
      yield* media
    },
    write: reject,
    read: reject,
    remove: reject,
    removeAbandoned: reject,
    close: async () => undefined,
  }
}
