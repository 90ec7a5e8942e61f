/** What an import did so far: numbers per kind, problems as they come, and which records had their turn. */
import type { ImportKind } from './map-record.ts'
import type { RawRecord } from './record-reader.ts'

export interface RecordCounts {
  readonly created: number
  readonly updated: number
  readonly failed: number
}

export interface ImportTally {
  readonly count: (kind: ImportKind, outcome: keyof RecordCounts, by?: number) => void
  /** Tells what is wrong with a record and counts it as failed; `kind` is undefined for a line that is no record. */
  readonly fail: (kind: ImportKind | undefined, where: string, what: string) => void
  /** False when the number of this kind had its turn: lists read page by page may repeat records. */
  readonly isFirst: (kind: ImportKind, id: unknown) => boolean
  readonly counts: () => Readonly<Record<ImportKind, RecordCounts>>
  /** Lines that are no record. */
  readonly invalid: () => number
}

/** A recorded record and where it stands, `file:line`. */
export interface RecordEntry {
  readonly raw: RawRecord
  readonly where: string
}

const ZERO_COUNTS = { created: 0, updated: 0, failed: 0 }

export function createImportTally(onProblem: (problem: string) => void): ImportTally {
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
    fail: (kind, where, what) => {
      onProblem(`${where}: ${what}`)
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
