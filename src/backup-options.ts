/** Backups as the settings describe them. */

import type { Services } from './calendar/services.ts'
import type { Config } from './config.ts'
import { type BackupKey, parseBackupKey } from './features/backup/archive/encryption.ts'
import { type ReplicationOptions, type Replicator, startReplication } from './features/backup/replication/replicate.ts'
import type { ReplicatedSource } from './features/backup/replication/replicate-images.ts'
import type { BackupConfig, BackupSchedule } from './features/backup/run-backup.ts'
import { type BackupTarget, openBackupTarget } from './features/backup/stores/backup-target.ts'
import { getFilePath } from './storage/open-database.ts'
import type { DatabaseOptions } from './storage/types.ts'
import { programVersion } from './version.ts'

/** The place that an argument names, by default that of the settings. */
export const openConfiguredTarget = (config: Config, named?: string): BackupTarget =>
  openBackupTarget(named ?? config.backupUrl, config)

/** The database and a place for its backups. */
export const createBackupConfig = (config: Config, named?: string): BackupConfig => ({
  databaseUrl: config.databaseUrl,
  limits: getDatabaseLimits(config),
  target: openConfiguredTarget(config, named),
  key: parseConfiguredKey(config),
  version: programVersion(),
})

export const parseConfiguredKey = ({ BACKUP_KEY }: Config): BackupKey | undefined => parseBackupKey(BACKUP_KEY)

/** Whether a SQLite database is replicated. */
export const isReplicated = ({ REPLICATE_TO, databaseUrl }: Config): boolean =>
  REPLICATE_TO !== '' && getFilePath(databaseUrl) !== undefined

/** Starts the replication of a SQLite database; undefined if none is configured. */
export function startConfiguredReplication(
  config: Config,
  services: ReplicatedSource & Pick<Services, 'jobs'>,
  onFailure: ReplicationOptions['onFailure'],
): Replicator | undefined {
  const path = getFilePath(config.databaseUrl)
  if (path === undefined || !isReplicated(config)) return undefined
  const { store } = openBackupTarget(config.REPLICATE_TO, config)
  return startReplication(
    path,
    services,
    { store, key: parseConfiguredKey(config) },
    { now: Date.now, jobs: services.jobs, onFailure },
  )
}

/** Undefined if no backups are scheduled. */
export function createBackupSchedule(config: Config): BackupSchedule | undefined {
  const { BACKUP_EVERY: every, BACKUP_KEEP: retention } = config
  return every === 0 ? undefined : { ...createBackupConfig(config), every, retention }
}

/** Limits of an additional connection to the database. */
export const getDatabaseLimits = ({ DATABASE_TIMEOUT, DATABASE_CONNECTIONS }: Config): DatabaseOptions => ({
  timeout: DATABASE_TIMEOUT,
  connections: DATABASE_CONNECTIONS,
})
