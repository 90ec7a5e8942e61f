/**
 * Conditions on the places of venues. They name the columns alone, so that the list of venues and that of events, which
 * joins them, can both use them; a box that an index searches stands before the exact circle.
 */
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { boxAround, type Circle, onSphere, type Point, squaredChord } from '../calendar/place.ts'
import type { EventPlan, LinkedPlan } from '../calendar/plans.ts'
import type { PasswordBypass } from '../calendar/visibility.ts'
import { showsStatus } from './post-conditions.ts'
import { isShownWhole } from './protection.ts'
import type { Tables } from './tables.ts'

type OnVenues = ExpressionBuilder<Tables, 'venues'>
type OnEvents = ExpressionBuilder<Tables, 'events'>

const squaredDifference = (column: 'geo_x' | 'geo_y' | 'geo_z', value: number) =>
  sql<number>`(${sql.ref(column)} - ${value}) * (${sql.ref(column)} - ${value})`

/** Grows with the distance from a point. Only what all engines work out to the same bit. */
export function squaredChordFrom(point: Point): RawBuilder<number> {
  const { x, y, z } = onSphere(point)
  return sql`(${squaredDifference('geo_x', x)} + ${squaredDifference('geo_y', y)} + ${squaredDifference('geo_z', z)})`
}

function isWithin(on: OnVenues, circle: Circle) {
  const { south, north, longitudes } = boxAround(circle)
  return on.and([
    on('geo_lat', '>=', south),
    on('geo_lat', '<=', north),
    on.or(longitudes.map(({ west, east }) => on.and([on('geo_lng', '>=', west), on('geo_lng', '<=', east)]))),
    sql<boolean>`${squaredChordFrom(circle.center)} <= ${squaredChord(circle.radius)}`,
  ])
}

/** A place that a password hides from the viewer is none. */
function isLocated(on: OnVenues, circle: Circle | undefined, open: PasswordBypass) {
  return on.and([
    ...isShownWhole(on as unknown as OnEvents, open),
    circle ? isWithin(on, circle) : on('geo_lat', 'is not', null),
  ])
}

/** Venues at the place asked for. */
export function venuePlace(on: OnEvents, { place, open }: LinkedPlan): Expression<SqlBool>[] {
  const located = (circle?: Circle) => isLocated(on as unknown as OnVenues, circle, open)
  return [
    ...(place?.circle ? [located(place.circle)] : []),
    ...(place?.isKnown === true ? [located()] : []),
    ...(place?.isKnown === false ? [on.not(located())] : []),
  ]
}

/** Links to venues at the place asked for, that the viewer sees events with. */
function venuesOfEvents(on: OnEvents, { venueStatuses, open }: EventPlan, circle?: Circle) {
  return on
    .selectFrom('links')
    .innerJoin('venues', 'venues.id', 'links.target_id')
    .where((inner) => showsStatus(inner as unknown as OnEvents, venueStatuses))
    .where((inner) => isLocated(inner as unknown as OnVenues, circle, open))
    .select('links.event_id')
}

/** Events with and without a place; whether one that a password hides has one is not told. */
export function eventPlace(on: OnEvents, plan: EventPlan): Expression<SqlBool>[] {
  const { place, open } = plan
  if (!place) return []
  const located = () => on.and([...isShownWhole(on, open), on('id', 'in', venuesOfEvents(on, plan))])
  return [
    ...(place.circle ? isShownWhole(on, open) : []),
    ...(place.isKnown === true ? [located()] : []),
    ...(place.isKnown === false ? [on.not(located())] : []),
  ]
}

/** Events with a venue in the circle, for a join; of several venues the nearest counts. */
export function eventsNear(on: OnEvents, plan: EventPlan, circle: Circle) {
  const distance = sql<number>`min(${squaredChordFrom(circle.center)})`.as('distance')
  return venuesOfEvents(on, plan, circle).select(distance).groupBy('links.event_id')
}
