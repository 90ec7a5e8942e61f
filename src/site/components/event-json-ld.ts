/** schema.org data of an event's page, as search engines want it; the wire's own is bound to the reference's form. */
import { formatIsoWithOffset } from '../../datetime/parse-date.ts'
import { resolveLocal, toLocal } from '../../datetime/time-zone.ts'
import type { EventView } from '../../presenters/event.ts'
import type { ImageView } from '../../presenters/image.ts'
import type { VenueView } from '../../presenters/linked.ts'
import type { OfferView } from '../../presenters/offer.ts'
import type { PageContext } from '../core/page-context.ts'
import { extractText, getVenue } from '../data/view-text.ts'

type JsonLd = Readonly<Record<string, unknown>>

/** What is undefined is left out of the page. */
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
    eventStatus: 'https://schema.org/EventScheduled',
    ...(venue && buildLocation(venue)),
    organizer: buildOrganizers(event),
    offers: buildOffers(context, event),
  }
}

/** Whole days have no time of day: midnight would be one. */
function buildDates({ all_day, start_date, end_date, utc_start_date, utc_end_date }: EventView): JsonLd {
  if (all_day) return { startDate: start_date.slice(0, 10), endDate: end_date.slice(0, 10) }
  return {
    startDate: formatIsoWithOffset(start_date, utc_start_date),
    endDate: formatIsoWithOffset(end_date, utc_end_date),
  }
}

/** The largest first. */
const listImageUrls = (image: ImageView): readonly string[] => [
  ...new Set([image, ...Object.values(image.sizes ?? {})].toSorted((a, b) => b.width - a.width).map(({ url }) => url)),
]

/** A venue that lies nowhere on earth but has an address on the web is there. */
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
  const all = organizer.map((one) => ({
    '@type': 'Organization',
    name: extractText(one.organizer),
    url: extractText(one.website ?? '') || one.url,
  }))
  return all.length > 1 ? all : all[0]
}

/** What nothing else is said of is on sale since the event was published. */
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

/** Amounts ascend, after words. */
function findLowestPrice({ site }: PageContext, { cost, cost_details }: EventView): string | undefined {
  const amount = cost_details.values.find((value) => /^[\d.]+$/.test(value))
  return extractText(cost) === site.currency.free ? '0' : amount
}
