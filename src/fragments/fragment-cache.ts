/**
 * JSON of records, kept while nobody writes them: a page that nobody asked for before is put together from texts that
 * were made for others. What is kept holds for any viewer; who sees what is decided where texts are put together.
 */
import { LRUCache } from 'lru-cache'
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

/** By number; what is not there is left out. */
export type FragmentsById<T> = ReadonlyMap<number, T>

/** The texts for one read of the database, in one setting. */
export interface FragmentReader {
  readonly events: (ids: readonly number[]) => Promise<FragmentsById<EventFragment>>
  readonly linked: (kind: LinkedKind, ids: readonly number[]) => Promise<FragmentsById<LinkedFragment>>
  readonly terms: (ids: readonly number[]) => Promise<FragmentsById<TermFragment>>
  /** An event with its `single`; undefined when it is not there. */
  readonly eventDetail: (id: number) => Promise<EventFragment | undefined>
}

/** Texts that can be had without waiting. */
export interface CachedFragments {
  readonly event: (id: number) => EventFragment | undefined
  readonly linked: (id: number) => LinkedFragment | undefined
  readonly term: (id: number) => TermFragment | undefined
}

export interface FragmentCache {
  readonly read: (db: Reader, setting: RenderContext) => Promise<FragmentReader>
  /** Undefined while something was written that has yet to be looked at. */
  readonly getCached: (setting: RenderContext) => CachedFragments | undefined
  /** Settings that were asked for, in the order in which they first were. */
  readonly getRenderContexts: () => readonly RenderContext[]
  /** Whether more events would push out others. */
  readonly isFull: () => boolean
}

const isSamePosition = (first: Position | undefined, second: Position | undefined): boolean =>
  first?.epoch === second?.epoch && first?.seq === second?.seq

/** More than there are mounts in all languages. */
const MAX_RENDER_CONTEXTS = 1000
/** Numbers are found faster than texts. */
const createKey = (id: number, contextIndex: number): number => id * MAX_RENDER_CONTEXTS + contextIndex

/** The rest is left to what is asked for. */
const FULL_RATIO = 0.9
/** Beyond so many changes it is cheaper to forget everything. */
const MAX_CHANGES = 2000
/** Of the memory, how much is for which. */
const MEMORY_SHARES = { events: 0.8, linked: 0.15, terms: 0.05 } as const

/** Keeps texts of about `bytes` in all. */
export function createFragmentCache(
  database: Pick<Database, 'generation' | 'ownChanges'>,
  bytes: number,
): FragmentCache {
  const createLru = <T extends object>(share: number) =>
    new LRUCache<number, T>({ maxSize: Math.max(1, Math.floor(bytes * share)) })
  const caches = {
    events: createLru<EventFragment>(MEMORY_SHARES.events),
    linked: createLru<LinkedFragment>(MEMORY_SHARES.linked),
    terms: createLru<TermFragment>(MEMORY_SHARES.terms),
  }
  /** A record has a text for each. */
  const renderContexts: RenderContext[] = []
  /** The newest state that what is kept takes into account. */
  let position: Position | undefined

  function findContextIndex(renderContext: RenderContext): number {
    const cached = renderContexts.findIndex(({ urls }) => urls.base === renderContext.urls.base)
    return cached < 0 ? renderContexts.push(renderContext) - 1 : cached
  }

  function evictAll(): void {
    for (const texts of Object.values(caches)) texts.clear()
  }

  function evict({ kind, id, op }: LoggedChange): void {
    const isTerm = kind === 'category' || kind === 'tag'
    // Records do not say which pictures they show; and events go on naming a term that is gone, and would never again
    // be at hand whole.
    if ((kind === 'media' && op !== 'create') || (isTerm && op === 'delete')) evictAll()
    if (kind === 'media' || kind === 'user') return
    // A term shows its count, which any event may change.
    if (kind !== 'venue' && kind !== 'organizer') caches.terms.clear()
    for (const contextIndex of renderContexts.keys()) {
      caches.events.delete(createKey(id, contextIndex))
      caches.linked.delete(createKey(id, contextIndex))
    }
  }

  /** Drops what was written meanwhile; says whether what is left may be shown. */
  async function applyChanges(db: Reader): Promise<boolean> {
    const newest = database.generation()
    if (newest === undefined || bytes === 0) return false
    // Of another history nothing is true any more, whatever its numbers are.
    if (position && position.epoch !== newest.epoch) evictAll()
    if (position?.epoch !== newest.epoch) position = newest
    const changes = database.ownChanges(position, newest) ?? (await findChangesAfter(db, position.seq, MAX_CHANGES))
    // Another history may have begun meanwhile.
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
    /** What was written since may be in what was loaded, or not. */
    const store = <T extends { readonly size: number }>(texts: LRUCache<number, T>, id: number, text: T) => {
      if (canUseCache && isSamePosition(position, since))
        texts.set(createKey(id, contextIndex), text, { size: text.size })
    }

    async function readThrough<T extends { readonly size: number }>(
      texts: LRUCache<number, T>,
      ids: readonly number[],
      load: (missing: readonly number[]) => Promise<FragmentsById<T>>,
    ): Promise<FragmentsById<T>> {
      const found = new Map<number, T>()
      for (const id of canUseCache ? ids : []) {
        const text = texts.get(createKey(id, contextIndex))
        if (text) found.set(id, text)
      }
      if (found.size === ids.length) return found
      for (const [id, text] of await load(ids.filter((id) => !found.has(id)))) {
        found.set(id, text)
        store(texts, id, text)
      }
      return found
    }

    async function eventDetail(id: number): Promise<EventFragment | undefined> {
      const cached = canUseCache ? caches.events.get(createKey(id, contextIndex)) : undefined
      if (cached?.detail) return cached
      const text = await loadEventFragment(db, id, renderContext)
      if (text) store(caches.events, id, text)
      return text
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

  const { events } = caches
  return {
    read,
    getCached,
    getRenderContexts: () => renderContexts,
    isFull: () => bytes === 0 || events.calculatedSize > events.maxSize * FULL_RATIO,
  }
}
