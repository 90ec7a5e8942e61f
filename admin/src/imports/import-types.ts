/** Imports as the API returns them: see docs/guides/importing-and-exporting.md. */
export const RESULT_OUTCOMES = [
  ...['created', 'updated', 'deleted', 'restored', 'conflict', 'failed', 'warning', 'unchanged'],
] as const

export interface ImportTable {
  readonly kind: string
  readonly delimiter: string
  readonly dates: string
  readonly columns: readonly {
    readonly heading: string
    readonly column: string
    readonly samples: readonly string[]
  }[]
  readonly choices: readonly string[]
}

export interface ImportView {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly channel: string
  readonly format: string
  readonly detected_format: string
  readonly record_status: string
  readonly categories: readonly string[]
  readonly images: boolean
  readonly mapping: Readonly<Record<string, unknown>>
  readonly table: ImportTable | null
  readonly task: string
  readonly status: string
  readonly done: number
  readonly total: number
  readonly counts: Readonly<Record<string, number>>
  readonly error: string
  readonly can_run: boolean
  readonly can_undo: boolean
  readonly created: string
  readonly imported: string | null
  readonly undone: string | null
}

export interface ImportResultView {
  readonly outcome: string
  readonly kind: string
  readonly record: number
  readonly title: string
  readonly location: string
  readonly details: string
}

export const isImportActive = ({ status }: Pick<ImportView, 'status'>): boolean =>
  status === 'queued' || status === 'running' || status === 'stopping'

/** Name of the file, or the URL. */
export const describeImport = ({ name, url, id }: Pick<ImportView, 'name' | 'url' | 'id'>): string =>
  name || url || String(id)
