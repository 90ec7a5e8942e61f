import { findKindsAfter } from '../../calendar/posts/post-store.ts'
import type { Reader } from '../../storage/types.ts'

const BATCH_SIZE = 250

/** Ids of the records of a kind in ascending order, in batches. */
export async function* readIdsOfKind(db: Reader, kind: string): AsyncGenerator<number[]> {
  for (let last = 0, isDone = false; !isDone; ) {
    const found = await findKindsAfter(db, last, BATCH_SIZE)
    const ids = found.filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length > 0) yield ids
    last = found.at(-1)?.id ?? last
    isDone = found.length < BATCH_SIZE
  }
}
