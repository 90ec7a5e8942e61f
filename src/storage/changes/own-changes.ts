/** The newest changes that this process has written itself, so that whoever follows them need not read them back. */
import type { LoggedChange, Position } from '../core/types.ts'

export interface OwnChanges {
  /** The changes of a transaction that was kept in this epoch. */
  readonly add: (epoch: string, changes: readonly LoggedChange[]) => void
  /** Every change after one state and up to another, in order; undefined when any of them is not remembered. */
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
