/** schema.org data for search engines. `json_ld` of the API follows the plugin instead. */
import { formatIsoWithOffset } from '../../../base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../../base/time/time-zone.ts'
import type { EventView } from '../../../calendar/events/present-event.ts'
import { toAttendanceModeUrl, toEventStatusUrl } from '../../../calendar/events/present-event-status.ts'
import type { OfferView } from '../../../calendar/events/present-offer.ts'
import type { ImageView } from '../../../calendar/images/present-image.ts'
import type { VenueView } from '../../../calendar/linked/present-linked.ts'
import type { AttendanceMode } from '../../../kernel/event-status.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { extractText, getVenue } from '../../../pages/view-text.ts'

type JsonLd = Readonly<Record<string, unknown>>

/** Members with `undefined` are omitted from the page. */
export function buildEventJsonLd(context: PageContext, event: EventView): JsonLd {
  const venue = getVenue(event)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: extractText(event.title),
    description: extractText(event.excerpt || event.description || '') || undefined,
    url: event.url,
    image: event.image ? listImageUrls(event.image) : undefined,
    ...buildDates(event),
    eventStatus: toEventStatusUrl(event.event_status ?? 'scheduled'),
    ...(event.attendance_mode ? buildVirtualLocations(event, event.attendance_mode) : venue && buildLocation(venue)),
    organizer: buildOrganizers(event),
    offers: buildOffers(context, event),
  }
}

/** All-day events have dates without a time. */
function buildDates(event: EventView): JsonLd {
  const { all_day, start_date, end_date, utc_start_date, utc_end_date, previous_start_date: previous, timezone } = event
  const formatPrevious = (start: string) =>
    all_day ? start.slice(0, 10) : formatIsoWithOffset(start, resolveLocal(start, timezone).utc)
  const moved = { previousStartDate: previous && formatPrevious(previous) }
  if (all_day) return { ...moved, startDate: start_date.slice(0, 10), endDate: end_date.slice(0, 10) }
  return {
    ...moved,
    startDate: formatIsoWithOffset(start_date, utc_start_date),
    endDate: formatIsoWithOffset(end_date, utc_end_date),
  }
}

/** URLs of all sizes, the largest first. */
const listImageUrls = (image: ImageView): readonly string[] => [
  ...new Set([image, ...Object.values(image.sizes ?? {})].toSorted((a, b) => b.width - a.width).map(({ url }) => url)),
]

/** A venue with a website but without address and coordinates is an online venue. */
function buildLocation(venue: VenueView): JsonLd {
  const name = extractText(venue.venue)
  const address = buildPostalAddress(venue)
  const isOnline = address === undefined && venue.geo_lat === undefined && Boolean(venue.website)
  if (isOnline) {
    return {
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', name, url: extractText(venue.website ?? '') },
    }
  }
  const { geo_lat: latitude, geo_lng: longitude } = venue
  return {
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name,
      url: venue.url,
      address: address ?? name,
      geo: latitude === undefined ? undefined : { '@type': 'GeoCoordinates', latitude, longitude },
    },
  }
}

/** The location of an online event, in addition to its venue if visitors can choose. Without a link, the page explains how to attend. */
function buildVirtualLocations(event: EventView, mode: AttendanceMode): JsonLd {
  const virtual = { '@type': 'VirtualLocation', url: event.virtual_url ?? event.url }
  const venue = getVenue(event)
  return {
    eventAttendanceMode: toAttendanceModeUrl(mode),
    location: venue ? [buildLocation(venue)['location'], virtual] : virtual,
  }
}

function buildPostalAddress(venue: VenueView): JsonLd | undefined {
  const toText = (text: string | undefined) => extractText(text ?? '') || undefined
  const parts = {
    streetAddress: toText(venue.address),
    addressLocality: toText(venue.city),
    addressRegion: toText(venue.stateprovince),
    postalCode: toText(venue.zip),
    addressCountry: toText(venue.country),
  }
  return Object.values(parts).some(Boolean) ? { '@type': 'PostalAddress', ...parts } : undefined
}

function buildOrganizers({ organizer }: EventView): JsonLd | readonly JsonLd[] | undefined {
  const organizations = organizer.map((view) => ({
    '@type': 'Organization',
    name: extractText(view.organizer),
    url: extractText(view.website ?? '') || view.url,
  }))
  return organizations.length > 1 ? organizations : organizations[0]
}

/** Without offers, the cost of the event becomes an offer that is available since publication. */
function buildOffers(context: PageContext, event: EventView): JsonLd | readonly JsonLd[] | undefined {
  if (event.tickets.length > 0) return event.tickets.map((offer) => buildOffer(event, offer))
  const price = findLowestPrice(context, event)
  if (price === undefined) return undefined
  const { currency } = context.site
  const isForeign = !['', currency.symbol].includes(event.cost_details.currency_symbol)
  return {
    '@type': 'Offer',
    price,
    priceCurrency: isForeign ? undefined : currency.code,
    url: event.url,
    availability: 'https://schema.org/InStock',
    validFrom: formatPublicationDate(event),
  }
}

const formatPublicationDate = ({ date_utc, timezone }: EventView): string =>
  formatIsoWithOffset(toLocal(date_utc, timezone), date_utc)

function buildOffer(event: EventView, { name, price, currency, url, availability, ...rest }: OfferView): JsonLd {
  const instant = (local: string) => formatIsoWithOffset(local, resolveLocal(local, event.timezone).utc)
  return {
    '@type': 'Offer',
    name,
    price,
    priceCurrency: currency,
    url: url || event.url,
    availability: `https://schema.org/${availability}`,
    validFrom: rest.available_from ? instant(rest.available_from) : formatPublicationDate(event),
    validThrough: rest.available_until ? instant(rest.available_until) : undefined,
  }
}

/** `values` contains words first, then amounts in ascending order. */
function findLowestPrice({ site }: PageContext, { cost, cost_details }: EventView): string | undefined {
  const amount = cost_details.values.find((value) => /^[\d.]+$/.test(value))
  return extractText(cost) === site.currency.free ? '0' : amount
}
