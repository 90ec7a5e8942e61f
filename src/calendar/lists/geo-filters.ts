/**
 * Conditions on coordinates of venues. They use plain column names, so that they work in lists of venues and of events.
 * The bounding box, which an index serves, comes before the exact circle.
 */
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PasswordBypass } from '../../kernel/visibility.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { type Circle, computeBoundingBox, computeSquaredChord, type Point, toSphericalPoint } from '../linked/geo.ts'
import { hasVisibleStatus } from './post-filters.ts'
import { isShownWhole } from './protected-posts.ts'
import type { EventPlan, LinkedPlan } from './query-plan.ts'

type VenueExpressionBuilder = ExpressionBuilder<Tables, 'venues'>
type EventExpressionBuilder = ExpressionBuilder<Tables, 'events'>

const squaredDifference = (column: 'geo_x' | 'geo_y' | 'geo_z', value: number) =>
  sql<number>`(${sql.ref(column)} - ${value}) * (${sql.ref(column)} - ${value})`

/** Increases with the distance. Uses only operations with bit-identical results on all engines. */
export function buildSquaredChord(point: Point): RawBuilder<number> {
  const { x, y, z } = toSphericalPoint(point)
  return sql`(${squaredDifference('geo_x', x)} + ${squaredDifference('geo_y', y)} + ${squaredDifference('geo_z', z)})`
}

function isWithinCircle(on: VenueExpressionBuilder, circle: Circle) {
  const { south, north, longitudes } = computeBoundingBox(circle)
  return on.and([
    on('geo_lat', '>=', south),
    on('geo_lat', '<=', north),
    on.or(longitudes.map(({ west, east }) => on.and([on('geo_lng', '>=', west), on('geo_lng', '<=', east)]))),
    sql<boolean>`${buildSquaredChord(circle.center)} <= ${computeSquaredChord(circle.radius)}`,
  ])
}

/** A location that the viewer may not see counts as missing. */
function isLocated(on: VenueExpressionBuilder, circle: Circle | undefined, open: PasswordBypass) {
  return on.and([
    ...isShownWhole(on as unknown as EventExpressionBuilder, open),
    circle ? isWithinCircle(on, circle) : on('geo_lat', 'is not', null),
  ])
}

export function buildVenueGeoConditions(
  on: EventExpressionBuilder,
  { geo: place, passwordBypass: open }: LinkedPlan,
): Expression<SqlBool>[] {
  const hasLocation = (circle?: Circle) => isLocated(on as unknown as VenueExpressionBuilder, circle, open)
  return [
    ...(place?.circle ? [hasLocation(place.circle)] : []),
    ...(place?.hasLocation === true ? [hasLocation()] : []),
    ...(place?.hasLocation === false ? [on.not(hasLocation())] : []),
  ]
}

/** Links of events to venues that the viewer sees. */
export const selectVenueLinks = (on: EventExpressionBuilder, { venueStatuses }: EventPlan) =>
  on
    .selectFrom('links')
    .innerJoin('venues', 'venues.id', 'links.target_id')
    .where((inner) => hasVisibleStatus(inner as unknown as EventExpressionBuilder, venueStatuses))
    .select('links.event_id')

/** Links of events to venues in the circle, if the viewer sees the link. */
const selectEventVenues = (on: EventExpressionBuilder, plan: EventPlan, circle?: Circle) =>
  selectVenueLinks(on, plan).where((inner) =>
    isLocated(inner as unknown as VenueExpressionBuilder, circle, plan.passwordBypass),
  )

/** Events with and without a location; for hidden locations neither matches. */
export function buildEventGeoConditions(on: EventExpressionBuilder, plan: EventPlan): Expression<SqlBool>[] {
  const { geo: place, passwordBypass: open } = plan
  if (!place) return []
  const hasLocation = () => on.and([...isShownWhole(on, open), on('id', 'in', selectEventVenues(on, plan))])
  return [
    ...(place.circle ? isShownWhole(on, open) : []),
    ...(place.hasLocation === true ? [hasLocation()] : []),
    ...(place.hasLocation === false ? [on.not(hasLocation())] : []),
  ]
}

/** Distances of events, for a join; with several venues the nearest one counts. */
export function selectEventsNear(on: EventExpressionBuilder, plan: EventPlan, circle: Circle) {
  const distance = sql<number>`min(${buildSquaredChord(circle.center)})`.as('distance')
  return selectEventVenues(on, plan, circle).select(distance).groupBy('links.event_id')
}
