/**
 * Conditions on the places of venues. They name the columns alone, so that the list of venues and that of events, which
 * joins them, can both use them; a box that an index searches stands before the exact circle.
 */
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PasswordBypass } from '../../domain/access/visibility.ts'
import {
  type Circle,
  computeBoundingBox,
  computeSquaredChord,
  type Point,
  toSphericalPoint,
} from '../../domain/model/geo.ts'
import type { EventPlan, LinkedPlan } from '../../domain/query/query-plan.ts'
import type { Tables } from '../core/tables.ts'
import { hasVisibleStatus } from './post-filters.ts'
import { isShownWhole } from './protected-posts.ts'

type VenueExpressionBuilder = ExpressionBuilder<Tables, 'venues'>
type EventExpressionBuilder = ExpressionBuilder<Tables, 'events'>

const squaredDifference = (column: 'geo_x' | 'geo_y' | 'geo_z', value: number) =>
  sql<number>`(${sql.ref(column)} - ${value}) * (${sql.ref(column)} - ${value})`

/** Grows with the distance from a point. Only what all engines work out to the same bit. */
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

/** A place that a password hides from the viewer is none. */
function isLocated(on: VenueExpressionBuilder, circle: Circle | undefined, open: PasswordBypass) {
  return on.and([
    ...isShownWhole(on as unknown as EventExpressionBuilder, open),
    circle ? isWithinCircle(on, circle) : on('geo_lat', 'is not', null),
  ])
}

/** Venues at the place asked for. */
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

/** Links to venues at the place asked for, that the viewer sees events with. */
function selectEventVenues(
  on: EventExpressionBuilder,
  { venueStatuses, passwordBypass: open }: EventPlan,
  circle?: Circle,
) {
  return on
    .selectFrom('links')
    .innerJoin('venues', 'venues.id', 'links.target_id')
    .where((inner) => hasVisibleStatus(inner as unknown as EventExpressionBuilder, venueStatuses))
    .where((inner) => isLocated(inner as unknown as VenueExpressionBuilder, circle, open))
    .select('links.event_id')
}

/** Events with and without a place; whether one that a password hides has one is not told. */
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

/** Events with a venue in the circle, for a join; of several venues the nearest counts. */
export function selectEventsNear(on: EventExpressionBuilder, plan: EventPlan, circle: Circle) {
  const distance = sql<number>`min(${buildSquaredChord(circle.center)})`.as('distance')
  return selectEventVenues(on, plan, circle).select(distance).groupBy('links.event_id')
}
