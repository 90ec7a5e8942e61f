/** Feed of one series: a recurring event, instead of a list of events. */
import type { Series } from '../../domain/model/series.ts'
import type { EventPlan } from '../../domain/query/query-plan.ts'
import { findEarliest } from '../../domain/query/valid-until.ts'
import { formatSeriesCalendar } from '../../feeds/ical-series.ts'
import { globalId } from '../../presenters/urls.ts'
import { findZoneSpans } from '../../storage/queries/event-time-zones.ts'
import { findAllEventIds } from '../../storage/queries/find-event-ids.ts'
import { findSeriesMembers } from '../../storage/stores/series.ts'
import { createChannel, createDigest, type EventFeed, type FeedOptions, loadFeedRecords } from './event-feed.ts'
import { selectOccurrences, toZoneRange } from './feed-series.ts'
import type { ReadContext } from './read-posts.ts'
import { findLinkExpiry } from './virtual-links.ts'

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
