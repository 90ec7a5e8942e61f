import { externalIdFilter } from './external-id.ts'
import { boolean, type Parsed, trueWord } from './field.ts'
import { modifiedAfter } from './modified-after.ts'
import { organizerOrder, venueOrder } from './order.ts'
import { geolocRadius, placeQuery } from './place-query.ts'
import { oneEvent, page, perPage, search, statusFilter } from './shared-fields.ts'

const linkedQuery = {
  page,
  per_page: perPage,
  search,
  event: oneEvent('list.event'),
  has_events: trueWord('list.has_events'),
  only_with_upcoming: { ...trueWord('list.only_with_upcoming'), default: false },
  status: statusFilter,
  modified_after: modifiedAfter,
  external_id: externalIdFilter,
  strict: boolean('list.strict'),
} as const

/** What the list of venues takes (contract 11.1). */
export const venueQuery = { ...linkedQuery, ...venueOrder, ...placeQuery, geoloc_radius: geolocRadius } as const

/** What the list of organizers takes, who are nowhere. */
export const organizerQuery = { ...linkedQuery, ...organizerOrder } as const

/** What either takes: organizers ask for less. */
export type LinkedQuery = Parsed<typeof venueQuery>
