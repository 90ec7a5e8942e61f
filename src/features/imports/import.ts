/** Imports: files and sites that administrators import once. */
import type { DateTime } from '../../base/time/date-time.ts'

/**
 * Size of what an import holds in memory: a file or feed, in bytes, and a line or element of other files, in characters.
 * Enough for feeds of 50,000 events.
 */
export const MAX_IMPORT_BYTES = 64 * 2 ** 20

/** `inspect` reads the format and the columns; `preview` and `preview-undo` compute the results without writing. */
export const IMPORT_TASKS = ['inspect', 'preview', 'run', 'preview-undo', 'undo'] as const
export type ImportTask = (typeof IMPORT_TASKS)[number]

export const IMPORT_STATUSES = ['queued', 'running', 'stopping', 'succeeded', 'failed', 'stopped'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** Statuses of a task that has not ended. */
export const ACTIVE_STATUSES = ['queued', 'running', 'stopping'] as const satisfies readonly ImportStatus[]

/** Empty before the file is inspected; `site` reads the API of a site, `page` the events that a page describes. */
export const IMPORT_FORMAT_NAMES = ['ics', 'csv', 'ndjson', 'wxr', 'records', 'site', 'page'] as const
/** Formats in responses. Clients know no others, so a page is shown as a calendar. */
export const SHOWN_FORMAT_NAMES = IMPORT_FORMAT_NAMES.filter((name) => name !== 'page')
export type ImportFormatName = (typeof IMPORT_FORMAT_NAMES)[number]

export const NEW_RECORD_STATUSES = ['publish', 'pending', 'draft', 'private'] as const

export const RESULT_OUTCOMES = [
  ...(['created', 'updated', 'unchanged', 'conflict', 'failed', 'warning'] as const),
  ...(['deleted', 'restored'] as const),
] as const
export type ResultOutcome = (typeof RESULT_OUTCOMES)[number]

export type ImportCounts = Readonly<Record<ResultOutcome, number>>

export const NO_RESULTS: ImportCounts = {
  ...{ created: 0, updated: 0, unchanged: 0, conflict: 0, failed: 0, warning: 0 },
  ...{ deleted: 0, restored: 0 },
}

export interface ImportSettings {
  /** Empty if it is detected. */
  readonly format: ImportFormatName | ''
  /** Status of new records; empty for that of the file, or else `publish`. */
  readonly status: (typeof NEW_RECORD_STATUSES)[number] | ''
  /** Names of categories that every event gets in addition to its own. */
  readonly categories: readonly string[]
  readonly images: boolean
  /** Columns of a table by heading, with kind, delimiter and order of dates; empty if they are detected. */
  readonly mapping: Readonly<Record<string, unknown>>
}

export const DEFAULT_SETTINGS: ImportSettings = { format: '', status: '', categories: [], images: true, mapping: {} }

/** A column of a table, as it was found. */
export interface FoundColumn {
  readonly heading: string
  /** Empty for a column that is ignored. */
  readonly column: string
  /** Its first values. */
  readonly samples: readonly string[]
}

/** Columns and rows of a table. */
export interface TableLayout {
  readonly kind: string
  readonly delimiter: string
  readonly dates: string
  readonly columns: readonly FoundColumn[]
  /** Names of the columns that can be chosen. */
  readonly choices: readonly string[]
}

export interface Import {
  readonly id: number
  /** Name of the file; empty for a URL. */
  readonly name: string
  readonly url: string
  readonly username: string
  readonly password: string
  readonly settings: ImportSettings
  /** Format that was detected. */
  readonly format: ImportFormatName | ''
  readonly layout: TableLayout | undefined
  /** Size of the stored file in bytes; 0 without one. */
  readonly bytes: number
  /** `command`: imported by the command line, which only the history of the import refers to. */
  readonly channel: 'api' | 'command'
  readonly userId: number
  /** User who requested the task. */
  readonly taskUserId: number
  readonly task: ImportTask
  readonly status: ImportStatus
  readonly done: number
  /** 0 while it is unknown. */
  readonly total: number
  readonly counts: ImportCounts
  readonly error: string
  /** Number of processes that have started the task. */
  readonly attempts: number
  readonly created: DateTime
  readonly started: DateTime | ''
  readonly ended: DateTime | ''
  /** Time at which it began to write; empty before. */
  readonly imported: DateTime | ''
  /** Time at which it was undone completely; empty before. */
  readonly undone: DateTime | ''
}

/** A record of a preview, import or undo. */
export interface ImportResult {
  readonly outcome: ResultOutcome
  /** Empty for parts of the input that are no records. */
  readonly kind: string
  /** 0 for records that do not exist. */
  readonly recordId: number
  readonly title: string
  /** File and line, or the position in a list; empty for an undo. */
  readonly location: string
  /** Names of the changed fields, or the reason. */
  readonly details: string
}

export const isActive = ({ status }: Pick<Import, 'status'>): boolean =>
  ACTIVE_STATUSES.some((active) => active === status)

/** True if there is something to import, or an import that has failed or was stopped can be continued. */
export const canRun = (one: Import): boolean =>
  one.channel === 'api' &&
  !isActive(one) &&
  (one.bytes > 0 || one.format === 'site') &&
  (one.imported === '' || (one.task === 'run' && one.status !== 'succeeded'))

/** An undo that has failed or was stopped can be continued. */
export const canUndo = (one: Import): boolean => one.imported !== '' && one.undone === '' && !isActive(one)
