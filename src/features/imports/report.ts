/** Counts the results of an import and reports problems. */

import type { RawRecord } from './formats/record-reader.ts'
import type { ImportKind } from './map-record.ts'

export interface RecordCounts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
}

export type WriteOutcome = Exclude<keyof RecordCounts, 'failed'>

export interface ImportTally {
  readonly count: (kind: ImportKind, outcome: keyof RecordCounts) => void
  /** Reports a problem and counts the record as failed. `kind` is undefined for lines that are not records. */
  readonly fail: (kind: ImportKind | undefined, where: string, message: string) => void
  /** Reports that a part of a record was not imported. */
  readonly warn: (where: string, message: string) => void
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
  /** A record in an event, which is only written if it does not exist. */
  readonly isEmbedded?: boolean
}

const ZERO_COUNTS = { created: 0, updated: 0, unchanged: 0, failed: 0 }

/** Receives one line per problem, which begins with its location `where`. A warning belongs to a record that was written. */
export type ReportProblem = (problem: string, where: string, outcome: 'failed' | 'warning') => void

export function createImportTally(onProblem: ReportProblem): ImportTally {
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
    count: (kind, outcome) => {
      counts[kind][outcome] += 1
    },
    fail: (kind, where, message) => {
      onProblem(`${where}: ${message}`, where, 'failed')
      if (kind) counts[kind].failed += 1
      else invalid += 1
    },
    warn: (where, message) => onProblem(`${where}: ${message}`, where, 'warning'),
    isFirst: (kind, id) => {
      if (typeof id !== 'number' && typeof id !== 'string') return true
      const size = seen.size
      return seen.add(`${kind} ${id}`).size > size
    },
    counts: () => counts,
    invalid: () => invalid,
  }
}
