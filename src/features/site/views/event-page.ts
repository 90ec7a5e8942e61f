/** The page of one event. */

import type { EventView } from '../../../calendar/events/present-event.ts'
import { createTrail, renderBreadcrumbs } from '../../../pages/breadcrumbs.ts'
import { renderCustomValues } from '../../../pages/custom-values.ts'
import { findVideoNeeds, renderDescription } from '../../../pages/description.ts'
import { buildEventFileUrl } from '../../../pages/feed-links.ts'
import { formatDateRange, formatMachineTime, formatShort } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { buildMapLink, renderMap } from '../../../pages/map.ts'
import type { Breadcrumb, Page } from '../../../pages/page.ts'
import { type PageContext, toSitePath } from '../../../pages/page-context.ts'
import { buildCalendarPath } from '../../../pages/page-routes.ts'
import { renderResponsiveImage } from '../../../pages/responsive-image.ts'
import { renderBlock } from '../../../pages/theme/theme.ts'
import { renderTitleSize } from '../../../pages/title-size.ts'
import { extractText, formatAddress, getVenue, truncateText } from '../../../pages/view-text.ts'
import { renderCalendarMenu, renderDirections, renderShareMenu } from '../components/event-actions.ts'
import { buildEventJsonLd } from '../components/event-json-ld.ts'
import { buildEventTemplateModel } from '../components/event-model.ts'
import { formatTitle, renderStatusMark, renderStatusNotice, strikeIfVoid } from '../components/event-status.ts'
import { renderCountdown, renderVisitorTime } from '../components/event-times.ts'
import { renderFurtherEvents } from '../components/further-events.ts'
import { formatCost, formatPrice } from '../components/price.ts'
import type { FurtherEvents } from '../data/further-events.ts'
import type { OtherDates } from '../data/more-dates.ts'
import { computeCardSize } from './event-card.ts'

export interface AdjacentEvents {
  readonly previous: EventView | undefined
  readonly next: EventView | undefined
  readonly otherDates: OtherDates | undefined
  readonly further: FurtherEvents
  /** Its category, or else its venue. */
  readonly breadcrumbs: readonly Breadcrumb[]
}

const MAX_DESCRIPTION_LENGTH = 200

export function buildEventPage(context: PageContext, event: EventView, adjacent: AdjacentEvents): Page {
  const { urls } = context
  const hasMap = event.show_map === true && context.tiles !== undefined && getVenue(event)?.geo_lat !== undefined
  const { previous, next } = adjacent
  const videos = findVideoNeeds(context, event.description ?? undefined)
  const path = event.url.slice(urls.home.length)
  const trail = createTrail(context, [...adjacent.breadcrumbs, { name: extractText(event.title), path }])
  return {
    title: formatTitle(context, event),
    description:
      truncateText(extractText(event.excerpt || event.description || ''), MAX_DESCRIPTION_LENGTH) || undefined,
    path,
    apiUrl: `${urls.base}/events/${event.id}`,
    image: event.image || undefined,
    jsonLd: event.json_ld && { ...buildEventJsonLd(context, event), superEvent: buildSuperEvent(event, adjacent) },
    previous: previous && toSitePath(context, previous.url),
    next: next && toSitePath(context, next.url),
    hasMap,
    ...(event.json_ld && { breadcrumbs: trail }),
    hasTimes: true,
    // An event that a password opened has none.
    isLive: Boolean(event.json_ld),
    scripts: ['back.js', 'share.js', ...videos.scripts],
    frameSources: videos.frameSources,
    embedSize: computeCardSize(event),
    content: renderEvent(context, event, buildEventParts(context, event, { adjacent, hasMap, trail })),
  }
}

interface EventPartsInput {
  readonly adjacent: AdjacentEvents
  readonly hasMap: boolean
  readonly trail: readonly Breadcrumb[]
}

/** The parts of the page that templates can use, in their order. */
const buildEventParts = (context: PageContext, event: EventView, { adjacent, hasMap, trail }: EventPartsInput) => ({
  breadcrumbs: renderBreadcrumbs(context, trail, { isWayBack: true }),
  header: renderHeader(context, event),
  facts: renderDetails(context, event),
  picture:
    event.image &&
    html`<div class="event-picture">${renderResponsiveImage(event.image, { sizes: '(min-width: 64rem) 44rem, 100vw', isAboveFold: true })}</div>`,
  description: event.description && renderDescription(context, event.description),
  tickets: renderTickets(context, event),
  other_dates: renderOtherDates(context, adjacent),
  terms: renderTerms(context, event),
  map: hasMap && renderVenueMap(context, event),
  further: renderFurtherEvents(context, event, adjacent.further),
  adjacent: renderAdjacentLinks(context, adjacent),
  actions: renderActionBar(context, event),
})

const renderEvent = (context: PageContext, event: EventView, parts: ReturnType<typeof buildEventParts>): Html =>
  renderBlock(context, 'event-page', {
    model: () => buildEventTemplateModel(context, event, parts),
    renderDefault: () => html`<article class="wide event">
${parts.breadcrumbs}
${parts.header}
<div class="event-body">
${parts.facts}
<div class="event-main">
${parts.picture}
${parts.description}
${parts.tickets}
${parts.other_dates}
${parts.terms}
</div>
${parts.map}
</div>
${parts.further}
${parts.adjacent}
${parts.actions}
</article>`,
  })

function renderOtherDates(context: PageContext, { otherDates }: AdjacentEvents): Html | undefined {
  if (!otherDates) return undefined
  const dates = otherDates.events.map(
    (event) =>
      html`<li><a href="${toSitePath(context, event.url)}">${strikeIfVoid(event, html`<time datetime="${formatMachineTime(event)}">${formatShort(event, context)}</time>`)}</a> ${renderStatusMark(context, event)}</li>`,
  )
  return html`<section class="more-dates"><h2>${context.translate('page.other_dates')}</h2><ul class="plain">${dates}</ul><p><a href="${toSitePath(context, otherDates.url)}">${context.translate('page.all_dates')}</a></p></section>`
}

const buildSuperEvent = (event: EventView, { otherDates }: AdjacentEvents) =>
  otherDates && { '@type': 'EventSeries', name: extractText(event.title), url: otherDates.url }

function renderHeader(context: PageContext, event: EventView): Html {
  const isOver = event.utc_end_date < context.clock.now
  return html`<header class="event-head">
${renderStatusNotice(context, event)}${isOver && html`<p class="notice">${context.translate('page.over')}</p>`}
${event.featured && html`<p class="entry-when"><span class="mark mark-featured">${context.translate('page.featured')}</span></p>`}
<h1${renderTitleSize(extractText(event.title))}>${extractText(event.title)}</h1>
<p class="event-when">${strikeIfVoid(event, html`<time datetime="${formatMachineTime(event)}">${formatDateRange(event, context)}</time>`)}</p>
${renderVisitorTime(context, event)}${renderCountdown(context, event)}
</header>`
}

function renderDetails(context: PageContext, event: EventView): Html {
  const { translate } = context
  const cost = formatCost(context, event)
  return html`<aside class="event-facts" aria-label="${translate('page.details')}">
<dl>
${renderVenue(context, event)}
${renderOnlineAccess(context, event)}
${cost !== '' && html`<dt>${translate('page.price')}</dt><dd>${cost}</dd>`}
${renderOrganizers(context, event)}
${renderWebsite(context, event)}${renderCustomValues(context, event.custom_fields)}
</dl>
${renderTicketLink(context, event)}
${renderCalendarMenu(context, event)}
${renderShareMenu(context, event)}
</aside>`
}

/** The only offer that is available, or else the table of tickets. */
function renderTicketLink({ translate }: PageContext, { tickets }: EventView): Html | undefined {
  const available = tickets.filter(({ availability }) => availability !== 'SoldOut')
  const [offer, ...others] = available
  if (tickets.length > 0 && !offer) return html`<p class="event-sold-out">${translate('page.sold_out')}</p>`
  if (!offer) return undefined
  const isDirect = others.length === 0 && offer.url
  return html`<a class="button button-strong event-tickets" href="${isDirect ? offer.url : '#tickets'}"${isDirect && html` rel="nofollow noopener"`}>${translate('page.get_tickets')}</a>`
}

/** Price and the most important action, always visible on narrow screens. */
function renderActionBar(context: PageContext, event: EventView): Html | undefined {
  if (event.utc_end_date < context.clock.now) return undefined
  const cost = formatCost(context, event)
  const action =
    renderTicketLink(context, event) ??
    html`<a class="button button-strong" href="${buildEventFileUrl(context.urls, event.id)}" rel="nofollow">${context.translate('page.add_to_calendar')}</a>`
  return html`<div class="event-bar">${cost !== '' && html`<span>${cost}</span>`}${action}</div>`
}

function renderVenue(context: PageContext, event: EventView): Html | undefined {
  const venue = getVenue(event)
  if (!venue) return undefined
  const address = formatAddress(venue)
  const link = event.show_map_link ? buildMapLink(venue) : undefined
  return html`<dt>${context.translate('page.where')}</dt><dd><a href="${toSitePath(context, venue.url)}">${extractText(venue.venue)}</a>${address !== '' && html`<br><span class="muted">${address}</span>`}${link && html`<br><a href="${link}" rel="nofollow noopener">${context.translate('page.show_on_map')}</a>`}${renderDirections(context, venue)}</dd>`
}

/** The link, or when it is shown. */
function renderOnlineAccess({ translate }: PageContext, event: EventView): Html | undefined {
  const { is_virtual, virtual_url: url, virtual_url_visibility: visibility } = event
  if (!is_virtual) return undefined
  const link = html`<a class="button button-strong" href="${url ?? ''}" rel="nofollow noopener">${translate('page.join_online')}</a>`
  const note = visibility && translate(visibility === 'hour-before' ? 'page.link_hour_before' : 'page.link_not_public')
  return html`<dt>${translate('page.online')}</dt><dd>${url === undefined ? html`<span class="muted">${note}</span>` : link}</dd>`
}

function renderVenueMap(context: PageContext, event: EventView): Html | undefined {
  const venue = getVenue(event)
  return (
    venue &&
    renderMap(context, {
      name: context.translate('page.map_of', { name: extractText(venue.venue) }),
      className: 'map event-map',
      venue,
    })
  )
}

function renderOrganizers(context: PageContext, { organizer }: EventView): Html | undefined {
  if (organizer.length === 0) return undefined
  const names = organizer.map(
    (view) => html`<li><a href="${toSitePath(context, view.url)}">${extractText(view.organizer)}</a></li>`,
  )
  return html`<dt>${context.translate(organizer.length > 1 ? 'page.organizers' : 'page.organizer')}</dt><dd><ul class="plain">${names}</ul></dd>`
}

/** Without a website, the API returns the URL of the page itself. */
function renderWebsite(context: PageContext, event: EventView): Html | undefined {
  const url = extractText(event.website)
  if (url === event.url || url === '') return undefined
  const name = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return html`<dt>${context.translate('page.website')}</dt><dd><a href="${url}" rel="nofollow noopener">${truncateText(name, 40)}</a></dd>`
}

function renderTickets(context: PageContext, event: EventView): Html | undefined {
  if (event.tickets.length === 0) return undefined
  const { translate } = context
  const rows = event.tickets.map((offer) => {
    const link =
      offer.url &&
      html`<a class="button" href="${offer.url}" rel="nofollow noopener">${translate('page.get_tickets')}<span class="hidden">: ${offer.name}</span></a>`
    const action = offer.availability === 'SoldOut' ? translate('page.sold_out') : link
    return html`<tr><th scope="row">${offer.name}</th><td>${formatPrice(context, offer)}</td><td>${action}</td></tr>`
  })
  return html`<section class="tickets"><h2 id="tickets">${translate('page.tickets')}</h2><table aria-labelledby="tickets"><thead class="hidden"><tr><th scope="col">${translate('page.ticket')}</th><th scope="col">${translate('page.price')}</th><th scope="col">${translate('page.get_tickets')}</th></tr></thead><tbody>${rows}</tbody></table></section>`
}

function renderTerms(context: PageContext, { categories, tags }: EventView): Html | undefined {
  if (categories.length + tags.length === 0) return undefined
  const row = (name: string, links: readonly Html[]) =>
    links.length > 0 && html`<div class="terms-row"><h2>${name}</h2><ul class="chips">${links}</ul></div>`
  const { translate, root } = context
  const chip = (path: string, name: string) =>
    html`<li><a class="chip" href="${root}${path}">${extractText(name)}</a></li>`
  return html`<div class="terms">
${row(
  translate('page.categories'),
  categories.map(({ slug, name }) =>
    chip(buildCalendarPath({ kind: 'category', path: [slug] }, { kind: 'list' }), name),
  ),
)}
${row(
  translate('page.tags'),
  tags.map(({ slug, name }) => chip(buildCalendarPath({ kind: 'tag', slug }, { kind: 'list' }), name)),
)}
</div>`
}

function renderAdjacentLinks(context: PageContext, { previous, next }: AdjacentEvents): Html | undefined {
  if (!previous && !next) return undefined
  const { translate } = context
  const link = (event: EventView | undefined, rel: 'prev' | 'next', label: string) =>
    event &&
    html`<a class="neighbour neighbour-${rel}" rel="${rel}" href="${toSitePath(context, event.url)}"><span class="muted">${label}</span><span>${extractText(event.title)}</span></a>`
  return html`<nav class="neighbours" aria-label="${translate('page.event_turn')}">${link(previous, 'prev', translate('page.previous_event'))}${link(next, 'next', translate('page.next_event'))}</nav>`
}
