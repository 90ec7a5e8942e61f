/** One place that notices that the database holds another history than before, and tells the bus, and so every cache. */
import type { DateTime } from '../text/dates.ts'
import { type AnchorFile, createAnchorFile, NO_ANCHOR_FILE } from './anchor-file.ts'
import type { BusFeed, Generation } from './bus.ts'
import type { DatabaseOptions } from './engine.ts'
import {
  type Anchor,
  createEpoch,
  type DatabaseState,
  type IdentityChange,
  isContinued,
  isElsewhere,
  mergePlaces,
} from './identity.ts'

/** An engine's way to the identity. */
export interface HistorySource {
  readonly read: (anchor: number) => Promise<DatabaseState>
  readonly write: (change: IdentityChange) => Promise<void>
}

/** What a state is compared with: writes go on while it is read. */
export interface Known {
  readonly generation: Generation
  readonly anchor: Anchor | undefined
  /** Moment of `performance.now()`. */
  readonly asked: number
}

export interface History {
  /** What the process knew before it reads a state. */
  readonly known: () => Known
  /** Takes note of a change that the process has made itself. */
  readonly see: (change: Anchor) => void
  /**
   * Takes in a state that was read when the process knew this much. Says what has to be written to the database; while
   * that is a new epoch, the bus is in doubt.
   */
  readonly settle: (state: DatabaseState, known: Known) => IdentityChange | undefined
  /** Reads the state, writes a new epoch where the history is another one, and tells the bus. */
  readonly look: (source: HistorySource) => Promise<void>
  readonly close: () => void
}

export interface HistoryOptions {
  readonly bus: BusFeed
  readonly anchors: AnchorFile
  readonly now: () => DateTime
}

export const utcNow = (): DateTime => new Date().toISOString().slice(0, 19).replace('T', ' ')

export const readHistoryOptions = ({ anchorFile, now = utcNow }: DatabaseOptions, bus: BusFeed): HistoryOptions => ({
  bus,
  now,
  anchors: anchorFile === undefined ? NO_ANCHOR_FILE : createAnchorFile(anchorFile),
})

export function createHistory({ bus, anchors, now }: HistoryOptions): History {
  let anchor: Anchor | undefined = anchors.read()
  let maySetPlace = true

  const known = (): Known => ({ generation: bus.current(), anchor, asked: performance.now() })

  function settle(state: DatabaseState, before: Known): IdentityChange | undefined {
    const { epoch, seq, mark, since, storedPlace } = state
    const from = { epoch, storedPlace }
    const place = mergePlaces(state)
    if (isElsewhere(state) || !isContinued(state, before.generation, before.anchor)) {
      bus.doubt()
      return { from, to: { epoch: createEpoch(), since: now(), place } }
    }
    if (anchor?.epoch !== epoch || anchor.seq < seq) anchor = { epoch, seq, mark }
    anchors.keep(anchor)
    bus.confirm(state, before.asked)
    return place === storedPlace || !maySetPlace ? undefined : { from, to: { epoch, since, place } }
  }

  async function setPlace(source: HistorySource, change: IdentityChange): Promise<void> {
    // A server that only reads keeps what it has, and is not asked again.
    maySetPlace = false
    await source.write(change).catch(() => {})
  }

  return {
    known,
    see: (change) => {
      if (anchor?.epoch === change.epoch && anchor.seq < change.seq) anchor = change
    },
    settle,
    look: async (source) => {
      const before = known()
      const change = settle(await source.read(before.anchor?.seq ?? 0), before)
      if (!change) return
      if (change.to.epoch === change.from.epoch) return setPlace(source, change)
      await source.write(change)
      const after = known()
      settle(await source.read(after.anchor?.seq ?? 0), after)
    },
    close: () => anchors.close(),
  }
}
