import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { createBackupSchedule, startConfiguredReplication } from './backup-options.ts'
import { createBackupRunner } from './run-backup.ts'

/** Scheduled backups, and the continuous replication of a SQLite database. */
export const backup = defineFeature({
  name: 'backup',
  requires: ['media'],
  serve: ({ config, services, version }) => {
    const schedule = createBackupSchedule(config, version)
    return {
      jobs: schedule ? [{ name: 'backup', interval: INTERVALS.second, run: createBackupRunner(schedule) }] : [],
      start: (onFailure) => startConfiguredReplication(config, services.jobs, onFailure),
    }
  },
})
