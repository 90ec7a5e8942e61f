/** Finds the archive that a user names. */
import type { BackupKey } from './archive/encryption.ts'
import type { ArchiveSource } from './archive/read-archive.ts'
import { listArchives } from './repository.ts'
import type { BackupTarget } from './stores/backup-target.ts'
import { readExisting } from './stores/object-store.ts'

/** The archive of a file, or the newest of a repository that is not later than `at` (milliseconds since 1970). */
export async function findArchive(
  { store, file }: BackupTarget,
  key: BackupKey | undefined,
  at: number | undefined,
): Promise<ArchiveSource> {
  if (file !== undefined) return { name: file, open: () => readExisting(store, file), key }
  const archives = await listArchives(store)
  const archive = archives.find(({ created }) => at === undefined || created <= at)
  if (archive) return { name: archive.name, open: () => readExisting(store, archive.name), key }
  const oldest = archives.at(-1)
  const reason = oldest && `; the oldest is of ${new Date(oldest.created).toISOString()}`
  throw new Error(`${store.description} contains no backup${reason === undefined ? '' : ` of that time${reason}`}`)
}
