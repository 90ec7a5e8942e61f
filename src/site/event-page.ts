/** The page of one event. */

import { resolveLocal, toLocal } from '../text/zone.ts'
import { pathOf } from './address.ts'
import { cardSize } from './event-card.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { fileOf, googleLink, outlookLink } from './feeds.ts'
import { type Frame, pathFrom } from './frame.ts'
import { type Html, html, trusted } from './html.ts'
import type { Sheet } from './layout.ts'
import { mapLink, mapOf } from './map.ts'
import { machineTime, sayWhen } from './moments.ts'
import { picture } from './picture.ts'
import { sayCost, sayPrice } from './price.ts'
import { addressLine, type EventView, plain, prose, shortened, venueOf } from './views.ts'

export interface Neighbours {
  readonly previous: EventView | undefined
  readonly next: EventView | undefined
}

const LONGEST_DESCRIPTION = 200

export function eventSheet(frame: Frame, event: EventView, neighbours: Neighbours): Sheet {
  const { urls } = frame
  const hasMap = event.show_map === true && frame.tiles !== undefined && venueOf(event)?.geo_lat !== undefined
  const { previous, next } = neighbours
  return {
    title: plain(event.title),
    description: shortened(plain(event.excerpt || event.description || ''), LONGEST_DESCRIPTION) || undefined,
    path: event.url.slice(urls.home.length),
    api: `${urls.base}/events/${event.id}`,
    picture: event.image || undefined,
    jsonLd: event.json_ld && eventJsonLd(frame, event),
    previous: previous && pathFrom(frame, previous.url),
    next: next && pathFrom(frame, next.url),
    hasMap,
    embedded: cardSize(event),
    content: html`<article class="wide event">
<p class="back"><a href="${frame.root}/events/"><span aria-hidden="true">‹ </span>${frame.say('page.all_events')}</a></p>
${head(frame, event)}
<div class="event-body">
<div class="event-main">
${event.image && html`<div class="event-picture">${picture(event.image, { sizes: '(min-width: 64rem) 44rem, 100vw', isAbove: true })}</div>`}
${event.description && html`<div class="prose">${trusted(prose(event.description))}</div>`}
${tickets(frame, event)}
${terms(frame, event)}
</div>
${aside(frame, event, hasMap)}
</div>
${neighbourLinks(frame, neighbours)}
</article>`,
  }
}

function head(frame: Frame, event: EventView): Html {
  const isOver = event.utc_end_date < frame.clock.now
  const other = siteTime(frame, event)
  return html`<header class="event-head">
${isOver && html`<p class="notice">${frame.say('page.over')}</p>`}
${event.featured && html`<p class="entry-when"><span class="mark mark-featured">${frame.say('page.featured')}</span></p>`}
<h1>${plain(event.title)}</h1>
<p class="event-when"><time datetime="${machineTime(event)}">${sayWhen(event, frame)}</time></p>
${other !== undefined && html`<p class="muted">${other}</p>`}
</header>`
}

/** The same moment by the clocks of this site, where it happens by others. */
function siteTime(frame: Frame, event: EventView): string | undefined {
  const { zone } = frame
  if (event.all_day || event.timezone === zone) return undefined
  const [start, end] = [toLocal(event.utc_start_date, zone), toLocal(event.utc_end_date, zone)]
  if (start === event.start_date && resolveLocal(event.start_date, zone).utc === event.utc_start_date) return undefined
  const told = sayWhen({ ...event, start_date: start, end_date: end, timezone: zone, timezone_abbr: '' }, frame)
  return frame.say('page.site_time', { time: told })
}

function aside(frame: Frame, event: EventView, hasMap: boolean): Html {
  const { say } = frame
  const cost = sayCost(frame, event)
  return html`<aside class="event-facts" aria-label="${say('page.details')}">
<dl>
${where(frame, event)}
${cost !== '' && html`<dt>${say('page.price')}</dt><dd>${cost}</dd>`}
${hosts(frame, event)}
${website(frame, event)}
</dl>
${hasMap && place(frame, event)}
<details class="add"><summary class="button button-strong">${say('page.add_to_calendar')}</summary>
<ul><li><a href="${googleLink(event)}" rel="nofollow">${say('page.calendar_google')}</a></li>
<li><a href="${outlookLink(event)}" rel="nofollow">${say('page.calendar_outlook')}</a></li>
<li><a href="${fileOf(frame.urls, event.id)}" rel="nofollow">${say('page.calendar_apple')}</a></li></ul></details>
</aside>`
}

function where(frame: Frame, event: EventView): Html | undefined {
  const venue = venueOf(event)
  if (!venue) return undefined
  const address = addressLine(venue)
  const link = event.show_map_link ? mapLink(venue) : undefined
  return html`<dt>${frame.say('page.where')}</dt><dd><a href="${pathFrom(frame, venue.url)}">${plain(venue.venue)}</a>${address !== '' && html`<br><span class="muted">${address}</span>`}${link && html`<br><a href="${link}" rel="nofollow noopener">${frame.say('page.show_on_map')}</a>`}</dd>`
}

function place(frame: Frame, event: EventView): Html | undefined {
  const venue = venueOf(event)
  return (
    venue && mapOf(frame, { name: frame.say('page.map_of', { name: plain(venue.venue) }), className: 'map', venue })
  )
}

function hosts(frame: Frame, { organizer }: EventView): Html | undefined {
  if (organizer.length === 0) return undefined
  const names = organizer.map((one) => html`<li><a href="${pathFrom(frame, one.url)}">${plain(one.organizer)}</a></li>`)
  return html`<dt>${frame.say(organizer.length > 1 ? 'page.organizers' : 'page.organizer')}</dt><dd><ul class="plain">${names}</ul></dd>`
}

/** The wire shows the page itself where there is no other. */
function website(frame: Frame, event: EventView): Html | undefined {
  const address = plain(event.website)
  if (address === event.url || address === '') return undefined
  const name = address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return html`<dt>${frame.say('page.website')}</dt><dd><a href="${address}" rel="nofollow noopener">${shortened(name, 40)}</a></dd>`
}

function tickets(frame: Frame, event: EventView): Html | undefined {
  if (event.tickets.length === 0) return undefined
  const { say } = frame
  const rows = event.tickets.map((offer) => {
    const link =
      offer.url &&
      html`<a class="button" href="${offer.url}" rel="nofollow noopener">${say('page.get_ticket')}<span class="hidden">: ${offer.name}</span></a>`
    const action = offer.availability === 'SoldOut' ? say('page.sold_out') : link
    return html`<tr><th scope="row">${offer.name}</th><td>${sayPrice(frame, offer)}</td><td>${action}</td></tr>`
  })
  return html`<section class="tickets"><h2 id="tickets">${say('page.tickets')}</h2><table aria-labelledby="tickets"><thead class="hidden"><tr><th scope="col">${say('page.ticket')}</th><th scope="col">${say('page.price')}</th><th scope="col">${say('page.get_ticket')}</th></tr></thead><tbody>${rows}</tbody></table></section>`
}

function terms(frame: Frame, { categories, tags }: EventView): Html | undefined {
  if (categories.length + tags.length === 0) return undefined
  const row = (name: string, links: readonly Html[]) =>
    links.length > 0 && html`<div class="terms-row"><h2>${name}</h2><ul class="chips">${links}</ul></div>`
  const { say, root } = frame
  const chip = (path: string, name: string) => html`<li><a class="chip" href="${root}${path}">${plain(name)}</a></li>`
  return html`<div class="terms">
${row(
  say('page.categories'),
  categories.map(({ slug, name }) => chip(pathOf({ kind: 'category', path: [slug] }, { kind: 'list' }), name)),
)}
${row(
  say('page.tags'),
  tags.map(({ slug, name }) => chip(pathOf({ kind: 'tag', slug }, { kind: 'list' }), name)),
)}
</div>`
}

function neighbourLinks(frame: Frame, { previous, next }: Neighbours): Html | undefined {
  if (!previous && !next) return undefined
  const { say } = frame
  const link = (event: EventView | undefined, rel: 'prev' | 'next', label: string) =>
    event &&
    html`<a class="neighbour neighbour-${rel}" rel="${rel}" href="${pathFrom(frame, event.url)}"><span class="muted">${label}</span><span>${plain(event.title)}</span></a>`
  return html`<nav class="neighbours" aria-label="${say('page.event_turn')}">${link(previous, 'prev', say('page.previous_event'))}${link(next, 'next', say('page.next_event'))}</nav>`
}
