/** Events as lists show them. */
import { type Frame, leadTo } from './frame.ts'
import { type Html, html, trusted } from './html.ts'
import { machineTime, sayDate, sayHours } from './moments.ts'
import { picture } from './picture.ts'
import { sayCost } from './price.ts'
import { type EventView, isClosed, plain, shortened, venueOf } from './views.ts'

/** Longer beginnings of a description tell no more about whether to open the page. */
const SHORT_TEXT = 170

interface EntryFacts {
  readonly level: 2 | 3 | 4
  /** Whether it is told when it is beside its hours, where no day stands above it. */
  readonly when?: string
  /** Pictures that are seen at once are fetched at once. */
  readonly isAbove?: boolean
}

export function entry(frame: Frame, event: EventView, { level, when, isAbove = false }: EntryFacts): Html {
  const title = html`<a ${leadTo(frame, event.url)}>${plain(event.title)}</a>`
  const text = plain(event.excerpt || event.description || '')
  return html`<article class="entry${event.featured && ' entry-featured'}">
<div class="entry-text">
<p class="entry-when">${timeOf(frame, event, when)}${marks(frame, event)}</p>
${heading(level, title)}
${placeLine(frame, event)}${text !== '' && html`<p class="entry-excerpt">${shortened(text, SHORT_TEXT)}</p>`}
</div>
${event.image && html`<a class="entry-picture" ${leadTo(frame, event.url)} tabindex="-1" aria-hidden="true">${picture(event.image, { sizes: '(min-width: 48rem) 12rem, 30vw', isAbove })}</a>`}
</article>`
}

const heading = (level: EntryFacts['level'], title: Html): Html => {
  const tag = trusted(`h${level}`)
  return html`<${tag} class="entry-title">${title}</${tag}>`
}

export const timeOf = (frame: Frame, event: EventView, when?: string): Html =>
  html`<time datetime="${machineTime(event)}">${when ?? sayHours(event, frame) ?? frame.say('page.all_day')}</time>`

function marks({ say }: Frame, event: EventView): Html {
  return html`${event.featured && html` <span class="mark mark-featured">${say('page.featured')}</span>`}${isClosed(event) && html` <span class="mark">${say('page.protected')}</span>`}`
}

function placeLine(frame: Frame, event: EventView): Html | undefined {
  const venue = venueOf(event)
  const cost = sayCost(frame, event)
  if (!venue && cost === '') return undefined
  const city = venue?.city && !plain(venue.venue).includes(plain(venue.city)) ? plain(venue.city) : ''
  const place = venue && html`<span class="entry-place">${plain(venue.venue)}${city !== '' && `, ${city}`}</span>`
  return html`<p class="entry-where">${place}${cost !== '' && html`<span class="entry-cost">${cost}</span>`}</p>`
}

interface DayFacts {
  readonly level: 2 | 3
  /** Of the day by itself. */
  readonly href: string
}

/** A day as a heading with a large number, read as a whole date. */
export function dayHeading({ language, today }: Frame, day: string, { level, href }: DayFacts): Html {
  const tag = trusted(`h${level}`)
  const name = html`<span aria-hidden="true"><span class="day-weekday">${sayDate(language, 'shortWeekday', day)}</span> <span class="day-number">${Number(day.slice(8))}</span></span><span class="hidden">${sayDate(language, 'longDay', day)}</span>`
  return html`<${tag} class="day-name${day === today && ' day-today'}"><a href="${href}" data-swap><time datetime="${day}">${name}</time></a></${tag}>`
}
