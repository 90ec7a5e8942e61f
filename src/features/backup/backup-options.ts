/** Backups as the settings describe them. */

import type { FeatureConfig } from '../../http/feature-host.ts'
import { getFilePath } from '../../storage/open-database.ts'
import type { DatabaseOptions } from '../../storage/types.ts'
import { type BackupKey, parseBackupKey } from './archive/encryption.ts'
import type { ReplicationOptions, Replicator } from './replication/replicate.ts'
import { startReplicator } from './replication/replicator.ts'
import type { BackupConfig, BackupSchedule } from './run-backup.ts'
import { type BackupTarget, openBackupTarget } from './stores/backup-target.ts'

/** The place that an argument names, by default that of the settings. */
export const openConfiguredTarget = (config: FeatureConfig, named?: string): BackupTarget =>
  openBackupTarget(named ?? config.backupUrl, config)

/** The database and a place for its backups. */
export const createBackupConfig = (config: FeatureConfig, version: string, named?: string): BackupConfig => ({
  databaseUrl: config.databaseUrl,
  limits: getDatabaseLimits(config),
  target: openConfiguredTarget(config, named),
  key: parseConfiguredKey(config),
  version,
})

export const parseConfiguredKey = ({ BACKUP_KEY }: FeatureConfig): BackupKey | undefined => parseBackupKey(BACKUP_KEY)

/** Whether a SQLite database is replicated. */
export const isReplicated = ({ REPLICATE_TO, databaseUrl }: FeatureConfig): boolean =>
  REPLICATE_TO !== '' && getFilePath(databaseUrl) !== undefined

/** Starts the replication of a SQLite database; undefined if none is configured. */
export function startConfiguredReplication(
  config: FeatureConfig,
  jobs: ReplicationOptions['jobs'],
  onFailure: ReplicationOptions['onFailure'],
): Pick<Replicator, 'stop'> | undefined {
  if (!isReplicated(config)) return undefined
  const { databaseUrl, mediaUrl, REPLICATE_TO: target, BACKUP_KEY: key } = config
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = config
  return startReplicator(
    { databaseUrl, mediaUrl, target, credentials: { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }, key },
    { now: Date.now, jobs, onFailure },
  )
}

/** Undefined if no backups are scheduled. */
export function createBackupSchedule(config: FeatureConfig, version: string): BackupSchedule | undefined {
  const { BACKUP_EVERY: every, BACKUP_KEEP: retention } = config
  return every === 0 ? undefined : { ...createBackupConfig(config, version), every, retention }
}

/** Limits of an additional connection to the database. */
export const getDatabaseLimits = ({ DATABASE_TIMEOUT, DATABASE_CONNECTIONS }: FeatureConfig): DatabaseOptions => ({
  timeout: DATABASE_TIMEOUT,
  connections: DATABASE_CONNECTIONS,
})
