import { Command } from 'commander'
import { createStageProgress } from '../../base/cli/progress-bar.ts'
import {
  createBackupConfig,
  getDatabaseLimits,
  openConfiguredTarget,
  parseConfiguredKey,
} from '../../features/backup/backup-options.ts'
import type { WrittenBackup } from '../../features/backup/create-backup.ts'
import { findArchive } from '../../features/backup/find-archive.ts'
import { runExclusiveBackup, writeBackup } from '../../features/backup/run-backup.ts'
import type { BackupTarget } from '../../features/backup/stores/backup-target.ts'
import { verifyBackup } from '../../features/backup/verify-backup.ts'
import { openMediaStore } from '../../features/media/stores/open-store.ts'
import { openExistingDatabase } from '../../storage/open-database.ts'
import { programVersion } from '../../version.ts'
import { loadConfig } from '../load-config.ts'
import { print } from '../with-services.ts'

interface JsonOption {
  readonly json?: boolean
}

async function runBackup(to: string | undefined, { json }: JsonOption): Promise<void> {
  const config = loadConfig()
  const backup = createBackupConfig(config, programVersion(), to)
  const { target, limits } = backup
  const files = openMediaStore(config.mediaUrl)
  const progress = createStageProgress(json)
  const work = () => writeBackup(backup, files, { now: Date.now, onProgress: progress.update }).finally(progress.end)
  const database = await openExistingDatabase(config.databaseUrl, limits)
  try {
    // A single file is a copy for the user. It does not count as a backup of the schedule.
    const written = target.file === undefined ? await runExclusiveBackup(database, Date.now, work) : await work()
    printBackup(written, target, json)
  } finally {
    await files.close()
    await database.close()
  }
}

function printBackup(
  { manifest, ...written }: WrittenBackup,
  { store }: BackupTarget,
  json: boolean | undefined,
): void {
  if (json) return void print(JSON.stringify({ ...written, place: store.description, ...manifest }))
  const rows = manifest.tables.reduce((total, table) => total + table.rows, 0)
  print(`backup: ${written.name} in ${store.description}`)
  print(`rows: ${rows}, images: ${manifest.media.files} (${written.newImages} new), bytes: ${written.size}`)
  print(`SHA-256: ${written.sha256}`)
  for (const key of manifest.media.missing)
    print(`warning: the image file ${key} is missing, and so it is in the backup`)
}

async function runVerify(from: string | undefined, { json }: JsonOption): Promise<void> {
  const config = loadConfig()
  const target = openConfiguredTarget(config, from)
  const source = await findArchive(target, parseConfiguredKey(config), undefined)
  const progress = createStageProgress(json)
  const options = { database: getDatabaseLimits(config), site: config.site, onProgress: progress.update }
  const { manifest, findings } = await verifyBackup(source, target.store, options).finally(progress.end)
  if (json) print(JSON.stringify({ name: source.name, ...manifest, findings }))
  else {
    for (const { about, text } of findings) print(`${about}: ${text}`)
    for (const { name, rows } of manifest.tables) print(`${name}: ${rows} rows`)
    print(`images: ${manifest.media.files}`)
    print(
      `${source.name} of ${manifest.created}: ${findings.length === 0 ? 'verified' : `problems: ${findings.length}`}`,
    )
  }
  if (findings.length > 0) process.exitCode = 1
}

const HELP = `
TARGET is a folder or bucket, to which backups are added, or one file; by default BACKUP_TO. In a folder or bucket, each
backup is an archive of the database, and images are stored once. A file also contains the images. The service may run:
the backup is one consistent snapshot. With BACKUP_KEY everything is encrypted.

Examples:
  calends backup
  calends backup /mnt/backup/calends
  calends backup calends.tar.gz
  calends backup s3://s3.example/bucket/calends`

const VERIFY_HELP = `
Reads every byte of the archive and its images, restores the archive into a temporary SQLite file, compares every row,
and runs the checks of "calends check". The exit code is 1 when something is wrong. The newest backup of a folder or
bucket is verified.`

export function backupCommand(): Command {
  const verify = new Command('verify')
    .description('verify a backup by restoring it to a temporary place')
    .argument('[archive]', 'file, or folder or bucket of backups')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', VERIFY_HELP)
    .action(runVerify)
  return new Command('backup')
    .description('write a backup of database and images')
    .argument('[target]', 'folder, file or bucket')
    .option('--json', 'print one line of JSON: name, size, sha256 and the manifest')
    .addHelpText('after', HELP)
    .action(runBackup)
    .addCommand(verify)
}
