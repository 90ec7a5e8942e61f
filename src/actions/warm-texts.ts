/** Texts of what lists show by default are made ahead, so that the first who ask after a start need not wait for them. */
import { setTimeout } from 'node:timers/promises'
import { planEvents } from '../calendar/plans.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import type { Setting } from '../present/event.ts'
import { listEvents } from './read-posts.ts'
import { clockOf, type Services } from './services.ts'

/** Events of a page: a millisecond or two of work. */
const PER_PAGE = 50
/** Between two pages, so that requests hardly wait for it. */
const PAUSE_MILLISECONDS = 10

/** Goes through the default list until its end, or until there is no more room. Rejects with an `AbortError` at `signal`. */
export async function warmTexts(services: Services, setting: Setting, signal: AbortSignal): Promise<void> {
  const sight = { viewer: ANONYMOUS, attempt: undefined }
  for (let page = 1; !services.texts.isFull(); page++) {
    const paging = { page, perPage: PER_PAGE }
    const plan = planEvents({}, {}, { viewer: ANONYMOUS, clock: clockOf(services), paging })
    const { records } = await listEvents({ services, setting, sight }, plan)
    if (records.length === 0) return
    await setTimeout(PAUSE_MILLISECONDS, undefined, { signal })
  }
}
