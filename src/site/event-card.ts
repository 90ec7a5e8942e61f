/** An event in a frame of another site: what it is, when and where, and the way to its page. */
import { type Frame, leadTo } from './frame.ts'
import { type Html, html } from './html.ts'
import type { Sheet, Size } from './layout.ts'
import { machineTime, sayWhen } from './moments.ts'
import { picture } from './picture.ts'
import { type EventView, plain, shortened, venueOf } from './views.ts'

const LONGEST_TEXT = 170

/** That its card fits into. */
export const cardSize = ({ image }: Pick<EventView, 'image'>): Size => ({ width: 480, height: image ? 520 : 280 })

export function cardSheet(frame: Frame, event: EventView): Sheet {
  const { urls } = frame
  const text = plain(event.excerpt || event.description || '')
  return {
    title: plain(event.title),
    path: event.url.slice(urls.home.length),
    api: `${urls.base}/events/${event.id}`,
    picture: event.image || undefined,
    embedded: cardSize(event),
    content: html`<article class="wide event-card">
${event.image && html`<a class="event-card-picture" ${leadTo(frame, event.url)} tabindex="-1" aria-hidden="true">${picture(event.image, { sizes: '100vw', isAbove: true })}</a>`}
<h1 class="entry-title"><a ${leadTo(frame, event.url)}>${plain(event.title)}</a></h1>
<p class="event-when"><time datetime="${machineTime(event)}">${sayWhen(event, frame)}</time></p>
${event.utc_end_date < frame.clock.now && html`<p class="muted">${frame.say('page.over')}</p>`}
${placeLine(event)}
${text !== '' && html`<p class="event-card-text">${shortened(text, LONGEST_TEXT)}</p>`}
</article>`,
  }
}

function placeLine(event: EventView): Html | undefined {
  const venue = venueOf(event)
  if (!venue) return undefined
  const [name, city] = [plain(venue.venue), plain(venue.city ?? '')]
  return html`<p class="entry-where">${name}${city !== '' && !name.includes(city) && `, ${city}`}</p>`
}
