/** The fields of an event that a calendar shows in one line, equal to those of the whole event. */
import { findZoneAbbreviation } from '../datetime/time-zone.ts'
import type { Event } from '../domain/model/post.ts'
import { displayTitle } from '../html/wptexturize.ts'
import type { EventView } from './event.ts'
import { presentEventStatus, type StatusFields } from './event-status.ts'
import { pageUrl, type Urls } from './urls.ts'

export type SummarizedEvent = Pick<
  Event,
  | 'id'
  | 'author'
  | 'status'
  | 'password'
  | 'slug'
  | 'title'
  | 'all_day'
  | 'start_date'
  | 'end_date'
  | 'utc_start_date'
  | 'timezone'
  | 'sticky'
  | 'featured'
> &
  StatusFields

/** Fields that only decide about access and the URL, or are presented under another name. */
type UnpresentedField = 'author' | 'status' | 'password' | 'slug' | 'previous_utc_start_date'

export type EventSummary = Pick<
  EventView,
  Exclude<keyof SummarizedEvent, UnpresentedField> | 'url' | 'timezone_abbr' | 'previous_start_date'
>

/** Flags of a closed event are `null`. */
export function presentEventSummary(event: SummarizedEvent, isClosed: boolean, urls: Urls): EventSummary {
  const { id, title, start_date, end_date, utc_start_date, timezone } = event
  const hideFlag = (flag: boolean) => (isClosed ? null : flag)
  return {
    id,
    url: pageUrl(urls, 'event', event),
    title: displayTitle(title),
    all_day: hideFlag(event.all_day),
    start_date,
    end_date,
    utc_start_date,
    timezone,
    timezone_abbr: findZoneAbbreviation(timezone, start_date, utc_start_date),
    sticky: hideFlag(event.sticky),
    featured: hideFlag(event.featured),
    ...presentEventStatus(event, isClosed),
  }
}
