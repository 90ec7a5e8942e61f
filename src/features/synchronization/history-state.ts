/** State of the database for clients that follow changes, which must never be told of two histories as if they were one. */
import type { MarkedChange } from '../../kernel/marked-change.ts'
import { problem } from '../../kernel/problem.ts'
import { digestMark } from '../../storage/change-log/changes-since.ts'
import { hasMoved } from '../../storage/database-identity.ts'
import type { Database, Position } from '../../storage/types.ts'

/**
 * The newest change that this process knows, which all of its caches include. The log may contain later changes of other
 * processes; they are sent when the process has noticed them.
 */
export interface HistoryState extends Position, MarkedChange {
  readonly newest: MarkedChange
  /** Sequence number of the oldest change in the log; 0 when it is empty. */
  readonly oldest: number
}

/** Until another poll of the database. */
export const STATE_RETRY_SECONDS = 1

/**
 * Throws `overloaded` after a failover or restore that this process has not noticed yet, on a server that is behind what the
 * process knows, and while the primary is unavailable: reads may then alternate between replicas that contain different
 * numbers of changes.
 */
export async function readHistoryState({ engine, read, generation, bus }: Database): Promise<HistoryState> {
  // On SQLite this notices what other processes have written.
  generation()
  const { epoch, seq } = bus.current()
  const state = await engine.readState(read, seq)
  const isKnown = state.epoch === epoch && state.seq >= seq && (seq === 0 || state.anchorMark !== null)
  if (bus.isInOutage() || hasMoved(state) || !isKnown) throw problem('overloaded', { retryAfter: STATE_RETRY_SECONDS })
  const newest = { seq: state.seq, mark: digestMark(state.mark) }
  return { epoch, seq, mark: digestMark(state.anchorMark ?? ''), newest, oldest: state.oldest }
}
