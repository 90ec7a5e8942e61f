/** Types of the identity of a database, by which a process recognizes it. */
import type { DateTime } from '../base/time/date-time.ts'

/**
 * A state of the database. While `ChangeBus.current` returns the same object, nothing was written. Sequence numbers are
 * comparable only within one epoch: a restore or failover reuses them.
 */
export interface Generation {
  /** Random name of the history that the database contains; empty until it was read. */
  readonly epoch: string
  /** Sequence number of the newest change. */
  readonly seq: number
  /** Start of the epoch, UTC. */
  readonly since: DateTime
}

/** Access of an engine to the table `database_identity`. */
export interface IdentityStore {
  readonly read: (anchor: number) => Promise<DatabaseState>
  readonly write: (change: IdentityChange) => Promise<void>
}

/** The knowledge of the process before it reads a state, for comparison: writes continue during the read. */
export interface KnownState {
  readonly generation: Generation
  readonly anchor: Anchor | undefined
  /** Milliseconds of `performance.now()`. */
  readonly requestedAt: number
}

export interface DatabaseHistory {
  /** Returns the current knowledge, before a state is read. */
  readonly readKnownState: () => KnownState
  /** Records a change that the process has written itself. */
  readonly recordOwnChange: (change: Anchor) => void
  /**
   * Applies a state that was read with this prior knowledge. Returns the identity to write to the database, if any;
   * until a new epoch is written, the bus is invalidated.
   */
  readonly applyState: (state: DatabaseState, known: KnownState) => IdentityChange | undefined
  /** Reads the state, writes a new epoch when the history differs, and publishes the result. */
  readonly refresh: (source: IdentityStore) => Promise<void>
  readonly close: () => void
}

/** A change that a process has seen, compared later with the change log. */
export interface Anchor {
  readonly epoch: string
  readonly seq: number
  readonly mark: string
}

export interface DatabaseState extends Generation {
  /** Location of the database as reported by the engine: parts separated by colons, each empty if unknown. */
  readonly place: string
  /** The location stored in the database. */
  readonly storedPlace: string
  /** Content of the newest change. */
  readonly mark: string
  /** Sequence number of the oldest change in the log; 0 when the log is empty. */
  readonly oldest: number
  /** Content of the requested change; null when the log does not contain it. */
  readonly anchorMark: string | null
}

export interface IdentityChange {
  readonly from: Pick<DatabaseState, 'epoch' | 'storedPlace'>
  readonly to: Pick<DatabaseState, 'epoch' | 'since' | 'place'>
}
