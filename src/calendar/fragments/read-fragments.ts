/** Reads fragments through the cache: missing ones are loaded from the database and stored. */
import type { CountedCache } from '../../base/lru-cache.ts'
import type { LinkedKind } from '../../kernel/post.ts'
import { createFragmentKey, type FragmentEntries } from './fragment-entries.ts'
import { fillTemplate } from './fragment-template.ts'
import type { Fragment } from './json-fragment.ts'
import {
  type EventFragment,
  type FragmentSource,
  fillEvent,
  type LinkedFragment,
  loadEventDetails,
  loadEventFragments,
  loadLinkedFragments,
  loadTermFragments,
  type TermFragment,
} from './load-fragments.ts'
import type { RenderedFragment } from './render-rows.ts'

/** By record ID; missing records are omitted. */
export type FragmentsById<T> = ReadonlyMap<number, T>

/** Reads the fragments of one request, for one base URL. */
export interface FragmentReader {
  readonly events: (ids: readonly number[]) => Promise<FragmentsById<EventFragment>>
  readonly linked: (kind: LinkedKind, ids: readonly number[]) => Promise<FragmentsById<LinkedFragment>>
  readonly terms: (ids: readonly number[]) => Promise<FragmentsById<TermFragment>>
  /** Events with their `detail`. */
  readonly eventDetails: (ids: readonly number[]) => Promise<FragmentsById<EventFragment>>
  /** Fills rows that were just written, without storing them in the cache. */
  readonly fillEvent: (row: RenderedFragment) => EventFragment
  readonly fillLinked: (row: RenderedFragment) => Fragment
}

interface FragmentReaderOptions {
  readonly source: FragmentSource
  readonly entries: FragmentEntries
  /** True when cached entries include the newest change. */
  readonly canUseCache: boolean
  /** False after a concurrent write, which may have made the loaded fragments outdated. */
  readonly canStore: () => boolean
}

/** The entries of one kind of record in one render context. */
interface ContextCache<T> {
  readonly get: (id: number) => T | undefined
  readonly store: (id: number, fragment: T) => void
}

export function createFragmentReader(options: FragmentReaderOptions): FragmentReader {
  const { source, entries, canUseCache, canStore } = options
  const contextIndex = entries.findContextIndex(source.renderContext)
  const selectContext = <T extends { readonly size: number }>(cache: CountedCache<number, T>): ContextCache<T> => ({
    get: (id) => (canUseCache ? cache.get(createFragmentKey(id, contextIndex)) : undefined),
    store: (id, fragment) => {
      if (canStore()) cache.set(createFragmentKey(id, contextIndex), fragment, fragment.size)
    },
  })
  return {
    events: (ids) => readThrough(selectContext(entries.events), ids, (missing) => loadEventFragments(source, missing)),
    linked: (kind, ids) =>
      readThrough(selectContext(entries.linked), ids, (missing) => loadLinkedFragments(source, kind, missing)),
    terms: (ids) => readThrough(selectContext(entries.terms), ids, (missing) => loadTermFragments(source, missing)),
    eventDetails: (ids) => {
      const { get, store } = selectContext(entries.events)
      const getDetail = (id: number) => {
        const cached = get(id)
        return cached?.detail ? cached : undefined
      }
      return readThrough({ get: getDetail, store }, ids, (missing) => loadEventDetails(source, missing))
    },
    fillEvent: (row) => fillEvent(row, source.texts),
    fillLinked: (row) => fillTemplate(row.open, source.texts),
  }
}

async function readThrough<T>(
  { get, store }: ContextCache<T>,
  ids: readonly number[],
  load: (missing: readonly number[]) => Promise<FragmentsById<T>>,
): Promise<FragmentsById<T>> {
  const fragments = new Map<number, T>()
  for (const id of ids) {
    const fragment = get(id)
    if (fragment) fragments.set(id, fragment)
  }
  if (fragments.size === ids.length) return fragments
  for (const [id, fragment] of await load(ids.filter((id) => !fragments.has(id)))) {
    fragments.set(id, fragment)
    store(id, fragment)
  }
  return fragments
}
