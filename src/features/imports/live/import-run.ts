/** State of an import from a site. */
import { createQueue, type Queue } from '../../../base/concurrency/queue.ts'
import type { Services } from '../../../calendar/services.ts'
import { createReportBuilder, type ReportBuilder } from '../comparison/report-builder.ts'
import type { ImportKind } from '../map-record.ts'
import type { OpenSite } from '../site/open-site.ts'

export interface SiteChange {
  readonly action: 'create' | 'update' | 'remove'
  readonly kind: ImportKind
  readonly id: number
  /** Empty for a record that is removed. */
  readonly title: string
}

export interface SiteImportObserver {
  /** Receives one line per record or image that cannot be imported. */
  readonly problem?: (text: string) => void
  /** Receives each record that is written, or would be in a dry run. */
  readonly change?: (change: SiteChange) => void
  readonly progress?: (stage: 'reading' | 'comparing', done: number, total: number) => void
}

export interface ImportRun {
  readonly services: Services
  readonly site: OpenSite
  readonly observer: SiteImportObserver
  readonly report: ReportBuilder
  readonly isDryRun: boolean
  readonly fetchesImages: boolean
  /** Transactions run one at a time. */
  readonly writes: Queue
  readonly signal: AbortSignal | undefined
}

export type ImportRunOptions = Pick<
  ImportRun,
  'services' | 'site' | 'observer' | 'isDryRun' | 'fetchesImages' | 'signal'
>

export const createImportRun = (options: ImportRunOptions): ImportRun => ({
  ...options,
  report: createReportBuilder(),
  writes: createQueue({ concurrency: 1 }),
})
