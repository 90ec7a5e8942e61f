/** Events on the wire: contract 7.1, redacted as section 14 says. */
import { type CostView, costOfOffers, presentCost } from '../calendar/cost.ts'
import type { Media } from '../calendar/media.ts'
import type { Event } from '../calendar/post.ts'
import type { Currency } from '../calendar/site.ts'
import { type DateTime, dayOf, isoWithOffset } from '../text/dates.ts'
import { escapeHtml } from '../text/html.ts'
import { displayContent, displayExcerpt, displayTitle, jsonLdName, jsonLdText } from '../text/typography.ts'
import { zoneAbbreviation } from '../text/zone.ts'
import { presentImage } from './image.ts'
import { GAP, type GappedText, gappedTextOf, MEMBER_GAP } from './json-text.ts'
import { offerJsonLd, presentOffer } from './offers.ts'
import { fileUrl, globalId, pageUrl, restUrl, type Urls } from './urls.ts'

/** An event by itself: what it is linked to is filled in where its text is put together. */
export interface EventFacts {
  readonly post: Event
  readonly isClosed: boolean
  readonly image: Media | undefined
}

/** What the wire shows depends on: where, and in which currency. */
export interface Setting {
  readonly urls: Urls
  readonly currency: Currency
}

/** The JSON of an event, with gaps where its categories, tags, venue and organizers stand. A closed one shows none. */
export const eventText = (facts: EventFacts, setting: Setting): GappedText => gappedTextOf(presentEvent(facts, setting))

/** The json_ld of an event, with gaps where its members `location` and `organizer` stand. */
export const eventJsonLdText = (facts: EventFacts, setting: Setting): GappedText =>
  gappedTextOf(eventJsonLd(facts, setting))

/** In the order of the wire. */
function presentEvent({ post, isClosed, image }: EventFacts, { urls, currency }: Setting) {
  const url = pageUrl(urls, 'event', post)
  const { cost, cost_details } = isClosed ? NO_COST : shownCost(post, currency)
  const shown = (flag: boolean) => (isClosed ? null : flag)
  return {
    id: post.id,
    global_id: globalId(urls, post.id),
    global_id_lineage: [globalId(urls, post.id)],
    author: String(post.author),
    status: post.status,
    date: post.date,
    date_utc: post.date_utc,
    modified: post.modified,
    modified_utc: post.modified_utc,
    url,
    rest_url: restUrl(urls, 'event', post.id),
    title: displayTitle(post.title),
    description: isClosed ? '' : displayContent(post.content),
    excerpt: isClosed ? '' : displayExcerpt(post.excerpt),
    slug: post.slug,
    image: isClosed || !image ? false : presentImage(image, urls),
    all_day: shown(post.all_day),
    start_date: post.start_date,
    start_date_details: details(post.start_date),
    end_date: post.end_date,
    end_date_details: details(post.end_date),
    utc_start_date: post.utc_start_date,
    utc_start_date_details: details(post.utc_start_date),
    utc_end_date: post.utc_end_date,
    utc_end_date_details: details(post.utc_end_date),
    timezone: post.timezone,
    timezone_abbr: zoneAbbreviation(post.timezone, post.start_date, post.utc_start_date),
    cost,
    cost_details,
    website: isClosed ? '' : post.website === '' ? url : escapeHtml(post.website),
    show_map: shown(post.show_map),
    show_map_link: shown(post.show_map_link),
    hide_from_listings: shown(post.hide_from_listings),
    sticky: shown(post.sticky),
    featured: shown(post.featured),
    categories: isClosed ? [] : GAP,
    tags: isClosed ? [] : GAP,
    venue: isClosed ? [] : GAP,
    organizer: isClosed ? [] : GAP,
    custom_fields: [],
    ticketed: shown(post.tickets.length > 0),
    tickets: isClosed ? [] : post.tickets.map((offer) => presentOffer(offer, post.timezone)),
    // Left out where it is not set.
    external_id: isClosed || post.external_id === '' ? undefined : post.external_id,
  }
}

/** What the event says, else what its offers cost. */
function shownCost({ cost, tickets }: Event, currency: Currency): CostView {
  return cost.length === 0 ? costOfOffers(tickets, currency) : presentCost(cost, currency)
}

const NO_COST: CostView = {
  cost: '',
  cost_details: { currency_symbol: '', currency_position: '', currency_code: '', values: [] },
}

/** Zero-padded texts (contract 6.1). */
function details(moment: DateTime) {
  return {
    year: moment.slice(0, 4),
    month: moment.slice(5, 7),
    day: moment.slice(8, 10),
    hour: moment.slice(11, 13),
    minutes: moment.slice(14, 16),
    seconds: moment.slice(17, 19),
  }
}

/** schema.org data of an event (contract 7.6). */
function eventJsonLd({ post, image }: EventFacts, { urls, currency }: Setting) {
  const url = pageUrl(urls, 'event', post)
  const cost = shownCost(post, currency)
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: jsonLdName(displayTitle(post.title)),
    description: jsonLdText(displayExcerpt(post.excerpt) || displayContent(post.content)),
    ...(image && { image: fileUrl(urls, image.key) }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoWithOffset(post.start_date, post.utc_start_date),
    endDate: isoWithOffset(post.end_date, post.utc_end_date),
    location: MEMBER_GAP,
    organizer: MEMBER_GAP,
    ...offers(post, url, cost, currency),
    performer: 'Organization',
  }
}

function offers(post: Event, url: string, cost: CostView, currency: Currency) {
  const { tickets, timezone } = post
  if (tickets.length > 0) return { offers: tickets.map((ticket) => offerJsonLd(ticket, timezone, url)) }
  return cost.cost === '' ? {} : { offers: offer(post, url, cost, currency) }
}

/** Price without its symbol; free is `"0"`, a range is shown as one. */
function offer(post: Event, url: string, { cost, cost_details }: CostView, currency: Currency) {
  const { values } = cost_details
  const [lowest, highest] = [values[0], values.at(-1)]
  const isFree = cost === escapeHtml(currency.free)
  const range = lowest === highest ? lowest : `${lowest} – ${highest}`
  return {
    '@type': 'Offer',
    price: isFree ? '0' : (range ?? ''),
    priceCurrency: currency.code,
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: `${dayOf(post.date)}T00:00:00+00:00`,
  }
}
