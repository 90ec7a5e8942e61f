/** Renders an event in a list. */

import type { EventSummary } from '../../../presenters/event-summary.ts'
import { formatDate, formatMachineTime, formatTimes } from '../../core/format-dates.ts'
import { type Html, html, trustHtml } from '../../core/html-template.ts'
import { eventLink, type PageContext, translateCount } from '../../core/page-context.ts'
import type { ListedEvent } from '../../data/more-dates.ts'
import { extractText, truncateText } from '../../data/view-text.ts'
import { renderResponsiveImage } from '../responsive-image.ts'
import { renderColorMark } from './color-mark.ts'
import { renderCategory, renderMarks, renderPlaceLine } from './event-labels.ts'
import { strikeIfVoid } from './event-status.ts'
import { renderVisitorNote } from './event-times.ts'

/** Characters. */
const MAX_EXCERPT_LENGTH = 170

interface EventItemOptions {
  readonly level: 2 | 3 | 4
  /** Replaces the time of the event in lists without day headings. */
  readonly timeText?: string
  /** Whether the image of this event is loaded before the others of the page. */
  readonly isAboveFold?: boolean
}

export function renderEventItem(
  context: PageContext,
  event: ListedEvent,
  { level, timeText, isAboveFold = false }: EventItemOptions,
): Html {
  const title = html`<a ${eventLink(context, event.url)}>${extractText(event.title)}</a>`
  const text = extractText(event.excerpt || event.description || '')
  return html`<article class="entry${event.featured && ' entry-featured'}">${renderColorMark(event.color, 'accent')}
<div class="entry-text">
<p class="entry-when dotted"><span>${renderTime(context, event, timeText)}${renderVisitorNote(context, event)}</span>${renderCategory(event)}${renderMarks(context, event)}${renderMoreDates(context, event)}</p>
${renderHeading(level, title)}
${renderPlaceLine(context, event)}${text !== '' && html`<p class="entry-excerpt">${truncateText(text, MAX_EXCERPT_LENGTH)}</p>`}
</div>
${event.image && html`<a class="entry-picture" ${eventLink(context, event.url)} tabindex="-1" aria-hidden="true">${renderResponsiveImage(event.image, { sizes: '(min-width: 48rem) 10rem, 6rem', isAboveFold })}</a>`}
</article>`
}

function renderMoreDates(context: PageContext, { moreDates }: ListedEvent): Html | undefined {
  if (!moreDates || moreDates.count === 0) return undefined
  const text = translateCount(context, 'page.more_dates', moreDates.count)
  return html`<a class="entry-more" ${eventLink(context, moreDates.url)}>${text}</a>`
}

const renderHeading = (level: EventItemOptions['level'], title: Html): Html => {
  const tag = trustHtml(`h${level}`)
  return html`<${tag} class="entry-title">${title}</${tag}>`
}

export const renderTime = (context: PageContext, event: EventSummary, timeText?: string): Html =>
  strikeIfVoid(
    event,
    html`<time datetime="${formatMachineTime(event)}">${timeText ?? formatTimes(event, context) ?? context.translate('page.all_day')}</time>`,
  )

interface DayHeadingOptions {
  readonly level: 2 | 3
  /** URL of the day view. */
  readonly href: string
}

/** Heading with a large day number. Screen readers read the full date. */
export function renderDayHeading(context: PageContext, day: string, { level, href }: DayHeadingOptions): Html {
  const tag = trustHtml(`h${level}`)
  const isToday = day === context.today
  const name = html`<span aria-hidden="true"><span class="day-weekday">${formatDate(context, 'shortWeekday', day)}</span> <span class="day-number">${Number(day.slice(8))}</span></span><span class="hidden">${formatDate(context, 'longDay', day)}</span>`
  return html`<${tag} class="day-name${isToday && ' day-today'}"><a href="${href}" data-swap><time datetime="${day}">${name}</time></a></${tag}>`
}
