import type { ReadinessCheck } from '../../calendar/readiness-checks.ts'
import type { Database } from '../../storage/types.ts'
import { readBackupStatus } from './run-backup.ts'

/** Scheduled backups, of which one may be missed. `every` is in milliseconds. */
export const createBackupCheck = (database: Pick<Database, 'read'>, every: number): ReadinessCheck => ({
  name: 'backup',
  run: async () => {
    const { age, failure } = await readBackupStatus(database, Date.now())
    const values = age === undefined ? {} : { age_seconds: age }
    if (failure !== undefined) return { status: 'warning', reason: 'the last backup failed', values }
    if (age === undefined) return { status: 'warning', reason: 'no backup yet', values }
    return age * 1000 > 2 * every
      ? { status: 'warning', reason: 'a backup is overdue', values }
      : { status: 'ok', values }
  },
})
