/** Upcoming events by day, one line each. */

import { type Html, html } from '../../../pages/html-template.ts'
import { eventLink, type PageContext } from '../../../pages/page-context.ts'
import { extractText } from '../../../pages/view-text.ts'
import { renderDayHeading, renderTime } from '../components/event-item.ts'
import { renderCategory, renderMarks } from '../components/event-labels.ts'
import { formatPlace } from '../components/event-place.ts'
import { renderOngoingLines } from '../components/ongoing-events.ts'
import type { ListedEvent } from '../data/more-dates.ts'
import { buildViewLink } from '../filters/toolbar.ts'
import type { CalendarRequest } from './calendar-page.ts'
import { type EventGroup, findFirstDay, groupByDay, groupEvents } from './event-groups.ts'

export function renderSummary(context: PageContext, request: CalendarRequest, events: readonly ListedEvent[]): Html {
  return html`${groupEvents(context, events, findFirstDay(context, request.selection.filters)).map((group) => renderGroup(context, request, group))}`
}

function renderGroup(
  context: PageContext,
  { target, selection }: CalendarRequest,
  { name, isOngoing, events }: EventGroup,
): Html | undefined {
  if (isOngoing) return renderOngoingLines(context, events)
  const { archive } = target
  const days = [...groupByDay(context, events)].map(([day, dayEvents]) => {
    const href = buildViewLink(context, { archive, view: { kind: 'day', day }, filters: selection.filters })
    return html`<li class="day summary-day">${renderDayHeading(context, day, { level: 3, href })}<ul>${dayEvents.map((event) => renderLine(context, event))}</ul></li>`
  })
  return html`<section class="month-group"><h2 class="month-name">${name}</h2><ol class="days">${days}</ol></section>`
}

function renderLine(context: PageContext, event: ListedEvent): Html {
  const place = formatPlace(context, event, { withCity: false })
  return html`<li class="summary-line"><span class="summary-time">${renderTime(context, event)}</span><span class="summary-text dotted"><a class="summary-title" ${eventLink(context, event.url)}>${extractText(event.title)}</a>${place !== '' && html`<span class="summary-place">${place}</span>`}${renderCategory(event)}${renderMarks(context, event)}</span></li>`
}
