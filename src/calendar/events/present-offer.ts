/** Presents offers, as JSON and as schema.org data (decisions: ticketed). */

import { toJsonLdName } from '../../base/text/wptexturize.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { formatIsoWithOffset } from '../../base/time/parse-date.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import type { Offer } from '../../kernel/offer.ts'
import { toWallTimes } from './apply-offers.ts'

export interface OfferView extends Readonly<ReturnType<typeof presentOffer>> {}

export function presentOffer(offer: Offer, timezone: string) {
  const { name, price, currency, url, available_from, available_until, availability } = toWallTimes(offer, timezone)
  return { name, price, currency, url, available_from, available_until, availability }
}

/** schema.org data. An offer without a URL is available on the page of the event. */
export function presentOfferJsonLd(offer: Offer, timezone: string, pageUrl: string) {
  const formatInstant = (utc: DateTime): string => formatIsoWithOffset(toLocal(utc, timezone), utc)
  return {
    '@type': 'Offer',
    name: toJsonLdName(offer.name),
    price: offer.price,
    priceCurrency: offer.currency,
    url: offer.url || pageUrl,
    availability: `https://schema.org/${offer.availability}`,
    ...(offer.available_from && { validFrom: formatInstant(offer.available_from) }),
    ...(offer.available_until && { validThrough: formatInstant(offer.available_until) }),
  }
}
