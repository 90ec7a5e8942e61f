/** Files of images that no record speaks of, such as those of a process that was killed in the middle of an upload. */
import type { ListedMedia } from '../../media/stores/media-store.ts'
import { iterateMediaKeys } from '../../storage/stores/media.ts'
import type { Services } from '../services.ts'

/** An upload writes its files before its record, and an import those of many records at once. */
const MIN_AGE_MILLISECONDS = 3_600_000
/** So many are removed in any case; of more, no more than there are files of images. */
const MAX_UNSUSPICIOUS_FILES = 100

export interface OrphanedFiles {
  readonly files: readonly ListedMedia[]
  /**
   * Whether there are so many that the store seems to belong to another database, so that none is removed: a copy of a
   * database knows nothing of what was uploaded after it was made.
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

/** Removes those that are older than an hour, and returns the others. */
export async function removeOrphanedFiles(
  { files: store }: Services,
  { files, areSuspect }: OrphanedFiles,
): Promise<readonly ListedMedia[]> {
  if (areSuspect) return files
  const isOld = ({ modified }: ListedMedia) => Date.now() - modified > MIN_AGE_MILLISECONDS
  await store.remove(files.filter(isOld).map(({ key }) => key))
  return files.filter((file) => !isOld(file))
}

/** Removes what processes that were killed had begun to write. Files of running processes stay. */
export async function removeAbandonedFiles({ temporaryFiles, files }: Services): Promise<void> {
  await temporaryFiles.removeAbandoned()
  await files.removeAbandoned()
}
