/** Labels of an event in lists and on cards: its category, and what decides whether a visitor can attend. */
import type { EventView } from '../../../calendar/events/present-event.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { isPasswordProtected } from '../../../pages/view-text.ts'
import type { CategoryMark } from '../data/category-colors.ts'
import { renderColorMark } from './color-mark.ts'
import { formatPlace } from './event-place.ts'
import { renderStatusMark } from './event-status.ts'
import { formatCost } from './price.ts'

const isSoldOut = ({ tickets }: EventView): boolean =>
  tickets.length > 0 && tickets.every(({ availability }) => availability === 'SoldOut')

export const renderCategory = ({ categoryName, color }: CategoryMark): Html | undefined =>
  categoryName === undefined
    ? undefined
    : html`<span class="entry-category">${renderColorMark(color, 'dot')}${categoryName}</span>`

/** Status, sold out, featured and protected. */
export function renderMarks(context: PageContext, event: EventView): Html {
  const { translate } = context
  return html`${renderStatusMark(context, event)}${isSoldOut(event) && renderSoldOut(context)}${event.featured && html`<span class="mark mark-featured">${translate('page.featured')}</span>`}${isPasswordProtected(event) && html`<span class="mark">${translate('page.protected')}</span>`}`
}

/** Online, free and sold out, for cards that show no price. */
export function renderAttendanceLabels(context: PageContext, event: EventView): Html | undefined {
  const { translate } = context
  const isFree = !isSoldOut(event) && formatCost(context, event) === translate('word.free')
  if (!event.is_virtual && !isFree && !isSoldOut(event)) return undefined
  return html`${event.is_virtual && renderPlainMark(translate('page.online'))}${isFree && renderPlainMark(translate('word.free'))}${isSoldOut(event) && renderSoldOut(context)}`
}

const renderPlainMark = (text: string): Html => html`<span class="mark mark-plain">${text}</span>`

const renderSoldOut = ({ translate }: PageContext): Html =>
  html`<span class="mark mark-void">${translate('page.sold_out')}</span>`

/** Venue and city, online, and the price unless the event is sold out. */
export function renderPlaceLine(context: PageContext, event: EventView): Html | undefined {
  const { translate } = context
  const place = formatPlace(context, event, { withCity: true, withOnline: false })
  const cost = isSoldOut(event) ? '' : formatCost(context, event)
  if (place === '' && cost === '' && !event.is_virtual) return undefined
  const isFree = cost === translate('word.free')
  return html`<p class="entry-where dotted">${place !== '' && html`<span class="entry-place">${place}</span>`}${event.is_virtual && renderPlainMark(translate('page.online'))}${cost !== '' && (isFree ? renderPlainMark(cost) : html`<span class="entry-cost">${cost}</span>`)}</p>`
}
