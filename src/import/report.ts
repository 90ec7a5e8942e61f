/** Counts the results of an import and reports problems. */
import type { ImportKind } from './map-record.ts'
import type { RawRecord } from './record-reader.ts'

export interface RecordCounts {
  readonly created: number
  readonly updated: number
  readonly failed: number
}

export interface ImportTally {
  readonly count: (kind: ImportKind, outcome: keyof RecordCounts, by?: number) => void
  /** Reports a problem and counts the record as failed. `kind` is undefined for lines that are not records. */
  readonly fail: (kind: ImportKind | undefined, where: string, message: string) => void
  /** False if the ID was seen before: lists read page by page may repeat records. */
  readonly isFirst: (kind: ImportKind, id: unknown) => boolean
  readonly counts: () => Readonly<Record<ImportKind, RecordCounts>>
  /** Number of lines that are not records. */
  readonly invalid: () => number
}

/** A record with its location, `file:line`. */
export interface RecordEntry {
  readonly raw: RawRecord
  readonly where: string
}

const ZERO_COUNTS = { created: 0, updated: 0, failed: 0 }

export function createImportTally(onProblem: (problem: string, where: string) => void): ImportTally {
  const counts = {
    category: { ...ZERO_COUNTS },
    tag: { ...ZERO_COUNTS },
    venue: { ...ZERO_COUNTS },
    organizer: { ...ZERO_COUNTS },
    event: { ...ZERO_COUNTS },
  }
  const seen = new Set<string>()
  let invalid = 0
  return {
    count: (kind, outcome, by = 1) => {
      counts[kind][outcome] += by
    },
    fail: (kind, where, message) => {
      onProblem(`${where}: ${message}`, where)
      if (kind) counts[kind].failed += 1
      else invalid += 1
    },
    isFirst: (kind, id) => {
      if (typeof id !== 'number' && typeof id !== 'string') return true
      const size = seen.size
      return seen.add(`${kind} ${id}`).size > size
    },
    counts: () => counts,
    invalid: () => invalid,
  }
}
