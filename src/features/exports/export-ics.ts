/** Exports all events as one calendar, in which each series is one recurring event. */

import { createEventFeed } from '../../calendar/feeds/event-feed.ts'
import { eventQuery } from '../../calendar/lists/event-query.ts'
import { planEvents } from '../../calendar/lists/query-plan.ts'
import { createRenderContext } from '../../calendar/posts/render-settings.ts'
import type { Urls } from '../../calendar/posts/urls.ts'
import { createTimeContext, type Services } from '../../calendar/services.ts'
import { parseFields } from '../../kernel/validate-input.ts'
import { EXPORT_VIEWER } from './export-viewer.ts'

/** Every status but the trash, and any date. */
const ALL_EVENTS = {
  status: 'publish,future,draft,pending,private',
  start_date: '0000-01-01',
  end_date: '9999-12-31',
  hidden: true,
}

export async function exportIcs(services: Services, urls: Urls): Promise<AsyncIterable<string>> {
  const { values } = parseFields(eventQuery, ALL_EVENTS, { withDefaults: true })
  const viewer = EXPORT_VIEWER
  const paging = { page: 1, perPage: 1 }
  const plan = planEvents(values, {}, { viewer, clock: createTimeContext(services), paging })
  const context = {
    services,
    renderContext: createRenderContext(urls, services.site),
    access: { viewer, attempt: undefined },
  }
  const title = services.site.name
  const feed = await createEventFeed(context, {
    ...{ name: 'ics', plan, isUnpaged: true, joinedSeries: 'all', url: `${urls.home}/events.ics`, title },
    fields: undefined,
  })
  return feed.chunks()
}
