/** What an import did so far: numbers per kind, problems as they come, and which records had their turn. */
import type { RecordKind } from './map.ts'
import type { Raw } from './reader.ts'

export interface Counts {
  readonly created: number
  readonly updated: number
  readonly failed: number
}

export interface Tally {
  readonly count: (kind: RecordKind, outcome: keyof Counts, by?: number) => void
  /** Tells what is wrong with a record and counts it as failed; `kind` is undefined for a line that is no record. */
  readonly fail: (kind: RecordKind | undefined, where: string, what: string) => void
  /** False when the number of this kind had its turn: lists read page by page may repeat records. */
  readonly isFirst: (kind: RecordKind, id: unknown) => boolean
  readonly counts: () => Readonly<Record<RecordKind, Counts>>
  /** Lines that are no record. */
  readonly invalid: () => number
}

/** A recorded record and where it stands, `file:line`. */
export interface Entry {
  readonly raw: Raw
  readonly where: string
}

const none = { created: 0, updated: 0, failed: 0 }

export function createTally(tell: (problem: string) => void): Tally {
  const counts = {
    category: { ...none },
    tag: { ...none },
    venue: { ...none },
    organizer: { ...none },
    event: { ...none },
  }
  const seen = new Set<string>()
  let invalid = 0
  return {
    count: (kind, outcome, by = 1) => {
      counts[kind][outcome] += by
    },
    fail: (kind, where, what) => {
      tell(`${where}: ${what}`)
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
