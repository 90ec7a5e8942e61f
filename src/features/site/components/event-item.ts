/** Renders an event in a list. */

import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import { formatDate, formatMachineTime, formatTimes } from '../../../pages/format-dates.ts'
import { type Html, html, trustHtml } from '../../../pages/html-template.ts'
import { eventLink, type PageContext, translateCount } from '../../../pages/page-context.ts'
import { renderResponsiveImage } from '../../../pages/responsive-image.ts'
import { renderBlock } from '../../../pages/theme/theme.ts'
import { extractText, truncateText } from '../../../pages/view-text.ts'
import type { ListedEvent } from '../data/more-dates.ts'
import { renderColorMark } from './color-mark.ts'
import { renderCategory, renderMarks, renderPlaceLine } from './event-labels.ts'
import { buildEventTemplateModel } from './event-model.ts'
import { strikeIfVoid } from './event-status.ts'
import { renderVisitorNote } from './event-times.ts'

/** Characters. */
const MAX_EXCERPT_LENGTH = 170

interface EventItemOptions {
  readonly level: 2 | 3 | 4
  /** Replaces the time of the event in lists without day headings. */
  readonly timeText?: string
  /** True if the image of this event is loaded before the others of the page. */
  readonly isAboveFold?: boolean
}

export const renderEventItem = (context: PageContext, event: ListedEvent, options: EventItemOptions): Html =>
  renderBlock(context, 'list-row', {
    model: () => buildEventTemplateModel(context, event, buildRowParts(context, event, options)),
    renderDefault: () => renderRow(context, event, options),
  })

/** The parts of a row that templates can use. */
const buildRowParts = (context: PageContext, event: ListedEvent, options: EventItemOptions) => ({
  color: renderColorMark(event.color, 'accent'),
  time: html`${renderTime(context, event, options.timeText)}${renderVisitorNote(context, event)}`,
  category: renderCategory(event),
  badges: renderMarks(context, event),
  more_dates: renderMoreDates(context, event),
  heading: renderHeading(options.level, renderTitleLink(context, event)),
  place: renderPlaceLine(context, event),
  picture: renderPicture(context, event, options),
})

const renderTitleLink = (context: PageContext, event: ListedEvent): Html =>
  html`<a ${eventLink(context, event.url)}>${extractText(event.title)}</a>`

const renderPicture = (context: PageContext, { image, url }: ListedEvent, { isAboveFold = false }: EventItemOptions) =>
  image &&
  html`<a class="entry-picture" ${eventLink(context, url)} tabindex="-1" aria-hidden="true">${renderResponsiveImage(image, { sizes: '(min-width: 48rem) 10rem, 6rem', isAboveFold })}</a>`

function renderRow(context: PageContext, event: ListedEvent, options: EventItemOptions): Html {
  const parts = buildRowParts(context, event, options)
  const text = extractText(event.excerpt || event.description || '')
  return html`<article class="entry${event.featured && ' entry-featured'}">${parts.color}
<div class="entry-text">
<p class="entry-when dotted"><span>${parts.time}</span>${parts.category}${parts.badges}${parts.more_dates}</p>
${parts.heading}
${parts.place}${text !== '' && html`<p class="entry-excerpt">${truncateText(text, MAX_EXCERPT_LENGTH)}</p>`}
</div>
${parts.picture}
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
