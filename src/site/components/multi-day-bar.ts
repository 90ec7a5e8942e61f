/** Bar of a multi-day event. Each day contains the title, on later days only for screen readers. */

import type { EventView } from '../../presenters/event.ts'
import type { Bar } from '../core/calendar-grid.ts'
import { formatShort } from '../core/format-dates.ts'
import { type Html, html } from '../core/html-template.ts'
import { eventLink, type PageContext } from '../core/page-context.ts'
import { formatTitle, renderShortTitle } from './event-status.ts'

/** Renders one day of a bar; undefined renders an empty row. */
export function renderMultiDayBar(context: PageContext, bar: Bar<EventView> | undefined): Html {
  if (!bar) return html`<li class="bar-gap" aria-hidden="true"></li>`
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
  return html`<li class="${classes.join(' ')}"><a ${eventLink(context, event.url)} title="${title}, ${formatShort(event, context)}"${!isNamed && html` tabindex="-1"`}><span class="bar-title">${renderShortTitle(context, event)}</span></a></li>`
}
