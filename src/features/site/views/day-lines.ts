/** The events of a day as lines: in the grid of a month, and below it in narrow windows. */
import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import type { Day } from '../../../pages/calendar-grid.ts'
import {
  formatCompactStart,
  formatDate,
  formatMachineTime,
  formatShort,
  formatStart,
} from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { eventLink, type PageContext } from '../../../pages/page-context.ts'
import { renderColorMark } from '../components/color-mark.ts'
import { formatTitle, renderGridStatus, renderGridTitle } from '../components/event-status.ts'
import type { EventsByDay } from '../data/load-events.ts'
import { buildViewLink } from '../filters/toolbar.ts'
import type { CalendarRequest } from './calendar-page.ts'

/**
 * Lines of a day that a page contains; fewer in a month whose days are queried separately. The style sheet shows some of them,
 * the script and print all.
 */
export const MAX_DAY_LINES = 30

export const buildDayLink = (context: PageContext, { target, selection }: CalendarRequest, day: Day): string =>
  buildViewLink(context, { archive: target.archive, view: { kind: 'day', day }, filters: selection.filters })

/** `dates` replaces the time of an event of several days, and is shown only outside the grid. */
export function renderEventLine(context: PageContext, event: EventSummary, dates?: string): Html {
  const note = dates ?? (event.all_day ? context.translate('page.all_day') : undefined)
  const time = note === undefined ? renderLineTime(context, event) : html`<span class="line-note">${note}</span> `
  const status = renderGridStatus(context, event)
  const classes = `line${event.featured ? ' line-featured' : ''}${status ? ' line-status' : ''}${event.color === undefined ? '' : ' line-colored'}`
  return html`<li class="${classes}">${renderColorMark(event.color, 'accent')}<a ${eventLink(context, event.url)} title="${formatTitle(context, event)}">${status}${time}<span class="line-title">${renderGridTitle(event)}</span></a></li>`
}

/** A multi-day event outside of the rows of bars. */
export const renderMultiDayLine = (context: PageContext, event: EventSummary): Html =>
  renderEventLine(context, event, formatShort(event, context))

/** Short in the grid, complete for screen readers and below the grid. */
function renderLineTime(context: PageContext, event: EventSummary): Html {
  const [compact, full] = [formatCompactStart(event, context), formatStart(event, context)]
  const text =
    compact === full ? full : html`<span aria-hidden="true">${compact}</span><span class="hidden">${full}</span>`
  return html`<time datetime="${formatMachineTime(event)}">${text}</time> `
}

/** Only narrow windows show it. The script replaces the day by the one that a visitor chooses. */
export function renderDayAgenda(
  context: PageContext,
  request: CalendarRequest,
  { weeks, totals }: EventsByDay,
  day: Day,
): Html {
  const plan = weeks.flat().find((one) => one.day === day)
  const bars = plan?.bars.flatMap((bar) => (bar ? [renderMultiDayLine(context, bar.event)] : [])) ?? []
  const singles = plan?.singleDayEvents.slice(0, MAX_DAY_LINES).map((event) => renderEventLine(context, event)) ?? []
  const name = formatDate(context, 'longDay', day)
  const isEmpty = (totals.get(day) ?? 0) === 0
  return html`<section class="agenda" aria-live="polite" aria-labelledby="agenda-day" data-agenda="${day}" data-empty="${context.translate('page.none_in_time')}">
<h2 class="agenda-name" id="agenda-day"><a href="${buildDayLink(context, request, day)}" data-swap><time datetime="${day}">${name}</time></a></h2>
${isEmpty ? html`<p class="agenda-empty">${context.translate('page.none_in_time')}</p>` : html`<ul class="day-list">${bars}${singles}</ul>`}
</section>`
}
