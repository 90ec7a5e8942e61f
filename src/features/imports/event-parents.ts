/** Parents of imported events. An event may precede its parent in a file that is too large to be sorted. */
import type { DateTime } from '../../base/time/date-time.ts'
import { findKinds, findParentId, setParentId } from '../../calendar/posts/post-store.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { isRecordId, type RawRecord } from './formats/record-reader.ts'

interface RawEvent {
  readonly raw: RawRecord
}

export interface EventParents {
  /** Removes parents that are neither stored nor among the events of this transaction, and remembers them. */
  readonly hold: <E extends RawEvent>(db: Reader, events: readonly E[]) => Promise<readonly E[]>
  /** Sets the remembered parents that exist by now. */
  readonly release: (tx: Writer, at: DateTime) => Promise<void>
}

const BATCH_SIZE = 250

export function createEventParents(): EventParents {
  const held = new Map<number, number>()
  return {
    hold: async (db, events) => {
      const listed = new Set(events.map(({ raw }) => Number(raw['id'])))
      const parents = new Set(events.map(readParent).filter((id) => id > 0 && !listed.has(id)))
      const kinds = await findKinds(db, [...parents])
      return events.map((event) => {
        const parent = readParent(event)
        if (!parents.has(parent) || kinds.get(parent) === 'event') return event
        held.set(Number(event.raw['id']), parent)
        return { ...event, raw: { ...event.raw, post_parent: undefined } }
      })
    },
    release: async (tx, at) => {
      for (const pairs of splitIntoBatches([...held], BATCH_SIZE)) await setParents(tx, pairs, at)
    },
  }
}

/** 0 for none, and for values that the reader of the record reports. */
function readParent({ raw }: RawEvent): number {
  const id = Number(raw['post_parent'] ?? 0)
  return isRecordId(id) ? id : 0
}

async function setParents(tx: Writer, pairs: readonly (readonly [number, number])[], at: DateTime): Promise<void> {
  const kinds = await findKinds(tx, [...new Set(pairs.flat())].filter(isRecordId))
  const isEvent = (id: number) => kinds.get(id) === 'event'
  for (const [id, parent] of pairs) {
    if (!isEvent(id) || !isEvent(parent)) continue
    const before = await findParentId(tx, id)
    await setParentId(tx, id, parent)
    await recordChanges(tx, [{ kind: 'event', id, op: 'update', at, fields: { post_parent: [before, parent] } }])
  }
}
