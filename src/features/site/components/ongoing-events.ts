/** Events that run for a long time, on one line that opens: otherwise they would displace all others. */
import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import { formatShort } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { eventLink, type PageContext, translateCount } from '../../../pages/page-context.ts'
import { renderGridStatus, renderGridTitle } from './event-status.ts'

/** `list` is the list of the events. */
export function renderOngoing(context: PageContext, events: readonly EventSummary[], list: Html): Html | undefined {
  if (events.length === 0) return undefined
  const titles = events.map((event, index) => html`${index > 0 && ', '}${renderGridTitle(event)}`)
  return html`<details class="ongoing"><summary><span class="ongoing-count">${translateCount(context, 'page.ongoing_count', events.length)}</span> <span class="ongoing-titles" aria-hidden="true">${titles}</span></summary>${list}</details>`
}

/** The events with their dates, for calendars. */
export const renderOngoingLines = (context: PageContext, events: readonly EventSummary[]): Html | undefined =>
  renderOngoing(
    context,
    events,
    html`<ul class="ongoing-lines">${events.map((event) => html`<li>${renderGridStatus(context, event)}<a ${eventLink(context, event.url)}>${renderGridTitle(event)}</a> <span class="ongoing-dates">${formatShort(event, context)}</span></li>`)}</ul>`,
  )
