/** Buffer of the newest changes of this process, so that caches need not read them back from the change log. */
import type { LoggedChange, Position } from '../types.ts'

export interface OwnChanges {
  /** Adds the changes of a transaction that was committed in this epoch. */
  readonly add: (epoch: string, changes: readonly LoggedChange[]) => void
  /** Every change after one position up to another, in order; undefined unless all of them are in the buffer. */
  readonly findBetween: (after: Position, upTo: Position) => readonly LoggedChange[] | undefined
}

export function createOwnChanges(limit: number): OwnChanges {
  const bySeq = new Map<number, LoggedChange>()
  let currentEpoch = ''
  return {
    add: (epoch, changes) => {
      if (epoch !== currentEpoch) bySeq.clear()
      currentEpoch = epoch
      for (const change of changes) {
        bySeq.set(change.seq, change)
        const [oldest] = bySeq.keys()
        if (bySeq.size > limit && oldest !== undefined) bySeq.delete(oldest)
      }
    },
    findBetween: (after, upTo) => {
      if (after.epoch !== upTo.epoch) return undefined
      const found: LoggedChange[] = []
      if (after.seq < upTo.seq && upTo.epoch !== currentEpoch) return undefined
      for (let seq = after.seq + 1; seq <= upTo.seq; seq++) {
        const change = bySeq.get(seq)
        if (!change) return undefined
        found.push(change)
      }
      return found
    },
  }
}
