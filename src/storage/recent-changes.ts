/** The newest changes that this process has written itself, so that whoever follows them need not read them back. */
import type { Position } from './bus.ts'
import type { LoggedChange } from './changes.ts'

export interface RecentChanges {
  /** The changes of a transaction that was kept in this epoch. */
  readonly remember: (epoch: string, changes: readonly LoggedChange[]) => void
  /** Every change after one state and up to another, in order; undefined when any of them is not remembered. */
  readonly between: (after: Position, upTo: Position) => readonly LoggedChange[] | undefined
}

export function createRecentChanges(most: number): RecentChanges {
  const kept = new Map<number, LoggedChange>()
  let keptEpoch = ''
  return {
    remember: (epoch, changes) => {
      if (epoch !== keptEpoch) kept.clear()
      keptEpoch = epoch
      for (const change of changes) {
        kept.set(change.seq, change)
        const [oldest] = kept.keys()
        if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      }
    },
    between: (after, upTo) => {
      if (after.epoch !== upTo.epoch) return undefined
      const found: LoggedChange[] = []
      if (after.seq < upTo.seq && upTo.epoch !== keptEpoch) return undefined
      for (let seq = after.seq + 1; seq <= upTo.seq; seq++) {
        const change = kept.get(seq)
        if (!change) return undefined
        found.push(change)
      }
      return found
    },
  }
}
