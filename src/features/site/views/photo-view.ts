/** Upcoming events as cards with images. A card without an image shows its date instead. */

import { computeSpan } from '../../../pages/calendar-grid.ts'
import { formatDate, formatMachineTime, formatShort, formatTimes } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { eventLink, type PageContext } from '../../../pages/page-context.ts'
import { renderResponsiveImage } from '../../../pages/responsive-image.ts'
import { extractText } from '../../../pages/view-text.ts'
import { renderColorMark } from '../components/color-mark.ts'
import { renderCategory, renderMarks, renderPlaceLine } from '../components/event-labels.ts'
import { strikeIfVoid } from '../components/event-status.ts'
import type { ListedEvent } from '../data/more-dates.ts'

/** Cards in the first row of a wide window. */
const ABOVE_FOLD = 3

export const renderPhotoCards = (context: PageContext, events: readonly ListedEvent[]): Html =>
  html`<ol class="photos">${events.map((event, index) => html`<li>${renderCard(context, event, index < ABOVE_FOLD)}</li>`)}</ol>`

function renderCard(context: PageContext, event: ListedEvent, isAboveFold: boolean): Html {
  const time = html`<time datetime="${formatMachineTime(event)}">${renderCardTime(context, event)}</time>`
  return html`<article class="photo${event.featured && ' photo-featured'}">
<a class="photo-picture" ${eventLink(context, event.url)} tabindex="-1" aria-hidden="true">${renderPicture(context, event, isAboveFold)}</a>
<div class="photo-text"><p class="entry-when dotted"><span>${strikeIfVoid(event, time)}</span>${renderMarks(context, event)}</p>
<h2 class="entry-title"><a ${eventLink(context, event.url)}>${extractText(event.title)}</a></h2>
${renderPlaceLine(context, event)}<p class="entry-where">${renderCategory(event)}</p></div>
</article>`
}

/** Without the year, unless it is another one: cards are narrow. */
function renderCardTime(context: PageContext, event: ListedEvent): Html | string {
  const { first, last } = computeSpan(event, context.cutoff)
  if (first !== last || first.slice(0, 4) !== context.today.slice(0, 4)) return formatShort(event, context)
  const day = formatDate(context, 'shortDay', first)
  return event.all_day ? day : html`${day}, <span class="photo-hours">${formatTimes(event, context)}</span>`
}

function renderPicture(context: PageContext, { image, color, ...event }: ListedEvent, isAboveFold: boolean): Html {
  if (image) {
    const sizes = '(min-width: 64rem) 22rem, (min-width: 40rem) 45vw, 100vw'
    return renderResponsiveImage(image, { sizes, isAboveFold })
  }
  const { first } = computeSpan(event, context.cutoff)
  return html`<span class="photo-date">${renderColorMark(color, 'accent')}<span class="photo-day">${Number(first.slice(8))}</span><span>${formatDate(context, 'shortMonth', first)}</span></span>`
}
