/** Background jobs of the core. */
import { publishScheduledPosts } from '../calendar/events/publish-scheduled.ts'
import { createFragmentJob } from '../calendar/fragments/render-fragments.ts'
import { deleteOldIdempotencyKeys } from '../calendar/idempotency.ts'
import { createRenderContext } from '../calendar/posts/render-settings.ts'
import { warmFragmentCache } from '../calendar/posts/warm-cache.ts'
import { extendDueSeries } from '../calendar/series/extend-series.ts'
import { INTERVALS, type Job } from '../http/jobs.ts'

export const createCoreJobs = (): readonly Job[] => [
  { name: 'publish', interval: INTERVALS.second, run: publishScheduledPosts },
  { name: 'series', interval: INTERVALS.second, run: extendDueSeries },
  { name: 'fragments', interval: INTERVALS.second, run: createFragmentJob() },
  { name: 'idempotency-keys', interval: INTERVALS.hour, run: deleteOldIdempotencyKeys },
]

/** Runs in every process, because each has its own fragment cache. Warms the cache once per render context, after its first use. */
export function createWarmUpJob(): Job {
  let nextIndex = 0
  return {
    name: 'warm-up',
    interval: INTERVALS.second,
    run: async (services, signal) => {
      const setting = services.fragments.getRenderContexts()[nextIndex]
      if (!setting) return
      nextIndex++
      await warmFragmentCache(services, createRenderContext(setting.urls, services.site), signal)
    },
  }
}
