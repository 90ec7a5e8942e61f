/**
 * Fragment cache: rendered JSON of records, invalidated by the change log. Responses that are not cached themselves are
 * assembled from it. Fragments are the same for every viewer; access is decided when a response is assembled.
 */
import { type CacheStatistics, sumStatistics } from '../caching/cache-statistics.ts'
import { type CountedCache, createCountedCache } from '../caching/lru-cache.ts'
import type { LinkedKind } from '../domain/model/post.ts'
import type { RenderContext } from '../presenters/event.ts'
import { findChangesAfter } from '../storage/changes/change-log.ts'
import type { Database, LoggedChange, Position, Reader } from '../storage/core/types.ts'
import {
  type EventFragment,
  type LinkedFragment,
  loadEventFragment,
  loadEventFragments,
  loadLinkedFragments,
  loadTermFragments,
  type TermFragment,
} from './load-fragments.ts'

/** By record id; missing records are omitted. */
export type FragmentsById<T> = ReadonlyMap<number, T>

/** Reads the fragments of one request, for one base URL. */
export interface FragmentReader {
  readonly events: (ids: readonly number[]) => Promise<FragmentsById<EventFragment>>
  readonly linked: (kind: LinkedKind, ids: readonly number[]) => Promise<FragmentsById<LinkedFragment>>
  readonly terms: (ids: readonly number[]) => Promise<FragmentsById<TermFragment>>
  /** An event with its `detail`; undefined when it is missing. */
  readonly eventDetail: (id: number) => Promise<EventFragment | undefined>
}

/** Synchronous access to cached fragments. */
export interface CachedFragments {
  readonly event: (id: number) => EventFragment | undefined
  readonly linked: (id: number) => LinkedFragment | undefined
  readonly term: (id: number) => TermFragment | undefined
}

export interface FragmentCache {
  readonly read: (db: Reader, renderContext: RenderContext) => Promise<FragmentReader>
  /** Undefined while the cache has not yet applied the newest changes. */
  readonly getCached: (renderContext: RenderContext) => CachedFragments | undefined
  /** Render contexts in the order of their first use. */
  readonly getRenderContexts: () => readonly RenderContext[]
  /** Whether further events would evict others. */
  readonly isFull: () => boolean
  readonly statistics: () => CacheStatistics
}

const isSamePosition = (first: Position | undefined, second: Position | undefined): boolean =>
  first?.epoch === second?.epoch && first?.seq === second?.seq

/** More than the number of mounts times languages. */
const MAX_RENDER_CONTEXTS = 1000
/** Numeric keys are faster than strings. */
const createKey = (id: number, contextIndex: number): number => id * MAX_RENDER_CONTEXTS + contextIndex

/** The warm-up stops at this share; the rest is left to requested records. */
const FULL_RATIO = 0.9
/** With more changes than this, clearing the cache is cheaper than reading them. */
const MAX_CHANGES = 2000
/** Shares of the memory limit. */
const MEMORY_SHARES = { events: 0.8, linked: 0.15, terms: 0.05 } as const

/** Caches fragments of about `bytes` in total; 0 disables the cache. */
export function createFragmentCache(
  database: Pick<Database, 'generation' | 'ownChanges'>,
  bytes: number,
): FragmentCache {
  const createLru = <T extends object>(share: number) =>
    createCountedCache<number, T>({ maxBytes: Math.floor(bytes * share) })
  const caches = {
    events: createLru<EventFragment>(MEMORY_SHARES.events),
    linked: createLru<LinkedFragment>(MEMORY_SHARES.linked),
    terms: createLru<TermFragment>(MEMORY_SHARES.terms),
  }
  /** A record has one fragment per render context. */
  const renderContexts: RenderContext[] = []
  /** The state of the database up to which changes were applied. */
  let position: Position | undefined

  function findContextIndex(renderContext: RenderContext): number {
    const cached = renderContexts.findIndex(({ urls }) => urls.base === renderContext.urls.base)
    return cached < 0 ? renderContexts.push(renderContext) - 1 : cached
  }

  function evictAll(): void {
    for (const cache of Object.values(caches)) cache.clear()
  }

  function evict({ kind, id, op }: LoggedChange): void {
    const isTerm = kind === 'category' || kind === 'tag'
    // Fragments do not record which images they contain, and events keep the id of a deleted term, so `getCached` would
    // never again find all fragments of such an event.
    if ((kind === 'media' && op !== 'create') || (isTerm && op === 'delete')) evictAll()
    if (kind === 'media' || kind === 'user') return
    // Terms contain their event count, which any event may change.
    if (kind !== 'venue' && kind !== 'organizer') caches.terms.clear()
    for (const contextIndex of renderContexts.keys()) {
      caches.events.delete(createKey(id, contextIndex))
      caches.linked.delete(createKey(id, contextIndex))
    }
  }

  /** Evicts changed records; returns whether the remaining entries may be used. */
  async function applyChanges(db: Reader): Promise<boolean> {
    const newest = database.generation()
    if (newest === undefined || bytes === 0) return false
    // Change numbers of another epoch are not comparable.
    if (position && position.epoch !== newest.epoch) evictAll()
    if (position?.epoch !== newest.epoch) position = newest
    const changes = database.ownChanges(position, newest) ?? (await findChangesAfter(db, position.seq, MAX_CHANGES))
    // The epoch may have changed while changes were read.
    if (position.epoch !== newest.epoch) return false
    if (changes.length === MAX_CHANGES) evictAll()
    else for (const change of changes) evict(change)
    position = { epoch: newest.epoch, seq: Math.max(position.seq, newest.seq, changes.at(-1)?.seq ?? 0) }
    return true
  }

  async function read(db: Reader, renderContext: RenderContext): Promise<FragmentReader> {
    const canUseCache = await applyChanges(db)
    const since = position
    const contextIndex = findContextIndex(renderContext)
    /** Skips entries that a concurrent write may have outdated. */
    const store = <T extends { readonly size: number }>(cache: CountedCache<number, T>, id: number, fragment: T) => {
      if (canUseCache && isSamePosition(position, since))
        cache.set(createKey(id, contextIndex), fragment, fragment.size)
    }

    async function readThrough<T extends { readonly size: number }>(
      cache: CountedCache<number, T>,
      ids: readonly number[],
      load: (missing: readonly number[]) => Promise<FragmentsById<T>>,
    ): Promise<FragmentsById<T>> {
      const fragments = new Map<number, T>()
      for (const id of canUseCache ? ids : []) {
        const fragment = cache.get(createKey(id, contextIndex))
        if (fragment) fragments.set(id, fragment)
      }
      if (fragments.size === ids.length) return fragments
      for (const [id, fragment] of await load(ids.filter((id) => !fragments.has(id)))) {
        fragments.set(id, fragment)
        store(cache, id, fragment)
      }
      return fragments
    }

    async function eventDetail(id: number): Promise<EventFragment | undefined> {
      const cached = canUseCache ? caches.events.get(createKey(id, contextIndex)) : undefined
      if (cached?.detail) return cached
      const fragment = await loadEventFragment(db, id, renderContext)
      if (fragment) store(caches.events, id, fragment)
      return fragment
    }

    return {
      events: (ids) => readThrough(caches.events, ids, (missing) => loadEventFragments(db, missing, renderContext)),
      linked: (kind, ids) =>
        readThrough(caches.linked, ids, (missing) => loadLinkedFragments(db, kind, missing, renderContext)),
      terms: (ids) => readThrough(caches.terms, ids, (missing) => loadTermFragments(db, missing, renderContext)),
      eventDetail,
    }
  }

  function getCached(renderContext: RenderContext): CachedFragments | undefined {
    const newest = database.generation()
    if (!position || position.epoch !== newest?.epoch || position.seq !== newest.seq) return undefined
    const contextIndex = findContextIndex(renderContext)
    return {
      event: (id) => caches.events.get(createKey(id, contextIndex)),
      linked: (id) => caches.linked.get(createKey(id, contextIndex)),
      term: (id) => caches.terms.get(createKey(id, contextIndex)),
    }
  }

  const isFull = () =>
    bytes === 0 || (caches.events.statistics().bytes ?? 0) > bytes * MEMORY_SHARES.events * FULL_RATIO
  return {
    read,
    getCached,
    getRenderContexts: () => renderContexts,
    isFull,
    statistics: () => sumStatistics(Object.values(caches).map((cache) => cache.statistics())),
  }
}
