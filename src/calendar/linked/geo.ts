/** Geographic coordinates and distances. */

/** Degrees: latitude from -90 to 90, longitude from -180 to 180. */
export interface Point {
  readonly lat: number
  readonly lng: number
}

/** A point on the unit sphere. The chord between two points grows with their distance. */
export interface SphericalPoint {
  readonly x: number
  readonly y: number
  readonly z: number
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

export function toSphericalPoint({ lat, lng }: Point): SphericalPoint {
  const circle = Math.cos(toRadians(lat))
  return { x: circle * Math.cos(toRadians(lng)), y: circle * Math.sin(toRadians(lng)), z: Math.sin(toRadians(lat)) }
}

/** Mean radius of the earth in kilometers. */
const EARTH_RADIUS_KM = 6371.0088

/** `radius` is the great-circle distance in kilometers. */
export interface Circle {
  readonly center: Point
  readonly radius: number
}

/** Upper bound of distances in kilometers: half the circumference of the earth, rounded up. */
export const MAX_DISTANCE_KM = 20_038

/**
 * Squared chord, on the unit sphere, between two points at this distance. Distances are compared by it, because
 * computing it for a point takes neither roots nor angles, which engines round differently.
 */
export function computeSquaredChord(kilometres: number): number {
  const angle = kilometres / EARTH_RADIUS_KM
  // At most 4, so that rounding does not exclude the antipode.
  return angle >= Math.PI ? 5 : (2 * Math.sin(angle / 2)) ** 2
}

export interface LongitudeRange {
  readonly west: number
  readonly east: number
}

/** In degrees. Two ranges of longitudes when the box crosses the antimeridian. */
export interface BoundingBox {
  readonly south: number
  readonly north: number
  readonly longitudes: readonly LongitudeRange[]
}

/** Degrees, about a meter: more than rounding errors at the edge of a box. */
const MARGIN_DEGREES = 1e-5

const ALL_LONGITUDES: LongitudeRange = { west: -180, east: 180 }

/** The circle with the same center and about this share of the area. */
export function shrinkCircle({ center, radius }: Circle, share: number): Circle {
  return { center, radius: radius * Math.sqrt(share) }
}

/** A bounding box of the circle, for an index lookup; its corners are outside of the circle. */
export function computeBoundingBox({ center: { lat, lng }, radius }: Circle): BoundingBox {
  const angle = radius / EARTH_RADIUS_KM
  const height = (angle * 180) / Math.PI + MARGIN_DEGREES
  const [south, north] = [lat - height, lat + height]
  if (south <= -90 || north >= 90) return { south, north, longitudes: [ALL_LONGITUDES] }
  const width = (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(toRadians(lat)))) * 180) / Math.PI + MARGIN_DEGREES
  return { south, north, longitudes: splitAtAntimeridian(lng - width, lng + width) }
}

function splitAtAntimeridian(west: number, east: number): LongitudeRange[] {
  if (west < -180)
    return [
      { west: west + 360, east: 180 },
      { west: -180, east },
    ]
  if (east > 180)
    return [
      { west, east: 180 },
      { west: -180, east: east - 360 },
    ]
  return [{ west, east }]
}
