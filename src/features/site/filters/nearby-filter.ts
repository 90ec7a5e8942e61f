/** Filter by distance from the position of the browser, or from coordinates in the URL. */
import { DEFAULT_RADIUS_KM } from '../../../calendar/lists/geo-query.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { type FilterName, type Filters, isGeoFilter } from '../../../pages/page-filters.ts'

/** Kilometers. */
const RADIUS_OPTIONS = [5, 10, 25, 50, 100]

const getRadius = ({ geoloc_radius }: Filters): number => Number(geoloc_radius ?? DEFAULT_RADIUS_KM)

const formatDistance = ({ language }: PageContext, kilometers: number): string =>
  kilometers.toLocaleString(language, { style: 'unit', unit: 'kilometer' })

export const describeNearby = (context: PageContext, filters: Filters): string =>
  context.translate('page.nearby', { distance: formatDistance(context, getRadius(filters)) })

/** Without coordinates, a button that the script shows if the browser supports geolocation; then the radius. */
export function renderNearbyFields(
  context: PageContext,
  filters: Filters,
  { isOrdered }: { readonly isOrdered: boolean },
): Html {
  const { translate } = context
  if (filters.geoloc_lat === undefined) {
    return html`<p class="filter-field" data-near hidden><button type="button" data-locate>${translate('page.near_me')}</button><span class="filter-note" role="status" data-unknown="${translate('page.no_place')}"></span></p>`
  }
  const radius = getRadius(filters)
  const items = [...new Set([...RADIUS_OPTIONS, radius])]
    .sort((a, b) => a - b)
    .map(
      (option) =>
        html`<option value="${option}"${option === radius && html` selected`}>${formatDistance(context, option)}</option>`,
    )
  const order = html`<label class="check"><input type="checkbox" id="filter-orderby" name="orderby" value="distance"${filters.orderby && html` checked`}> ${translate('page.nearest_first')}</label>`
  return html`<p class="filter-field"><label for="filter-geoloc_radius">${translate('page.radius')}</label><select id="filter-geoloc_radius" name="geoloc_radius">${items}</select></p>${isOrdered && order}`
}

/** Removes a filter; geo filters are removed together. */
export const withoutFilter = (filters: Filters, removed: FilterName): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name]) => name !== removed && !(isGeoFilter(removed) && isGeoFilter(name))),
  )
