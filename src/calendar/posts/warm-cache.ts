/** Fills the fragment cache with the default list, so that the first requests after a start are fast. */
import { setTimeout } from 'node:timers/promises'
import { ANONYMOUS } from '../../kernel/user.ts'
import { planEvents } from '../lists/query-plan.ts'
import { createTimeContext, type Services } from '../services.ts'
import { listEvents } from './read-posts.ts'
import type { RenderContext } from './render-settings.ts'

/** Events per page, a millisecond or two of work. */
const EVENTS_PER_PAGE = 50
/** Pause between pages, so that requests are hardly delayed. */
const PAUSE_MILLISECONDS = 10

/** Renders the default list until its end or until the cache is full. Rejects with an `AbortError` at `signal`. */
export async function warmFragmentCache(
  services: Services,
  renderContext: RenderContext,
  signal: AbortSignal,
): Promise<void> {
  const access = { viewer: ANONYMOUS, attempt: undefined }
  for (let page = 1; !services.fragments.isFull(); page++) {
    const paging = { page, perPage: EVENTS_PER_PAGE }
    const plan = planEvents({}, {}, { viewer: ANONYMOUS, clock: createTimeContext(services), paging })
    const { records } = await listEvents({ services, renderContext, access }, plan)
    if (records.length === 0) return
    await setTimeout(PAUSE_MILLISECONDS, undefined, { signal })
  }
}
