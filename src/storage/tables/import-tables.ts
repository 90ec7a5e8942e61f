/** Tables of imports that administrators start. */
import type { Generated } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'

export interface ImportTable {
  id: Generated<number>
  name: string
  url: string
  /** Detected format; empty before. */
  format: string
  /** JSON object. */
  options: string
  /** JSON object; empty for anything but a table. */
  layout: string
  /** Credentials for a site, removed with the file. */
  username: string
  password: string
  channel: string
  task: string
  status: string
  /** JSON object of numbers by outcome. */
  counts: string
  error: string
  /** The process that works on it until `held_until`; empty without one. */
  holder: string
  held_until: DateTime | ''
  created_utc: DateTime
  started_utc: DateTime | ''
  ended_utc: DateTime | ''
  imported_utc: DateTime | ''
  undone_utc: DateTime | ''
  /** User who created it, and user who requested its current task. */
  user_id: number
  task_user_id: number
  bytes: number
  done: number
  total: number
  attempts: number
}

/** Part of an uploaded file. Files are deleted when they are imported. */
export interface ImportChunkTable {
  import_id: number
  position: number
  content: Buffer
}

export interface ImportResultTable {
  import_id: number
  position: number
  record_id: number
  outcome: string
  kind: string
  title: string
  location: string
  details: string
}
