/** Events on a map, next to a list. Without JavaScript or map tiles, only the list is shown. */

import type { EventView } from '../../presenters/event.ts'
import type { VenueView } from '../../presenters/linked.ts'
import { renderEventItem } from '../components/event-item.ts'
import { formatShort } from '../core/format-dates.ts'
import { type Html, html } from '../core/html-template.ts'
import { type PageContext, translateCount } from '../core/page-context.ts'
import { withQuery } from '../core/page-routes.ts'
import { buildEndsAfterFilter, type DataSource, readEvents } from '../data/load-events.ts'
import { extractText, formatAddress, getVenue } from '../data/view-text.ts'
import { type CalendarRequest, renderEmptyMessage, type ViewResult } from './calendar-page.ts'

/** More pins would be illegible. */
const MAX_MAP_EVENTS = 100

export async function buildMapView(
  context: PageContext,
  source: DataSource,
  request: CalendarRequest,
): Promise<ViewResult> {
  const fixedFilters = { ...buildEndsAfterFilter(context.today, context.cutoff), geoloc: 'true' }
  const result = await readEvents(source, request.selection, { fixedFilters, page: 1, perPage: MAX_MAP_EVENTS })
  const { events, total } = result
  return {
    heading: context.translate('page.on_map'),
    content:
      events.length === 0
        ? renderEmptyMessage(context.translate('page.none_on_map'))
        : html`<div class="map-view">${context.tiles && renderMap(context, { name: context.translate('page.on_map'), className: 'map map-large' })}<ol class="entries map-entries">${events.map((event) => renderPin(context, event))}</ol></div>${total > events.length && html`<p class="page-note">${translateCount(context, 'page.more', total - events.length)}</p>`}`,
    pager: {},
    day: context.today,
    total,
    filterResult: result,
    hasMap: context.tiles !== undefined && events.length > 0,
  }
}

function renderPin(context: PageContext, event: EventView): Html {
  const venue = getVenue(event)
  const item = renderEventItem(context, event, { level: 2, timeText: formatShort(event, context) })
  return venue?.geo_lat === undefined ? html`<li>${item}</li>` : html`<li ${renderPinAttributes(venue)}>${item}</li>`
}

const renderPinAttributes = ({ geo_lat, geo_lng }: VenueView): Html => html`data-lat="${geo_lat}" data-lng="${geo_lng}"`

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
