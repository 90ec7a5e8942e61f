/** The report of an import from a site. Details are limited, so that its size does not depend on that of the site. */
import type { ImageCounts } from '../import-images.ts'
import type { ImportKind } from '../map-record.ts'

/**
 * `edited`: edited here, and unchanged in the source; `conflict`: changed on both sides, or the ID belongs to another
 * record.
 */
export type RecordAction = 'create' | 'update' | 'unchanged' | 'edited' | 'conflict' | 'fail'

export interface FieldReport {
  readonly field: string
  readonly source: unknown
  readonly local: unknown
}

/** A record that is not equal on both sides. */
export interface RecordDifference {
  readonly kind: ImportKind
  readonly id: number
  readonly title: string
  readonly state: 'different' | 'missing'
  readonly reason: string
  readonly fields: readonly FieldReport[]
}

export interface KindReport {
  /** Records of the site. */
  readonly source: number
  readonly equal: number
  readonly different: number
  readonly missing: number
  readonly created: number
  readonly updated: number
  /** Changed on both sides; the local record was not changed. */
  readonly conflicts: number
  readonly failed: number
  /** Removed here, because they do not exist on the site any more. */
  readonly removed: number
}

export interface SiteImportReport {
  /** URL of the API of the site. */
  readonly source: string
  readonly isDryRun: boolean
  readonly records: Readonly<Record<ImportKind, KindReport>>
  readonly images: ImageCounts
  readonly differences: readonly RecordDifference[]
  /** Differences in excess of the limit of `differences`. */
  readonly omittedDifferences: number
  /** Records that could not be read or imported, and images that could not be fetched. */
  readonly problems: readonly string[]
  readonly omittedProblems: number
  /** Fields that this service does not store, with the number of records that have a value. */
  readonly unsupported: Readonly<Record<string, number>>
}

export const IMPORT_KINDS = ['category', 'tag', 'venue', 'organizer', 'event'] as const satisfies readonly ImportKind[]
