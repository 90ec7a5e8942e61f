/** Sources and their runs as the API returns them. Times are UTC. */

import { isoTime } from '../../calendar/users/present-account.ts'
import { NOTE_OUTCOME, type Source, type SourceRun } from './source.ts'

const presentTime = (time: string | undefined): string | null => (time === undefined ? null : isoTime(time))

/** The password is never returned. */
export const presentSource = (source: Source, lastRun: SourceRun | undefined) => ({
  id: source.id,
  name: source.name,
  type: source.type === 'page' ? 'ics' : source.type,
  url: source.url,
  username: source.username,
  has_password: source.password !== '',
  interval: source.interval,
  category: source.category,
  status: source.status,
  author: source.author,
  missing: source.missing,
  enabled: source.isEnabled,
  created: isoTime(source.created),
  next_run: source.isEnabled ? isoTime(source.nextRun) : null,
  failures: source.failures,
  last_run: lastRun ? presentRun(lastRun) : null,
})

export const presentRun = (run: SourceRun) => ({
  id: run.id,
  source: run.source,
  status: run.status,
  preview: run.isPreview,
  confirm: run.isConfirmed,
  requested: isoTime(run.requested),
  started: presentTime(run.started),
  ended: presentTime(run.ended),
  created: run.created,
  updated: run.updated,
  unchanged: run.unchanged,
  conflicts: run.conflicts,
  canceled: run.canceled,
  failed: run.failed,
  error: run.error,
  details: run.details.filter(({ outcome }) => outcome !== NOTE_OUTCOME),
})
