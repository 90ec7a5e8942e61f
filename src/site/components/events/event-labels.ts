/** Labels of an event in lists and on cards: its category, and what decides whether a visitor can attend. */
import type { EventView } from '../../../presenters/event.ts'
import { type Html, html } from '../../core/html-template.ts'
import type { PageContext } from '../../core/page-context.ts'
import type { CategoryMark } from '../../data/category-colors.ts'
import { isPasswordProtected } from '../../data/view-text.ts'
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
  return html`${renderStatusMark(context, event)}${isSoldOut(event) && html`<span class="mark mark-void">${translate('page.sold_out')}</span>`}${event.featured && html`<span class="mark mark-featured">${translate('page.featured')}</span>`}${isPasswordProtected(event) && html`<span class="mark">${translate('page.protected')}</span>`}`
}

/** Venue and city, online, and the price unless the event is sold out. */
export function renderPlaceLine(context: PageContext, event: EventView): Html | undefined {
  const { translate } = context
  const place = formatPlace(context, event, { withCity: true, withOnline: false })
  const cost = isSoldOut(event) ? '' : formatCost(context, event)
  if (place === '' && cost === '' && !event.is_virtual) return undefined
  const isFree = cost === translate('word.free')
  return html`<p class="entry-where dotted">${place !== '' && html`<span class="entry-place">${place}</span>`}${event.is_virtual && html`<span class="mark mark-plain">${translate('page.online')}</span>`}${cost !== '' && (isFree ? html`<span class="mark mark-free">${cost}</span>` : html`<span class="entry-cost">${cost}</span>`)}</p>`
}
