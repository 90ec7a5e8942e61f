import { Command, InvalidArgumentError } from 'commander'
import { createStageProgress } from '../base/cli/progress-bar.ts'
import { getSiblingUrl } from '../calendar/images/media-url.ts'
import { SETTINGS } from '../config.ts'
import type { ArchiveSource } from '../features/backup/archive/read-archive.ts'
import { getDatabaseLimits, openConfiguredTarget, parseConfiguredKey } from '../features/backup/backup-options.ts'
import { findArchive } from '../features/backup/find-archive.ts'
import type { ReplicaStore } from '../features/backup/replication/replica-format.ts'
import {
  findReplicatedStates,
  type ReplicatedState,
  type RestoredReplica,
  restoreReplica,
} from '../features/backup/replication/restore-replica.ts'
import { type RestoredBackup, restoreBackup } from '../features/backup/restore-backup.ts'
import type { BackupTarget } from '../features/backup/stores/backup-target.ts'
import { openMediaStore } from '../features/media/stores/open-store.ts'
import { DATABASE_URL_FORMATS } from '../http/settings/storage-settings.ts'
import { loadConfig } from './load-config.ts'
import { print } from './with-services.ts'

interface RestoreCommandOptions {
  readonly into?: string
  readonly at?: number
  readonly nearest?: boolean
  readonly replace?: boolean
  readonly json?: boolean
}

async function runRestore(from: string, options: RestoreCommandOptions): Promise<void> {
  const { into, replace = false, json } = options
  const config = loadConfig()
  const backup = openConfiguredTarget(config, from)
  const replica = { store: backup.store, key: parseConfiguredKey(config) }
  const source = await findSource(backup, replica, options)
  const suffix = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')
  const target = {
    databaseUrl: into ?? config.databaseUrl,
    files: openMediaStore(config.mediaUrl),
    previousFiles: openMediaStore(getSiblingUrl(config.mediaUrl, `before_${suffix}`)),
  }
  const progress = createStageProgress(json)
  const onProgress = (stage: string, done: number, total = 0) => total > 0 && progress.update(stage, done, total)
  const restoreOptions = { database: getDatabaseLimits(config), replaces: replace, suffix, onProgress }
  try {
    if ('generation' in source) printReplica(await restoreReplica(replica, source, target, restoreOptions), json)
    else printRestored(source.name, await restoreBackup(source, backup.store, target, restoreOptions), json)
  } finally {
    progress.end()
    await target.files.close()
    await target.previousFiles.close()
  }
}

/**
 * The replica's state, or the archive, of the time. Throws a plain `Error` that names the nearest state if there is none,
 * unless `nearest` is set.
 */
async function findSource(
  backup: BackupTarget,
  replica: ReplicaStore,
  { at, nearest }: RestoreCommandOptions,
): Promise<ReplicatedState | ArchiveSource> {
  const states = backup.file === undefined ? await findReplicatedStates(replica, at) : undefined
  if (!states) return findArchive(backup, replica.key, at)
  if (states.exact) return states.exact
  // The folder may contain archives, too, which may be older than the replica.
  const archive = states.isTooEarly && (await findArchive(backup, replica.key, at).catch(() => undefined))
  if (archive) return archive
  if (nearest) return states.nearest
  const time = new Date(states.nearest.time).toISOString()
  throw new Error(
    `${backup.store.description} does not contain the state of that time; the nearest is of ${time}. Use it with --nearest`,
  )
}

function printRestored(name: string, { manifest, previous, images }: RestoredBackup, json: boolean | undefined): void {
  const rows = manifest.tables.reduce((total, table) => total + table.rows, 0)
  if (json) return void print(JSON.stringify({ name, created: manifest.created, rows, images, previous }))
  print(`restored: ${name} of ${manifest.created}`)
  print(`rows: ${rows}, images: ${manifest.media.files} (${images.written} written)`)
  if (previous !== undefined) print(`previous data: ${previous}`)
}

function printReplica({ time, previous, images }: RestoredReplica, json: boolean | undefined): void {
  const until = new Date(time).toISOString()
  if (json) return void print(JSON.stringify({ until, images, previous }))
  print(`restored: everything until ${until}`)
  print(`images: ${images} written`)
  if (previous !== undefined) print(`previous data: ${previous}`)
}

function parseUrl(text: string): string {
  if (text !== '' && SETTINGS.DATABASE_URL.parse(text) !== undefined) return text
  throw new InvalidArgumentError(`Expected ${DATABASE_URL_FORMATS}.`)
}

function parseTime(text: string): number {
  const isComplete = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(text)
  const time = isComplete ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new InvalidArgumentError('Expected a time with its offset, such as 2026-11-22T20:15:00Z.')
}

const HELP = `
Stop the service first. ARCHIVE is verified before anything is written. The database is written in one step: it contains
everything afterwards, or is unchanged. It may be of another engine than the backup, and gets a new epoch. A database
that is not empty is rejected; with --replace it is renamed (a SQLite file to NAME.before_TIME, tables of PostgreSQL to
the schema calends_before_TIME), and so are image files with another content.

A folder or bucket that contains a replica (REPLICATE_TO) is restored to any second of the last 7 days with --at, by default
to the newest state. If it does not reach that second, nothing is restored, unless --nearest is given.

Examples:
  calends restore /mnt/backup/calends
  calends restore calends.tar.gz --into postgres://calends@db.example/calends
  calends restore s3://s3.example/bucket/calends --at 2026-11-22T20:15:00Z --replace`

export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore database and images from a backup')
    .argument('<archive>', 'file, or folder or bucket of backups')
    .option('--into <url>', 'URL of the database to restore into; by default DATABASE_URL', parseUrl)
    .option('--at <time>', 'state at this time, with its offset; by default the newest', parseTime)
    .option('--nearest', 'if a replica does not contain the state at that time, the nearest one that it contains')
    .option('--replace', 'replace a database that is not empty')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', HELP)
    .action(runRestore)
}
