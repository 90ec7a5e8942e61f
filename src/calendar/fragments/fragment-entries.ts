/** Entries of the fragment cache: one LRU cache per kind of record, limited in bytes together. */
import { type CacheStatistics, sumStatistics } from '../../base/cache-statistics.ts'
import { type CountedCache, createCountedCache } from '../../base/lru-cache.ts'
import type { CustomFields } from '../../kernel/custom-field.ts'
import { listLabels, type RenderContext } from '../posts/render-settings.ts'
import { createTemplateTexts, type TemplateTexts } from './fragment-template.ts'
import { createInvalidationLog, type InvalidationLog } from './invalidation-log.ts'
import type { EventFragment, LinkedFragment, TermFragment } from './load-fragments.ts'

export interface FragmentEntries {
  readonly events: CountedCache<number, EventFragment>
  readonly linked: CountedCache<number, LinkedFragment>
  readonly terms: CountedCache<number, TermFragment>
  /** Render contexts in the order of their first use. A record has one entry per render context. */
  readonly renderContexts: readonly RenderContext[]
  /** The index of the render context in `renderContexts`, which is added if it is new. */
  readonly findContextIndex: (renderContext: RenderContext) => number
  readonly getTexts: (renderContext: RenderContext) => TemplateTexts
  /** Deletes a post in all render contexts. */
  readonly deletePost: (id: number) => void
  /** Deletes a term in all render contexts. */
  readonly deleteTerm: (id: number) => void
  readonly deleteEventsOfTerm: (termId: number) => void
  readonly clear: () => void
  /** Deleted records; without those that were evicted to make room. */
  readonly invalidations: InvalidationLog
  /** True when storing another event would evict one. */
  readonly isFull: () => boolean
  readonly statistics: () => CacheStatistics
}

/** More than the number of mounts times languages. */
const MAX_RENDER_CONTEXTS = 1000
/** Numeric keys are faster than strings. */
export const createFragmentKey = (id: number, contextIndex: number): number => id * MAX_RENDER_CONTEXTS + contextIndex

/** A response that is older than this many changed records is assembled again. */
const MAX_INVALIDATED_RECORDS = 10_000

/** The warm-up stops at this share; the rest is left to requested records. */
const FULL_RATIO = 0.9
/** Shares of the memory limit. */
const MEMORY_SHARES = { events: 0.8, linked: 0.15, terms: 0.05 } as const

export function createFragmentEntries(bytes: number): FragmentEntries {
  const createLru = <T extends object>(share: number) =>
    createCountedCache<number, T>({ maxBytes: Math.floor(bytes * share) })
  const events = createLru<EventFragment>(MEMORY_SHARES.events)
  const linked = createLru<LinkedFragment>(MEMORY_SHARES.linked)
  const terms = createLru<TermFragment>(MEMORY_SHARES.terms)
  const caches = [events, linked, terms]
  const renderContexts: RenderContext[] = []
  const cachedTexts: { readonly customFields: CustomFields; readonly texts: TemplateTexts }[] = []
  const findContextIndex = (renderContext: RenderContext) => {
    const index = renderContexts.findIndex(({ urls }) => urls.base === renderContext.urls.base)
    return index < 0 ? renderContexts.push(renderContext) - 1 : index
  }
  /** The keys of a record in all render contexts. */
  const createKeys = (id: number) => renderContexts.map((_context, index) => createFragmentKey(id, index))
  const invalidations = createInvalidationLog(MAX_INVALIDATED_RECORDS)
  return {
    ...{ events, linked, terms, renderContexts, invalidations },
    findContextIndex,
    getTexts: (renderContext) => {
      const index = findContextIndex(renderContext)
      const { customFields } = renderContext.settings
      const cached = cachedTexts[index]
      if (cached?.customFields === customFields) return cached.texts
      const texts = createTemplateTexts(renderContext.urls, listLabels(renderContext))
      cachedTexts[index] = { customFields, texts }
      return texts
    },
    deletePost: (id) => {
      invalidations.addPost(id)
      for (const key of createKeys(id)) {
        events.delete(key)
        linked.delete(key)
      }
    },
    deleteTerm: (id) => {
      invalidations.addTerm(id)
      for (const key of createKeys(id)) terms.delete(key)
    },
    deleteEventsOfTerm: (termId) => events.deleteWhere((event) => event.terms.includes(termId)),
    clear: () => {
      invalidations.addAll()
      for (const cache of caches) cache.clear()
    },
    isFull: () => bytes === 0 || (events.statistics().bytes ?? 0) > bytes * MEMORY_SHARES.events * FULL_RATIO,
    statistics: () => sumStatistics(caches.map((cache) => cache.statistics())),
  }
}
