/** Feed of one series: a recurring event, instead of a list of events. */

import { findZoneSpans } from '../lists/event-time-zones.ts'
import { findAllEventIds } from '../lists/find-event-ids.ts'
import type { EventPlan } from '../lists/query-plan.ts'
import { findEarliest } from '../lists/valid-until.ts'
import type { ReadContext } from '../posts/read-posts.ts'
import { globalId } from '../posts/urls.ts'
import { findLinkExpiry } from '../posts/virtual-links.ts'
import type { Series } from '../series/series.ts'
import { findSeriesMembers } from '../series/series-store.ts'
import { createChannel, createDigest, type EventFeed, type FeedOptions, loadFeedRecords } from './event-feed.ts'
import { selectOccurrences, toZoneRange } from './feed-series.ts'
import { formatSeriesCalendar } from './ical-series.ts'

export interface SeriesFeedOptions extends Pick<FeedOptions, 'url' | 'fields'> {
  readonly series: Series
  /** Selects all events of the series that the viewer may see. */
  readonly plan: EventPlan
}

/** A series has at most a thousand events, so its calendar is built as a whole. */
export async function createSeriesFeed(context: ReadContext, options: SeriesFeedOptions): Promise<EventFeed> {
  const { services, renderContext } = context
  const { series, plan, url, fields } = options
  const { read } = services.database
  const ids = await findAllEventIds(read, plan)
  const records = [...(await loadFeedRecords(context, plan, ids, true))]
  const occurrences = selectOccurrences(await findSeriesMembers(read, ids), records)
  const channel = createChannel(services, renderContext.urls, { title: series.template.title, url, fields })
  const zones = [...(await findZoneSpans(read, ids)), toZoneRange(series)]
  const uid = globalId(renderContext.urls, series.id)
  const text = formatSeriesCalendar({ series, uid, occurrences }, { ...channel, zones })
  return {
    mediaType: 'text/calendar',
    tag: createDigest(text),
    validUntil: findEarliest([plan.validUntil, findLinkExpiry(records, services.now())]),
    chunks: async function* () {
      yield text
    },
  }
}
