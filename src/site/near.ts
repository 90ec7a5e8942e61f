/** Events near a place: the visitor's own, which only the script can ask the browser for, or one that an address names. */
import { DEFAULT_RADIUS } from '../calendar/place-query.ts'
import type { Frame } from './frame.ts'
import { type Html, html } from './html.ts'
import { type FilterName, type Filters, isOfPlace } from './question.ts'

/** Kilometres. */
const RADII = [5, 10, 25, 50, 100]

const radiusIn = ({ geoloc_radius }: Filters): number => Number(geoloc_radius ?? DEFAULT_RADIUS)

const sayDistance = ({ language }: Frame, kilometres: number): string =>
  kilometres.toLocaleString(language, { style: 'unit', unit: 'kilometer' })

export const sayNearby = (frame: Frame, filters: Filters): string =>
  frame.say('page.nearby', { distance: sayDistance(frame, radiusIn(filters)) })

/** A button that the script shows where the browser knows its place; once there is a place, how far from it. */
export function nearFields(frame: Frame, filters: Filters, { isOrdered }: { readonly isOrdered: boolean }): Html {
  const { say } = frame
  if (filters.geoloc_lat === undefined) {
    return html`<p class="filter-field" data-near hidden><button type="button" data-locate>${say('page.near_me')}</button><span class="filter-note" role="status" data-unknown="${say('page.no_place')}"></span></p>`
  }
  const radius = radiusIn(filters)
  const items = [...new Set([...RADII, radius])]
    .sort((a, b) => a - b)
    .map((one) => html`<option value="${one}"${one === radius && html` selected`}>${sayDistance(frame, one)}</option>`)
  const order = html`<label class="check"><input type="checkbox" id="filter-orderby" name="orderby" value="distance"${filters.orderby && html` checked`}> ${say('page.nearest_first')}</label>`
  return html`<p class="filter-field"><label for="filter-geoloc_radius">${say('page.radius')}</label><select id="filter-geoloc_radius" name="geoloc_radius">${items}</select></p>${isOrdered && order}`
}

/** Filters without those of a place, or without the one named. */
export const withoutFilter = (filters: Filters, gone: FilterName): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name !== gone && !(isOfPlace(gone) && isOfPlace(name))))
