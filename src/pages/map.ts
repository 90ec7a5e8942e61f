/** Maps of the pages, and links to external ones. */

import type { VenueView } from '../calendar/linked/present-linked.ts'
import { type Html, html } from './html-template.ts'
import type { PageContext } from './page-context.ts'
import { withQuery } from './page-routes.ts'
import { extractText, formatAddress } from './view-text.ts'

/** Attributes of an element that is a pin of the map. */
export const renderPinAttributes = ({ geo_lat, geo_lng }: VenueView): Html =>
  html`data-lat="${geo_lat}" data-lng="${geo_lng}"`

/** The script adds pins from the `data-lat` and `data-lng` attributes of the list. */
export function renderMap(
  { tiles, getAssetUrl }: PageContext,
  { name, className, venue }: { name: string; className: string; venue?: VenueView },
): Html {
  return html`<div class="${className}" role="region" aria-label="${name}" data-map data-tiles="${tiles?.url}" data-attribution="${tiles?.attribution}" data-leaflet="${getAssetUrl('leaflet.js')}"${venue && html` ${renderPinAttributes(venue)} data-name="${extractText(venue.venue)}"`}></div>`
}

/** Link to an external map. */
export function buildMapLink(venue: VenueView): string | undefined {
  const { geo_lat: lat, geo_lng: lng } = venue
  if (lat !== undefined && lng !== undefined) {
    return `${withQuery('https://www.openstreetmap.org/', { mlat: String(lat), mlon: String(lng) })}#map=16/${lat}/${lng}`
  }
  const address = formatAddress(venue)
  return address === '' ? undefined : withQuery('https://www.openstreetmap.org/search', { query: address })
}
