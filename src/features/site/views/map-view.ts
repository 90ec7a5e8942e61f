/** Events on a map, next to a list. Without JavaScript or map tiles, only the list is shown. */

import { parseDay } from '../../../pages/calendar-grid.ts'
import { formatShort } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { renderMap, renderPinAttributes } from '../../../pages/map.ts'
import { type PageContext, translateCount } from '../../../pages/page-context.ts'
import { getVenue } from '../../../pages/view-text.ts'
import { renderEventItem } from '../components/event-item.ts'
import { buildUpcomingFilter } from '../data/alternatives.ts'
import { markCategories } from '../data/category-colors.ts'
import { type DataSource, readEvents } from '../data/load-events.ts'
import type { ListedEvent } from '../data/more-dates.ts'
import { type CalendarRequest, renderEmptyMessage, type ViewResult } from './calendar-page.ts'

/** More pins would be illegible. */
const MAX_MAP_EVENTS = 100

export async function buildMapView(
  context: PageContext,
  source: DataSource,
  request: CalendarRequest,
): Promise<ViewResult> {
  const dates = { fixedFilters: { geoloc: 'true' }, defaultDates: buildUpcomingFilter(context) }
  const result = await readEvents(source, request.selection, { ...dates, page: 1, perPage: MAX_MAP_EVENTS })
  const { total } = result
  const events = await markCategories(source.services.database.read, result.events)
  return {
    heading: context.translate('page.on_map'),
    content:
      events.length === 0
        ? renderEmptyMessage(context.translate('page.none_on_map'))
        : html`<div class="map-view">${context.tiles && renderMap(context, { name: context.translate('page.on_map'), className: 'map map-large' })}<ol class="entries map-entries">${events.map((event) => renderPin(context, event))}</ol></div>${total > events.length && html`<p class="page-note">${translateCount(context, 'page.more', total - events.length)}</p>`}`,
    pager: {},
    day: parseDay(result.filters.start_date ?? '') ?? context.today,
    total,
    filterResult: result,
    hasMap: context.tiles !== undefined && events.length > 0,
  }
}

function renderPin(context: PageContext, event: ListedEvent): Html {
  const venue = getVenue(event)
  const item = renderEventItem(context, event, { level: 2, timeText: formatShort(event, context) })
  return venue?.geo_lat === undefined ? html`<li>${item}</li>` : html`<li ${renderPinAttributes(venue)}>${item}</li>`
}
