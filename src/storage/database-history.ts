/**
 * Detects that the database contains another history than before (restore, failover, copy) and invalidates the bus, and
 * thereby all caches.
 */
import type { DateTime } from '../base/time/date-time.ts'
import { type AnchorFile, createAnchorFile, NO_ANCHOR_FILE } from './anchor-file.ts'
import { createEpoch, hasMoved, isContinuation, mergePlaces } from './database-identity.ts'
import type {
  Anchor,
  DatabaseHistory,
  DatabaseState,
  IdentityChange,
  IdentityStore,
  KnownState,
} from './identity-types.ts'
import type { ChangeBusPublisher, DatabaseOptions } from './types.ts'

export interface HistoryOptions {
  readonly bus: ChangeBusPublisher
  readonly anchors: AnchorFile
  readonly now: () => DateTime
}

export const utcNow = (): DateTime => new Date().toISOString().slice(0, 19).replace('T', ' ')

export const createHistoryOptions = (
  { anchorFile, now = utcNow }: DatabaseOptions,
  bus: ChangeBusPublisher,
): HistoryOptions => ({
  bus,
  now,
  anchors: anchorFile === undefined ? NO_ANCHOR_FILE : createAnchorFile(anchorFile),
})

export function createDatabaseHistory({ bus, anchors, now }: HistoryOptions): DatabaseHistory {
  let anchor: Anchor | undefined = anchors.read()
  let maySetPlace = true

  const readKnownState = (): KnownState => ({ generation: bus.current(), anchor, requestedAt: performance.now() })

  function applyState(state: DatabaseState, before: KnownState): IdentityChange | undefined {
    const { epoch, seq, mark, since, storedPlace } = state
    const from = { epoch, storedPlace }
    const place = mergePlaces(state)
    if (hasMoved(state) || !isContinuation(state, before.generation, before.anchor)) {
      bus.invalidate()
      return { from, to: { epoch: createEpoch(), since: now(), place } }
    }
    if (anchor?.epoch !== epoch || anchor.seq < seq) anchor = { epoch, seq, mark }
    anchors.save(anchor)
    bus.confirm(state, before.requestedAt)
    return place === storedPlace || !maySetPlace ? undefined : { from, to: { epoch, since, place } }
  }

  async function setPlace(source: IdentityStore, change: IdentityChange): Promise<void> {
    // A read-only server cannot store the place; it is not tried again.
    maySetPlace = false
    await source.write(change).catch(() => {})
  }

  return {
    readKnownState,
    recordOwnChange: (change) => {
      if (anchor?.epoch === change.epoch && anchor.seq < change.seq) anchor = change
    },
    applyState,
    refresh: async (source) => {
      const before = readKnownState()
      const change = applyState(await source.read(before.anchor?.seq ?? 0), before)
      if (!change) return
      if (change.to.epoch === change.from.epoch) return setPlace(source, change)
      await source.write(change)
      const after = readKnownState()
      applyState(await source.read(after.anchor?.seq ?? 0), after)
    },
    close: () => anchors.close(),
  }
}
