/** Imports and their results as the API returns them. Times are UTC. */

import { isoTime } from '../../calendar/users/present-account.ts'
import { canRun, canUndo, type Import, type ImportResult } from './import.ts'

const optionalTime = (time: string): string | null => (time === '' ? null : isoTime(time))

const showFormat = (format: Import['format']): Import['format'] => (format === 'page' ? 'ics' : format)

/** The password is never returned. */
export const presentImport = (one: Import) => ({
  id: one.id,
  name: one.name,
  url: one.url,
  username: one.username,
  has_password: one.password !== '',
  size: one.bytes,
  channel: one.channel,
  user: one.userId,
  format: showFormat(one.settings.format),
  detected_format: showFormat(one.format),
  record_status: one.settings.status,
  categories: one.settings.categories,
  images: one.settings.images,
  mapping: one.settings.mapping,
  table: one.layout ?? null,
  task: one.task,
  status: one.status,
  done: one.done,
  total: one.total,
  counts: one.counts,
  error: one.error,
  can_run: canRun(one),
  can_undo: canUndo(one),
  created: isoTime(one.created),
  started: optionalTime(one.started),
  ended: optionalTime(one.ended),
  imported: optionalTime(one.imported),
  undone: optionalTime(one.undone),
})

export const presentImportResult = ({ outcome, kind, recordId, title, location, details }: ImportResult) => ({
  ...{ outcome, kind, record: recordId, title, location, details },
})
