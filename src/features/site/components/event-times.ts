/** Elements that `assets/times.js` fills: times in the time zone of the visitor, and the time until an event begins. */
import { formatIsoWithOffset } from '../../../base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../../base/time/time-zone.ts'
import type { EventView } from '../../../calendar/events/present-event.ts'
import { computeSpan } from '../../../pages/calendar-grid.ts'
import { formatDate, formatDateRange } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { isDateVoid } from './event-status.ts'

const renderInstants = ({ start_date, end_date, utc_start_date, utc_end_date }: EventView): Html =>
  html`data-start="${formatIsoWithOffset(start_date, utc_start_date)}" data-end="${formatIsoWithOffset(end_date, utc_end_date)}"`

/** The time in the zone of the site. The script replaces it if the zone of the visitor differs from that of the event. */
export function renderVisitorTime(context: PageContext, event: EventView): Html | undefined {
  if (event.all_day) return undefined
  return html`<p class="muted visitor-time" data-local-time="${context.translate('sharing.your_time', { time: '{time}' })}" ${renderInstants(event)}>${formatSiteTime(context, event)}</p>`
}

/** The time of the event in the time zone of the site, if the wall times differ. */
function formatSiteTime(context: PageContext, event: EventView): string | undefined {
  const { zone } = context
  if (event.timezone === zone) return undefined
  const [start, end] = [toLocal(event.utc_start_date, zone), toLocal(event.utc_end_date, zone)]
  if (start === event.start_date && resolveLocal(event.start_date, zone).utc === event.utc_start_date) return undefined
  const dateRange = formatDateRange(
    { ...event, start_date: start, end_date: end, timezone: zone, timezone_abbr: '' },
    context,
  )
  return context.translate('page.site_time', { time: dateRange })
}

/** For lists: only of events in another time zone than that of the site. */
export const renderVisitorNote = (context: PageContext, event: EventView): Html | undefined =>
  event.all_day || event.timezone === context.zone
    ? undefined
    : html` <span class="visitor-note" data-local-time="${context.translate('sharing.your_time_short', { time: '{time}' })}" data-short ${renderInstants(event)}></span>`

/** For events that begin today in the zone of the site: pages are valid until the end of its day. */
export function renderCountdown(context: PageContext, event: EventView): Html | undefined {
  const { clock, today, cutoff, translate } = context
  const isToday = computeSpan(event, cutoff).first === today
  if (event.all_day || !isToday || event.utc_end_date < clock.now || isDateVoid(event)) return undefined
  const isOneDay = event.start_date.slice(0, 10) === event.end_date.slice(0, 10)
  const end = formatDate(context, isOneDay ? 'time' : 'shortMoment', event.end_date)
  return html`<p class="countdown" data-countdown data-before="${translate('sharing.starts', { time: '{time}' })}" data-during="${translate('sharing.started', { time: '{time}', end })}" ${renderInstants(event)}></p>`
}
