/** Offers on the wire and in structured data: decisions, ticketed. */
import { type Offer, wallTimes } from '../calendar/offer.ts'
import { type DateTime, isoWithOffset } from '../text/dates.ts'
import { jsonLdName } from '../text/typography.ts'
import { toLocal } from '../text/zone.ts'

export function presentOffer(offer: Offer, timezone: string) {
  const { name, price, currency, url, available_from, available_until, availability } = wallTimes(offer, timezone)
  return { name, price, currency, url, available_from, available_until, availability }
}

/** schema.org data; what names no address of its own is had on the event's page. */
export function offerJsonLd(offer: Offer, timezone: string, page: string) {
  const instant = (utc: DateTime): string => isoWithOffset(toLocal(utc, timezone), utc)
  return {
    '@type': 'Offer',
    name: jsonLdName(offer.name),
    price: offer.price,
    priceCurrency: offer.currency,
    url: offer.url || page,
    availability: `https://schema.org/${offer.availability}`,
    ...(offer.available_from && { validFrom: instant(offer.available_from) }),
    ...(offer.available_until && { validThrough: instant(offer.available_until) }),
  }
}
