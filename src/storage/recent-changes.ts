/** The newest changes that this process has written itself, so that whoever follows them need not read them back. */
import type { LoggedChange } from './changes.ts'

export interface RecentChanges {
  /** The changes of a transaction that was kept. */
  readonly remember: (changes: readonly LoggedChange[]) => void
  /** Every change after one number and up to another, in order; undefined when any of them is not remembered. */
  readonly between: (after: number, upTo: number) => readonly LoggedChange[] | undefined
}

export function createRecentChanges(most: number): RecentChanges {
  const kept = new Map<number, LoggedChange>()
  return {
    remember: (changes) => {
      for (const change of changes) {
        kept.set(change.seq, change)
        const [oldest] = kept.keys()
        if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      }
    },
    between: (after, upTo) => {
      const found: LoggedChange[] = []
      for (let seq = after + 1; seq <= upTo; seq++) {
        const change = kept.get(seq)
        if (!change) return undefined
        found.push(change)
      }
      return found
    },
  }
}
