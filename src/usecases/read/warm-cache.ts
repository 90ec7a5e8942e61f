/** Texts of what lists show by default are made ahead, so that the first who ask after a start need not wait for them. */
import { setTimeout } from 'node:timers/promises'
import { ANONYMOUS } from '../../domain/model/user.ts'
import { planEvents } from '../../domain/query/query-plan.ts'
import type { RenderContext } from '../../presenters/event.ts'
import { createTimeContext, type Services } from '../services.ts'
import { listEvents } from './read-posts.ts'

/** Events of a page: a millisecond or two of work. */
const EVENTS_PER_PAGE = 50
/** Between two pages, so that requests hardly wait for it. */
const PAUSE_MILLISECONDS = 10

/** Goes through the default list until its end, or until there is no more room. Rejects with an `AbortError` at `signal`. */
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
