/** Renders the fragments that are missing or outdated: after an import, or when a new version renders other texts. */

import { setTimeout } from 'node:timers/promises'
import { POST_KINDS } from '../../kernel/post.ts'
import { findChangesAfter, findNewestSeq } from '../../storage/change-log/change-log.ts'
import { readGeneration } from '../../storage/database-identity.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import { findKindsAfter } from '../posts/post-store.ts'
import type { Services } from '../services.ts'
import { storeFragments } from './fragment-backlog.ts'
import { findFragmentProgress, findIdsWithFragment, setFragmentProgress } from './fragment-store.ts'
import { createFragmentVersion } from './fragment-version.ts'
import { renderRows } from './render-rows.ts'

/** Records that are examined at once. */
const PAGE_SIZE = 500
/** A few milliseconds of work, with a pause after it, so that requests are hardly delayed. */
const BATCH_SIZE = 25
const PAUSE_MILLISECONDS = 40
/** Storing the progress costs a commit; after a restart, so many changes at most are examined again. */
const CHANGES_PER_PROGRESS = 1000

interface Progress {
  readonly epoch: string
  readonly version: string
  /** Highest examined id; undefined once all records were examined. */
  lastId: number | undefined
  /** Newest examined change. */
  seq: number
  storedSeq: number
}

/** Examines all records once per version, and then those that the change log names. */
export function createFragmentJob(): (services: Services, signal: AbortSignal) => Promise<void> {
  let progress: Progress | undefined
  return async (services, signal) => {
    const { epoch, seq } = services.database.bus.current()
    // The version changes with the currency and the additional fields of the site.
    const version = createFragmentVersion(services.site)
    if (progress?.epoch !== epoch || progress.version !== version) progress = await readProgress(services, epoch)
    if (progress.lastId === undefined && progress.seq >= seq) return
    await examineAll(services, progress, signal)
    await examineChanges(services, progress, signal)
    if (progress.seq - progress.storedSeq < CHANGES_PER_PROGRESS) return
    const { seq: newSeq } = progress
    await services.database.transaction((tx) => setFragmentProgress(tx, version, newSeq))
    progress.storedSeq = newSeq
  }
}

async function readProgress({ database, site }: Services, epoch: string): Promise<Progress> {
  const version = createFragmentVersion(site)
  const seq = await findFragmentProgress(database.read, version)
  if (seq !== undefined) return { epoch, version, lastId: undefined, seq, storedSeq: seq }
  return { epoch, version, lastId: 0, seq: await findNewestSeq(database.read), storedSeq: -CHANGES_PER_PROGRESS }
}

async function examineAll(services: Services, progress: Progress, signal: AbortSignal): Promise<void> {
  while (progress.lastId !== undefined) {
    const records = await findKindsAfter(services.database.read, progress.lastId, PAGE_SIZE)
    await renderMissing(services, records, signal)
    progress.lastId = records.at(-1)?.id
  }
}

async function examineChanges(services: Services, progress: Progress, signal: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const changes = await findChangesAfter(services.database.read, progress.seq, PAGE_SIZE)
    await renderMissing(services, changes, signal)
    progress.seq = changes.at(-1)?.seq ?? progress.seq
    isDone = changes.length < PAGE_SIZE
  }
}

/** Renders the records without a current fragment. */
async function renderMissing(
  { database, site }: Services,
  records: readonly { readonly kind: string; readonly id: number }[],
  signal: AbortSignal,
): Promise<void> {
  const version = createFragmentVersion(site)
  for (const kind of POST_KINDS) {
    const ids = [...new Set(records.filter((record) => record.kind === kind).map(({ id }) => id))]
    if (ids.length === 0) continue
    const stored = new Set(await findIdsWithFragment(database.read, { kind, ids, version }))
    const missing = ids.filter((id) => !stored.has(id))
    for (const batch of splitIntoBatches(missing, BATCH_SIZE)) {
      const { epoch } = await readGeneration(database.read)
      const rows = await renderRows(database.read, kind, batch, site)
      await storeFragments(
        database,
        rows.map((row) => ({ epoch, row })),
      )
      await setTimeout(PAUSE_MILLISECONDS, undefined, { signal })
    }
  }
}
