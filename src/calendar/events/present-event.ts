/** Presents events: wire-contract §7.1, with the redactions of wire-contract §14. */

import { escapeHtml } from '../../base/text/sanitize.ts'
import {
  displayContent,
  displayExcerpt,
  displayTitle,
  toJsonLdName,
  toJsonLdText,
} from '../../base/text/wptexturize.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { formatIsoWithOffset, toDateOnly } from '../../base/time/parse-date.ts'
import { findZoneAbbreviation, toLocal } from '../../base/time/time-zone.ts'
import { type CostView, presentCost, presentOfferCost } from '../../kernel/cost.ts'
import { NO_CUSTOM_VALUES } from '../../kernel/custom-values.ts'
import type { Event } from '../../kernel/post.ts'
import type { Currency } from '../../kernel/site.ts'
import { presentCustomValues } from '../custom-fields/present-custom-fields.ts'
import { type FilledView, MEMBER_SLOT, SLOT, URL_SLOTS } from '../fragments/fragment-slots.ts'
import { createTemplate } from '../fragments/fragment-template.ts'
import type { Media } from '../images/image.ts'
import { type ImageView, presentImage } from '../images/present-image.ts'
import type { LinkedJsonLdByKind, OrganizerView, VenueView } from '../linked/present-linked.ts'
import type { RenderSettings } from '../posts/render-settings.ts'
import { fileUrl, globalId, pageUrl, restUrl, type Urls } from '../posts/urls.ts'
import { resolveLinkOpening } from '../posts/virtual-link.ts'
import { getKeyDate } from '../series/occurrence-key.ts'
import type { EmbeddedTermView } from '../terms/present-term.ts'
import { presentEventStatus, toAttendanceModeUrl, toEventStatusUrl } from './present-event-status.ts'
import { presentOffer, presentOfferJsonLd } from './present-offer.ts'

/** An event without its linked records and terms, which are inserted into the slots of its template. */
export interface PresentableEvent {
  readonly post: Event
  readonly isClosed: boolean
  readonly image: Media | undefined
}

/**
 * Template of an event with slots for categories, tags, venue and organizers, and a member slot for a link that is not
 * always shown, in this order. A closed event has no slots.
 */
export const createEventTemplate = (event: PresentableEvent, settings: RenderSettings): Buffer =>
  createTemplate(presentEvent(event, settings))

/** Template of the `json_ld` of an event with member slots for `location` and `organizer`, in this order. */
export const createEventJsonLdTemplate = (event: PresentableEvent, currency: Currency): Buffer =>
  createTemplate(presentEventJsonLd(event, currency))

/**
 * An event as the API returns it. Flags of a closed event are `null`, and its texts are empty. Only single reads include
 * `json_ld`.
 */
export interface EventView extends FilledView<ReturnType<typeof presentEvent>, EventSlots> {
  readonly json_ld?: EventJsonLdView
}

interface EventSlots {
  readonly categories: readonly EmbeddedTermView[]
  readonly tags: readonly EmbeddedTermView[]
  /** An empty list when the event has no venue. */
  readonly venue: VenueView | readonly []
  readonly organizer: readonly OrganizerView[]
  readonly virtual_url: string | undefined
}

type EventJsonLdView = FilledView<ReturnType<typeof presentEventJsonLd>, EventJsonLdSlots>

/** `false` for a closed record. */
interface EventJsonLdSlots {
  readonly location: LinkedJsonLdByKind['venue'] | false | undefined
  readonly organizer: LinkedJsonLdByKind['organizer'] | false | undefined
}

/** Keys in the order of the wire. */
function presentEvent({ post, isClosed, image }: PresentableEvent, { currency, customFields }: RenderSettings) {
  const urls = URL_SLOTS
  const url = pageUrl(urls, 'event', post)
  const { cost, cost_details } = isClosed ? NO_COST : presentEventCost(post, currency)
  const imageView: ImageView | false = isClosed || !image ? false : presentImage(image, urls)
  const hideFlag = (flag: boolean) => (isClosed ? null : flag)
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
    image: imageView,
    all_day: hideFlag(post.all_day),
    start_date: post.start_date,
    start_date_details: presentDateDetails(post.start_date),
    end_date: post.end_date,
    end_date_details: presentDateDetails(post.end_date),
    utc_start_date: post.utc_start_date,
    utc_start_date_details: presentDateDetails(post.utc_start_date),
    utc_end_date: post.utc_end_date,
    utc_end_date_details: presentDateDetails(post.utc_end_date),
    timezone: post.timezone,
    timezone_abbr: findZoneAbbreviation(post.timezone, post.start_date, post.utc_start_date),
    cost,
    cost_details,
    website: isClosed ? '' : post.website === '' ? url : escapeHtml(post.website),
    show_map: hideFlag(post.show_map),
    show_map_link: hideFlag(post.show_map_link),
    hide_from_listings: hideFlag(post.hide_from_listings),
    sticky: hideFlag(post.sticky),
    featured: hideFlag(post.featured),
    categories: isClosed ? [] : SLOT,
    tags: isClosed ? [] : SLOT,
    venue: isClosed ? [] : SLOT,
    organizer: isClosed ? [] : SLOT,
    custom_fields: presentCustomValues('event', isClosed ? NO_CUSTOM_VALUES : post.custom_fields, customFields),
    ticketed: hideFlag(post.tickets.length > 0),
    tickets: isClosed ? [] : post.tickets.map((offer) => presentOffer(offer, post.timezone)),
    // JSON.stringify omits undefined.
    external_id: isClosed || post.external_id === '' ? undefined : post.external_id,
    series: post.series_id === 0 ? undefined : presentEventSeries(post, urls),
    ...presentEventStatus(post, isClosed),
    ...presentAttendance(post, isClosed),
  }
}

/** Omitted for offline events. */
function presentAttendance(post: Event, isClosed: boolean) {
  const { attendance_mode, virtual_url, virtual_url_visibility } = post
  const isVirtual = !isClosed && attendance_mode !== 'offline'
  const link = resolveLinkOpening(post) === 'always' ? virtual_url : MEMBER_SLOT
  return {
    is_virtual: isVirtual || undefined,
    attendance_mode: isVirtual ? attendance_mode : undefined,
    virtual_url: isVirtual && virtual_url !== '' ? link : undefined,
    virtual_url_visibility: isVirtual && virtual_url !== '' ? virtual_url_visibility : undefined,
  }
}

/** The series that an event belongs to, and its place in it. */
const presentEventSeries = ({ series_id: id, series_date: key, series_edited }: Event, urls: Urls) => ({
  id,
  date: getKeyDate(key),
  is_edited: series_edited,
  rest_url: restUrl(urls, 'series', id),
})

/** The cost of the event itself takes precedence over its offers. */
function presentEventCost({ cost, tickets }: Event, currency: Currency): CostView {
  return cost.length === 0 ? presentOfferCost(tickets, currency) : presentCost(cost, currency)
}

const NO_COST: CostView = {
  cost: '',
  cost_details: { currency_symbol: '', currency_position: '', currency_code: '', values: [] },
}

/** Zero-padded strings (wire-contract §6.1). */
function presentDateDetails(moment: DateTime) {
  return {
    year: moment.slice(0, 4),
    month: moment.slice(5, 7),
    day: moment.slice(8, 10),
    hour: moment.slice(11, 13),
    minutes: moment.slice(14, 16),
    seconds: moment.slice(17, 19),
  }
}

/** schema.org data of an event (wire-contract §7.6). */
function presentEventJsonLd({ post, image }: PresentableEvent, currency: Currency) {
  const urls = URL_SLOTS
  const url = pageUrl(urls, 'event', post)
  const cost = presentEventCost(post, currency)
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: toJsonLdName(displayTitle(post.title)),
    description: toJsonLdText(displayExcerpt(post.excerpt) || displayContent(post.content)),
    ...(image && { image: fileUrl(urls, image.key) }),
    url,
    eventAttendanceMode: toAttendanceModeUrl(post.attendance_mode),
    eventStatus: toEventStatusUrl(post.event_status),
    ...presentPreviousStart(post),
    startDate: formatIsoWithOffset(post.start_date, post.utc_start_date),
    endDate: formatIsoWithOffset(post.end_date, post.utc_end_date),
    location: MEMBER_SLOT,
    organizer: MEMBER_SLOT,
    ...presentOffersJsonLd(post, url, cost, currency),
    performer: 'Organization',
  }
}

function presentPreviousStart({ previous_utc_start_date: previous, timezone }: Event) {
  return previous === '' ? {} : { previousStartDate: formatIsoWithOffset(toLocal(previous, timezone), previous) }
}

function presentOffersJsonLd(post: Event, url: string, cost: CostView, currency: Currency) {
  const { tickets, timezone } = post
  if (tickets.length > 0) return { offers: tickets.map((ticket) => presentOfferJsonLd(ticket, timezone, url)) }
  return cost.cost === '' ? {} : { offers: presentCostAsOffer(post, url, cost, currency) }
}

/** The price without currency symbol: `"0"` for free events, `"5 – 10"` for a range. */
function presentCostAsOffer(post: Event, url: string, { cost, cost_details }: CostView, currency: Currency) {
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
    validFrom: `${toDateOnly(post.date)}T00:00:00+00:00`,
  }
}
