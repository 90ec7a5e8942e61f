/** Short lists of further events on the page of an event. */
import type { EventView } from '../../../calendar/events/present-event.ts'
import { formatMachineTime, formatShort } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { type PageContext, toSitePath } from '../../../pages/page-context.ts'
import { renderResponsiveImage } from '../../../pages/responsive-image.ts'
import { extractText, getVenue } from '../../../pages/view-text.ts'
import type { FurtherEvents } from '../data/further-events.ts'
import { formatPlace } from './event-place.ts'
import { renderStatusMark, strikeIfVoid } from './event-status.ts'

export function renderFurtherEvents(
  context: PageContext,
  event: EventView,
  { atVenue, related }: FurtherEvents,
): Html | undefined {
  const { translate } = context
  const venue = getVenue(event)
  const venueName = extractText(venue?.venue ?? '')
  if (atVenue.length + related.length === 0) return undefined
  return html`<div class="further">
${venue && atVenue.length > 0 && renderSection(context, { title: translate('sharing.more_at', { name: venueName }), more: venue.url, events: atVenue, hasPlace: false })}
${related.length > 0 && renderSection(context, { title: translate('sharing.related'), more: undefined, events: related, hasPlace: true })}
</div>`
}

interface SectionInput {
  readonly title: string
  /** URL of the whole list. */
  readonly more: string | undefined
  readonly events: readonly EventView[]
  readonly hasPlace: boolean
}

function renderSection(context: PageContext, { title, more, events, hasPlace }: SectionInput): Html {
  const heading = more === undefined ? title : html`<a href="${toSitePath(context, more)}">${title}</a>`
  return html`<section class="further-events"><h2>${heading}</h2><ul>${events.map((event) => renderEvent(context, event, hasPlace))}</ul></section>`
}

function renderEvent(context: PageContext, event: EventView, hasPlace: boolean): Html {
  const place = hasPlace ? formatPlace(context, event, { withCity: false }) : ''
  const time = html`<time datetime="${formatMachineTime(event)}">${formatShort(event, context)}</time>`
  return html`<li class="further-event">${event.image && html`<span class="further-image">${renderResponsiveImage({ ...event.image, alt_text: '' }, { sizes: '6rem', isAboveFold: false })}</span>`}<span class="further-text"><span class="further-when">${strikeIfVoid(event, time)} ${renderStatusMark(context, event)}</span>
<a class="further-title" href="${toSitePath(context, event.url)}">${extractText(event.title)}</a>${place !== '' && html`<span class="muted">${place}</span>`}</span></li>`
}
