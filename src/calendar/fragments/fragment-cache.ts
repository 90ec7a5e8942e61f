/**
 * Fragment cache: rendered JSON of records, invalidated by the change log. Responses that are not cached themselves are
 * assembled from it. Fragments are the same for every viewer; access is decided when a response is assembled.
 */
import type { CacheStatistics } from '../../base/cache-statistics.ts'
import type { FragmentTable } from '../../storage/tables/tables.ts'
import type { Database, Position, Reader } from '../../storage/types.ts'
import type { RenderContext } from '../posts/render-settings.ts'
import type { FragmentBacklog } from './fragment-backlog.ts'
import { createFragmentEntries } from './fragment-entries.ts'
import { createFragmentInvalidator } from './invalidate-fragments.ts'
import type { FragmentSources } from './invalidation-log.ts'
import { createFragmentReader, type FragmentReader } from './read-fragments.ts'

export interface FragmentCache {
  readonly read: (db: Reader, renderContext: RenderContext) => Promise<FragmentReader>
  /** Number of the newest invalidation. Read it before the fragments of a response. */
  readonly newestInvalidation: () => number
  /** True if a record was invalidated after that number, or while newer changes have not been read yet. */
  readonly isOutdated: (sources: FragmentSources, invalidation: number) => boolean
  /** Render contexts in the order of their first use. */
  readonly getRenderContexts: () => readonly RenderContext[]
  /** True when storing another event would evict one. */
  readonly isFull: () => boolean
  readonly statistics: () => CacheStatistics
}

const isSamePosition = (first: Position | undefined, second: Position | undefined): boolean =>
  first?.epoch === second?.epoch && first?.seq === second?.seq

/** Caches fragments of about `bytes` in total; 0 disables the cache. */
export function createFragmentCache(
  database: Pick<Database, 'generation' | 'ownChanges' | 'primary' | 'read'>,
  bytes: number,
  backlog: Pick<FragmentBacklog, 'add'>,
): FragmentCache {
  const entries = createFragmentEntries(bytes)
  const { applyChanges, applyOwnChanges, getPosition } = createFragmentInvalidator(database, entries)

  async function read(db: Reader, renderContext: RenderContext): Promise<FragmentReader> {
    // A transaction sees changes that may never be committed.
    const canUseCache = bytes > 0 && db.runner === undefined && (await applyChanges(db))
    const since = getPosition()
    const canStore = () => canUseCache && isSamePosition(getPosition(), since)
    const epoch = database.generation()?.epoch
    // A replica may be outdated, and a snapshot as well.
    const onRendered = (rows: readonly FragmentTable[]) => {
      if ((db === database.read || db === database.primary) && epoch !== undefined) backlog.add(epoch, rows)
    }
    const source = { db, renderContext, texts: entries.getTexts(renderContext), onRendered }
    return createFragmentReader({ source, entries, canUseCache, canStore })
  }

  return {
    read,
    newestInvalidation: entries.invalidations.newest,
    isOutdated: (sources, invalidation) =>
      !applyOwnChanges() || entries.invalidations.isOutdated(sources, invalidation),
    getRenderContexts: () => entries.renderContexts,
    isFull: entries.isFull,
    statistics: entries.statistics,
  }
}
