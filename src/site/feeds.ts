/** Where calendars and feed readers get what a page shows, and how an event gets into other calendars. */

import type { Urls } from '../present/urls.ts'
import { addDays, type DateTime } from '../text/dates.ts'
import { withQuery } from './address.ts'
import type { Filters } from './question.ts'
import { addressLine, type EventView, plain, venueOf } from './views.ts'

export interface Feeds {
  readonly ical: string
  readonly webcal: string
  readonly rss: string
}

/** Of the events that filters choose; the same parameters as in the list of the interface. */
export function feedsOf({ base }: Urls, filters: Filters): Feeds {
  const ical = withQuery(`${base}/events.ics`, filters)
  return { ical, webcal: ical.replace(/^https?:/, 'webcal:'), rss: withQuery(`${base}/events.rss`, filters) }
}

/** One event, for a calendar. */
export const fileOf = ({ base }: Urls, id: number): string => `${base}/events/${id}.ics`

const compact = (moment: DateTime): string => moment.replace(/[-:]/g, '').replace(' ', 'T')

const LONGEST_TEXT = 1000

/** Whole days end on the day after. */
function googleDates({ all_day, start_date, end_date }: EventView): string {
  if (!all_day) return `${compact(start_date)}/${compact(end_date)}`
  return `${compact(start_date).slice(0, 8)}/${compact(addDays(end_date, 1)).slice(0, 8)}`
}

export function googleLink(event: EventView): string {
  return withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: plain(event.title),
    dates: googleDates(event),
    ctz: event.timezone.includes('/') ? event.timezone : undefined,
    location: placeOf(event),
    details: `${plain(event.excerpt || event.description || '').slice(0, LONGEST_TEXT)}\n\n${event.url}`,
  })
}

export function outlookLink(event: EventView): string {
  const { all_day, start_date, end_date, utc_start_date, utc_end_date } = event
  const iso = (utc: DateTime, local: DateTime) => (all_day ? local.slice(0, 10) : `${utc.replace(' ', 'T')}Z`)
  return withQuery('https://outlook.live.com/calendar/0/action/compose', {
    rru: 'addevent',
    subject: plain(event.title),
    startdt: iso(utc_start_date, start_date),
    enddt: iso(utc_end_date, addDays(end_date, 1)),
    allday: all_day ? 'true' : undefined,
    location: placeOf(event),
    body: event.url,
  })
}

export const googleSubscription = ({ webcal }: Feeds): string =>
  withQuery('https://calendar.google.com/calendar/render', { cid: webcal })

function placeOf(event: EventView): string | undefined {
  const venue = venueOf(event)
  return venue && [plain(venue.venue), addressLine(venue)].filter((part) => part !== '').join(', ')
}
