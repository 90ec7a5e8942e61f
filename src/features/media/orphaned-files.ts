/** Files without an image, such as those of a process that was killed during an upload. */

import { iterateMediaKeys } from '../../calendar/images/image-store.ts'
import type { ListedMedia } from '../../calendar/images/media-store.ts'
import type { Services } from '../../calendar/services.ts'

/** Younger files may belong to a running upload or import, which writes files before records. */
const MIN_AGE_MILLISECONDS = 3_600_000
/** Up to this number orphaned files are always deleted; above it, only if they do not outnumber the files in use. */
const MAX_UNSUSPICIOUS_FILES = 100

export interface OrphanedFiles {
  readonly files: readonly ListedMedia[]
  /**
   * True if the store seems to belong to another database, because orphaned files outnumber those in use; none is
   * deleted then. A copied database does not contain later uploads.
   */
  readonly areSuspect: boolean
}

export async function findOrphanedFiles({ database, files }: Services): Promise<OrphanedFiles> {
  const orphaned = new Map<string, ListedMedia>()
  for await (const file of files.list()) orphaned.set(file.key, file)
  const listed = orphaned.size
  for await (const { keys } of iterateMediaKeys(database.read)) for (const key of keys) orphaned.delete(key)
  const found = [...orphaned.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  return { files: found, areSuspect: found.length > MAX_UNSUSPICIOUS_FILES && found.length > listed - found.length }
}

/** Deletes orphaned files older than an hour, and returns the others. */
export async function removeOrphanedFiles(
  { files: store }: Services,
  { files, areSuspect }: OrphanedFiles,
): Promise<readonly ListedMedia[]> {
  if (areSuspect) return files
  const isOld = ({ modified }: ListedMedia) => Date.now() - modified > MIN_AGE_MILLISECONDS
  await store.remove(files.filter(isOld).map(({ key }) => key))
  return files.filter((file) => !isOld(file))
}

/** Deletes temporary files of processes that were killed; those of running processes stay. */
export async function removeAbandonedFiles({ temporaryFiles, files }: Services): Promise<void> {
  await temporaryFiles.removeAbandoned()
  await files.removeAbandoned()
}
