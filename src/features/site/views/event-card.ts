/** Card of an event in a frame of another site. */

import type { EventView } from '../../../calendar/events/present-event.ts'
import { formatDateRange, formatMachineTime } from '../../../pages/format-dates.ts'
import { html } from '../../../pages/html-template.ts'
import type { Page, PixelSize } from '../../../pages/page.ts'
import { eventLink, type PageContext } from '../../../pages/page-context.ts'
import { renderResponsiveImage } from '../../../pages/responsive-image.ts'
import { extractText, truncateText } from '../../../pages/view-text.ts'
import { renderPlaceLine } from '../components/event-labels.ts'
import { formatTitle, renderStatusNotice, strikeIfVoid } from '../components/event-status.ts'

const MAX_TEXT_LENGTH = 170

/** Frame size that fits the card. */
export const computeCardSize = ({ image }: Pick<EventView, 'image'>): PixelSize => ({
  width: 480,
  height: image ? 520 : 280,
})

export function buildEventCardPage(context: PageContext, event: EventView): Page {
  const { urls } = context
  const text = extractText(event.excerpt || event.description || '')
  return {
    title: formatTitle(context, event),
    path: event.url.slice(urls.home.length),
    apiUrl: `${urls.base}/events/${event.id}`,
    image: event.image || undefined,
    embedSize: computeCardSize(event),
    content: html`<article class="wide event-card">
${event.image && html`<a class="event-card-picture" ${eventLink(context, event.url)} tabindex="-1" aria-hidden="true">${renderResponsiveImage(event.image, { sizes: '100vw', isAboveFold: true })}</a>`}
<h1 class="entry-title"><a ${eventLink(context, event.url)}>${extractText(event.title)}</a></h1>
${renderStatusNotice(context, event)}
<p class="event-when">${strikeIfVoid(event, html`<time datetime="${formatMachineTime(event)}">${formatDateRange(event, context)}</time>`)}</p>
${event.utc_end_date < context.clock.now && html`<p class="muted">${context.translate('page.over')}</p>`}
${renderPlaceLine(context, event)}
${text !== '' && html`<p class="event-card-text">${truncateText(text, MAX_TEXT_LENGTH)}</p>`}
</article>`,
  }
}
