/** The fields of an event that a calendar shows in one line, equal to those of the whole event. */

import { displayTitle } from '../../base/text/wptexturize.ts'
import { findZoneAbbreviation } from '../../base/time/time-zone.ts'
import type { Event } from '../../kernel/post.ts'
import { pageUrl, type Urls } from '../posts/urls.ts'
import type { EventView } from './present-event.ts'
import { presentEventStatus, type StatusFields } from './present-event-status.ts'

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

export interface EventSummary
  extends Pick<
    EventView,
    Exclude<keyof SummarizedEvent, UnpresentedField> | 'url' | 'timezone_abbr' | 'previous_start_date'
  > {
  /** Color of the first category that has one, `#rrggbb`; only the views of pages add it. */
  readonly color?: string | undefined
}

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

export interface CalendarEvent extends SummarizedEvent, Pick<Event, 'hide_from_listings' | 'series_id'> {}

interface CalendarEventContext {
  readonly isClosed: boolean
  readonly canEdit: boolean
  /** Ids. */
  readonly categories: readonly number[]
}

/** An event in the calendar of editors, with the title as stored. What a password hides is `null` or empty. */
export function presentCalendarEvent(event: CalendarEvent, { isClosed, canEdit, categories }: CalendarEventContext) {
  const hide = <T>(value: T): T | null => (isClosed ? null : value)
  return {
    id: event.id,
    title: event.title,
    status: event.status,
    start_date: event.start_date,
    end_date: event.end_date,
    utc_start_date: event.utc_start_date,
    timezone: event.timezone,
    all_day: hide(event.all_day),
    featured: hide(event.featured),
    hidden: hide(event.hide_from_listings),
    event_status: event.event_status,
    series: event.series_id === 0 ? null : event.series_id,
    categories: isClosed ? [] : categories,
    can_edit: canEdit,
  }
}
