/** URLs of feeds, and links that add an event to other calendars. */

import type { DateTime } from '../base/time/date-time.ts'
import { addDays } from '../base/time/parse-date.ts'
import type { EventView } from '../calendar/events/present-event.ts'
import type { Urls } from '../calendar/posts/urls.ts'
import type { FeedLinks } from './page.ts'
import type { Filters } from './page-filters.ts'
import { withQuery } from './page-routes.ts'
import { extractText, formatAddress, getVenue } from './view-text.ts'

/** Feeds of the filtered events. The parameters are those of the event list. */
export function buildFeedLinks({ base }: Urls, filters: Filters): FeedLinks {
  const ical = withQuery(`${base}/events.ics`, filters)
  return { ical, webcal: ical.replace(/^https?:/, 'webcal:'), rss: withQuery(`${base}/events.rss`, filters) }
}

/** iCalendar file of a single event. */
export const buildEventFileUrl = ({ base }: Urls, id: number): string => `${base}/events/${id}.ics`

const compactDateTime = (dateTime: DateTime): string => dateTime.replace(/[-:]/g, '').replace(' ', 'T')

/** Characters of the description in a link. */
const MAX_TEXT_LENGTH = 1000

/** All-day events end on the day after the last, as Google Calendar expects. */
function formatGoogleDates({ all_day, start_date, end_date }: EventView): string {
  if (!all_day) return `${compactDateTime(start_date)}/${compactDateTime(end_date)}`
  return `${compactDateTime(start_date).slice(0, 8)}/${compactDateTime(addDays(end_date, 1)).slice(0, 8)}`
}

export function buildGoogleLink(event: EventView): string {
  return withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: extractText(event.title),
    dates: formatGoogleDates(event),
    ctz: event.timezone.includes('/') ? event.timezone : undefined,
    location: formatLocation(event),
    details: `${extractText(event.excerpt || event.description || '').slice(0, MAX_TEXT_LENGTH)}\n\n${event.url}`,
  })
}

export function buildOutlookLink(event: EventView): string {
  const { all_day, start_date, end_date, utc_start_date, utc_end_date } = event
  const toIso = (utc: DateTime, local: DateTime) => (all_day ? local.slice(0, 10) : `${utc.replace(' ', 'T')}Z`)
  return withQuery('https://outlook.live.com/calendar/0/action/compose', {
    rru: 'addevent',
    subject: extractText(event.title),
    startdt: toIso(utc_start_date, start_date),
    enddt: toIso(utc_end_date, addDays(end_date, 1)),
    allday: all_day ? 'true' : undefined,
    location: formatLocation(event),
    body: event.url,
  })
}

export const buildGoogleSubscriptionLink = ({ webcal }: FeedLinks): string =>
  withQuery('https://calendar.google.com/calendar/render', { cid: webcal })

function formatLocation(event: EventView): string | undefined {
  const venue = getVenue(event)
  if (!venue) return event.virtual_url
  return [extractText(venue.venue), formatAddress(venue)].filter((part) => part !== '').join(', ')
}
