/** Bar of a multi-day event. Each day contains the title, on later days only for screen readers. */

import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import type { Bar } from '../../../pages/calendar-grid.ts'
import { formatShort } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { eventLink, type PageContext } from '../../../pages/page-context.ts'
import { renderColorMark } from './color-mark.ts'
import { formatTitle, renderGridStatus, renderGridTitle } from './event-status.ts'

/** Renders one day of a bar; undefined renders an empty row. */
export type BarRenderer = (bar: Bar<EventSummary> | undefined) => Html

/** Formats the dates of each event once: formatting a range takes longer than the rest of a bar. */
export function createBarRenderer(context: PageContext): BarRenderer {
  const labels = new Map<number, string>()
  return (bar) => {
    if (!bar) return html`<li class="bar-gap" aria-hidden="true"></li>`
    const label = labels.get(bar.event.id) ?? formatShort(bar.event, context)
    labels.set(bar.event.id, label)
    return renderMultiDayBar(context, bar, label)
  }
}

function renderMultiDayBar(context: PageContext, bar: Bar<EventSummary>, label: string): Html {
  const { event, isFirst, isLast, days } = bar
  const isNamed = days > 0
  const classes = [
    'bar',
    ...(isFirst ? ['bar-first'] : []),
    ...(isLast ? ['bar-last'] : []),
    ...(isNamed ? ['bar-named', `bar-days-${days}`] : []),
    ...(event.featured ? ['bar-featured'] : []),
  ]
  const title = formatTitle(context, event)
  return html`<li class="${classes.join(' ')}"><a ${eventLink(context, event.url)} title="${title}, ${label}"${!isNamed && html` tabindex="-1"`}>${isNamed && renderColorMark(event.color, 'accent')}<span class="bar-title">${renderGridStatus(context, event)}${renderGridTitle(event)}</span>${isNamed && html`<span class="line-note">${label}</span>`}</a></li>`
}
