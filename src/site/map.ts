/** Places on a map. Without the script, and without tiles, there is the list beside it and a link to a map elsewhere. */

import { withQuery } from './address.ts'
import { type Asked, nothing, type Shown } from './calendar-page.ts'
import { entry } from './entries.ts'
import { type Frame, sayCount } from './frame.ts'
import { type Html, html } from './html.ts'
import { sayBriefly } from './moments.ts'
import { endsAfterStartOf, readEvents, type Source } from './reading.ts'
import { addressLine, type EventView, plain, type VenueView, venueOf } from './views.ts'

/** More pins than a map shows clearly. */
const MOST_ON_MAP = 100

export async function mapView(frame: Frame, source: Source, asked: Asked): Promise<Shown> {
  const own = { ...endsAfterStartOf(frame.today, frame.cutoff), geoloc: 'true' }
  const found = await readEvents(source, asked.choice, { own, page: 1, perPage: MOST_ON_MAP })
  const { events, total } = found
  return {
    heading: frame.say('page.on_map'),
    content:
      events.length === 0
        ? nothing(frame.say('page.none_on_map'))
        : html`<div class="map-view">${frame.tiles && mapOf(frame, { name: frame.say('page.on_map'), className: 'map map-large' })}<ol class="entries map-entries">${events.map((event) => pin(frame, event))}</ol></div>${total > events.length && html`<p class="page-note">${sayCount(frame, 'page.more', total - events.length)}</p>`}`,
    turn: {},
    day: frame.today,
    total,
    found,
    hasMap: frame.tiles !== undefined && events.length > 0,
  }
}

function pin(frame: Frame, event: EventView): Html {
  const venue = venueOf(event)
  const shown = entry(frame, event, { level: 2, when: sayBriefly(event, frame) })
  return venue?.geo_lat === undefined ? html`<li>${shown}</li>` : html`<li ${pinData(venue)}>${shown}</li>`
}

const pinData = ({ geo_lat, geo_lng }: VenueView): Html => html`data-lat="${geo_lat}" data-lng="${geo_lng}"`

/** Filled by the script with the pins that stand beside it. */
export function mapOf(
  { tiles, asset }: Frame,
  { name, className, venue }: { name: string; className: string; venue?: VenueView },
): Html {
  return html`<div class="${className}" role="region" aria-label="${name}" data-map data-tiles="${tiles?.url}" data-attribution="${tiles?.attribution}" data-leaflet="${asset('leaflet.js')}"${venue && html` ${pinData(venue)} data-name="${plain(venue.venue)}"`}></div>`
}

/** A map of somebody else, with a place in it. */
export function mapLink(venue: VenueView): string | undefined {
  const { geo_lat: lat, geo_lng: lng } = venue
  if (lat !== undefined && lng !== undefined) {
    return `${withQuery('https://www.openstreetmap.org/', { mlat: String(lat), mlon: String(lng) })}#map=16/${lat}/${lng}`
  }
  const address = addressLine(venue)
  return address === '' ? undefined : withQuery('https://www.openstreetmap.org/search', { query: address })
}
