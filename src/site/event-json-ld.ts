/** schema.org data of an event's page, as search engines want it; the wire's own is bound to the reference's form. */
import { isoWithOffset } from '../text/dates.ts'
import { resolveLocal, toLocal } from '../text/zone.ts'
import type { Frame } from './frame.ts'
import { type EventView, type OfferView, type PictureView, plain, type VenueView, venueOf } from './views.ts'

type Data = Readonly<Record<string, unknown>>

/** What is undefined is left out of the page. */
export function eventJsonLd(frame: Frame, event: EventView): Data {
  const venue = venueOf(event)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: plain(event.title),
    description: plain(event.excerpt || event.description || '') || undefined,
    url: event.url,
    image: event.image ? picturesOf(event.image) : undefined,
    ...times(event),
    eventStatus: 'https://schema.org/EventScheduled',
    ...(venue && place(venue)),
    organizer: hosts(event),
    offers: offers(frame, event),
  }
}

/** Whole days have no time of day: midnight would be one. */
function times({ all_day, start_date, end_date, utc_start_date, utc_end_date }: EventView): Data {
  if (all_day) return { startDate: start_date.slice(0, 10), endDate: end_date.slice(0, 10) }
  return { startDate: isoWithOffset(start_date, utc_start_date), endDate: isoWithOffset(end_date, utc_end_date) }
}

/** The largest first. */
const picturesOf = (picture: PictureView): readonly string[] => [
  ...new Set(
    [picture, ...Object.values(picture.sizes ?? {})].toSorted((a, b) => b.width - a.width).map(({ url }) => url),
  ),
]

/** A venue that lies nowhere on earth but has an address on the web is there. */
function place(venue: VenueView): Data {
  const name = plain(venue.venue)
  const address = addressOf(venue)
  const isOnline = address === undefined && venue.geo_lat === undefined && Boolean(venue.website)
  if (isOnline) {
    return {
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', name, url: plain(venue.website ?? '') },
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

function addressOf(venue: VenueView): Data | undefined {
  const said = (text: string | undefined) => plain(text ?? '') || undefined
  const parts = {
    streetAddress: said(venue.address),
    addressLocality: said(venue.city),
    addressRegion: said(venue.stateprovince),
    postalCode: said(venue.zip),
    addressCountry: said(venue.country),
  }
  return Object.values(parts).some(Boolean) ? { '@type': 'PostalAddress', ...parts } : undefined
}

function hosts({ organizer }: EventView): Data | readonly Data[] | undefined {
  const all = organizer.map((one) => ({
    '@type': 'Organization',
    name: plain(one.organizer),
    url: plain(one.website ?? '') || one.url,
  }))
  return all.length > 1 ? all : all[0]
}

/** What nothing else is said of is on sale since the event was published. */
function offers(frame: Frame, event: EventView): Data | readonly Data[] | undefined {
  if (event.tickets.length > 0) return event.tickets.map((offer) => offerOf(event, offer))
  const price = lowestPrice(frame, event)
  if (price === undefined) return undefined
  const { currency } = frame.site
  const isForeign = !['', currency.symbol].includes(event.cost_details.currency_symbol)
  return {
    '@type': 'Offer',
    price,
    priceCurrency: isForeign ? undefined : currency.code,
    url: event.url,
    availability: 'https://schema.org/InStock',
    validFrom: published(event),
  }
}

const published = ({ date_utc, timezone }: EventView): string => isoWithOffset(toLocal(date_utc, timezone), date_utc)

function offerOf(event: EventView, { name, price, currency, url, availability, ...rest }: OfferView): Data {
  const instant = (local: string) => isoWithOffset(local, resolveLocal(local, event.timezone).utc)
  return {
    '@type': 'Offer',
    name,
    price,
    priceCurrency: currency,
    url: url || event.url,
    availability: `https://schema.org/${availability}`,
    validFrom: rest.available_from ? instant(rest.available_from) : published(event),
    validThrough: rest.available_until ? instant(rest.available_until) : undefined,
  }
}

/** Amounts ascend, after words. */
function lowestPrice({ site }: Frame, { cost, cost_details }: EventView): string | undefined {
  const amount = cost_details.values.find((value) => /^[\d.]+$/.test(value))
  return plain(cost) === site.currency.free ? '0' : amount
}
