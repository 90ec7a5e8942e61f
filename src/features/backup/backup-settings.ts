/** Settings of backups; part of `SETTINGS`. */

import { explainMediaUrl } from '../../calendar/images/media-url.ts'
import { duration } from '../../http/settings/setting-types.ts'
import { BACKUP_KEY_FORMAT, parseBackupKey } from './archive/encryption.ts'
import { parseRetentionRule } from './retention.ts'
import { BACKUP_TARGET_FORMATS, isBackupTarget } from './stores/backup-target.ts'

export const BACKUP_SETTINGS = {
  BACKUP_TO: {
    default: '',
    essential: true,
    describe:
      'Where backups are written: FOLDER or s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX; by default backups in DATA_DIR. Use another machine or bucket, and one place per database',
    expected: BACKUP_TARGET_FORMATS,
    parse: (text: string) => (isBackupTarget(text) ? text : undefined),
    explain: explainMediaUrl,
    secret: true,
  },
  BACKUP_EVERY: {
    default: '',
    essential: true,
    describe: 'Time between scheduled backups, such as 24h; one of the nodes runs them. By default none are scheduled',
    ...duration(60),
  },
  BACKUP_KEEP: {
    default: '7d,4w,12m',
    describe:
      'Scheduled backups that are retained: the newest of each of the last 7 days, 4 weeks and 12 months (units h, d, w, m, y)',
    expected: 'numbers of h, d, w, m or y, separated by commas, such as 7d,4w,12m',
    parse: parseRetentionRule,
  },
  REPLICATE_TO: {
    default: '',
    describe:
      'Where a SQLite database and its images are replicated continuously: FOLDER or s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX; by default nowhere',
    expected: 'FOLDER or s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX, with a SQLite DATABASE_URL',
    parse: (text: string) => (isBackupTarget(text) ? text : undefined),
    explain: explainMediaUrl,
    secret: true,
  },
  BACKUP_KEY: {
    default: '',
    describe: `Key that encrypts backups and replicas: ${BACKUP_KEY_FORMAT}. Without the key they cannot be restored. By default they are not encrypted`,
    expected: BACKUP_KEY_FORMAT,
    parse: (text: string) => (text === '' || parseBackupKey(text) ? text : undefined),
    secret: true,
  },
} as const
